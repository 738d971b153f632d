"""The settings of a server's tables: shown and changed by menus and buttons."""

from collections.abc import Sequence
from typing import Final

from bot.presenters.words.table_settings import SettingChoice, choices
from bot.table.server_defaults import CHANNELS, LANGUAGE, PACE, Defaults
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, ChannelMenu, Menu, MenuLine, Message

SETUP: Final = "setup"
"""The button or menu that changes a setting: an option and its value, or an option alone."""
RESET: Final = "reset"
OWN_MENU_OPTIONS: Final = (LANGUAGE, PACE)
"""The options with a menu of their own; the others share one."""


def setup_message(defaults: Defaults, channels: Sequence[int]) -> Message:
    """The settings of a server; ``channels`` are the allowed ones that still exist."""
    known = choices()
    places = ", ".join(f"<#{channel}>" for channel in channels)
    if defaults.channels and not channels:
        places = _("none that still exists")
    lines = [
        _("**How games are played on this server**, unless `/new` says otherwise."),
        _("- Games are allowed in: {channels}", channels=places or _("all channels")),
        *(_setting_line(choice, defaults.values.get(option)) for option, choice in known.items()),
    ]
    shared = [option for option in known if option not in OWN_MENU_OPTIONS]
    return Message(
        "\n".join(lines),
        buttons=(
            ChannelMenu(_("Where games are allowed"), f"{SETUP} {CHANNELS}", tuple(channels)),
            *(_setting_menu(option, known[option], defaults) for option in OWN_MENU_OPTIONS),
            Menu(
                _("Everything else"),
                tuple(
                    line
                    for option in shared
                    for line in _shared_menu_lines(option, known[option], defaults)
                ),
                "more",
            ),
            Button(_("Allow all channels"), f"{SETUP} {CHANNELS}", chosen=not defaults.channels),
            Button(_("Reset to defaults"), f"{SETUP} {RESET}", ButtonStyle.DANGER),
        ),
    )


def _value_text(choice: SettingChoice, value: str | None) -> str:
    words = choice.values.get(value or "", choice.usual)
    return _(words)


def _setting_line(choice: SettingChoice, value: str | None) -> str:
    """``- Seats: by chance``."""
    title = _setting_title(choice)
    return _("- {title}: {value}", title=title, value=_value_text(choice, value))


def _setting_title(choice: SettingChoice) -> str:
    title = _(choice.title)
    return title[0].upper() + title[1:]


def _setting_menu(option: str, choice: SettingChoice, defaults: Defaults) -> Menu:
    """A menu of an option's values, the usual one among them."""
    current = defaults.values.get(option)
    lines = (
        MenuLine(_(choice.usual), f"{SETUP} {option}", chosen=current not in choice.values),
        *(
            MenuLine(_(words), f"{SETUP} {option} {value}", chosen=value == current)
            for value, words in choice.values.items()
        ),
    )
    return Menu(_setting_title(choice), lines, option)


def _shared_menu_lines(option: str, choice: SettingChoice, defaults: Defaults) -> list[MenuLine]:
    """The values of an option that shares a menu, the current one marked."""
    now = _value_text(choice, defaults.values.get(option))
    return [
        MenuLine(
            _("{title}: {value}", title=_setting_title(choice), value=_(words)),
            f"{SETUP} {option} {value}",
            _("current setting") if _(words) == now else "",
        )
        for value, words in choice.values.items()
    ]
