"""The settings of a server: shown on two pages, and changed by menus and buttons."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.presenters.words.table_settings import FEATURES, SettingChoice, choices
from bot.table.server_defaults import CHANNELS, LANGUAGE, PACE, Defaults
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, ChannelMenu, Menu, MenuLine, Message

SETUP: Final = "setup"
"""The button or menu that changes a setting: an option and its value, or an option alone."""
RESET: Final = "reset"
FEATURES_PAGE: Final = "features"
"""The option of the button that shows the page of the server's features."""
GAMES_PAGE: Final = "games"
"""The option of the button that shows the page about games."""
OWN_MENU_OPTIONS: Final = (LANGUAGE, PACE)
"""The options of tables with a menu of their own; the others share one."""
SHARED_MENU_VALUES: Final = 4
"""A feature of the server with more values than this has a menu of its own."""


def setup_message(defaults: Defaults, channels: Sequence[int]) -> Message:
    """The page about a server's games; ``channels`` are the allowed ones that still exist."""
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
            _shared_menu(
                _("Everything else"), {option: known[option] for option in shared}, defaults
            ),
            Button(_("Allow all channels"), f"{SETUP} {CHANNELS}", chosen=not defaults.channels),
            Button(_("Server features"), f"{SETUP} {FEATURES_PAGE}"),
            Button(_("Reset to defaults"), f"{SETUP} {RESET}", ButtonStyle.DANGER),
        ),
    )


def features_message(defaults: Defaults) -> Message:
    """The page about what the bot does on a server besides its games."""
    shared = {
        option: choice
        for option, choice in FEATURES.items()
        if len(choice.values) <= SHARED_MENU_VALUES
    }
    lines = [
        _("**What I do on this server.**"),
        *(_setting_line(choice, defaults.values.get(key)) for key, choice in FEATURES.items()),
    ]
    if defaults.post_channel is not None:
        lines.append(
            _(
                "- Posted in: <#{channel}>. Turn a post on in another channel to move them there.",
                channel=defaults.post_channel,
            )
        )
    return Message(
        "\n".join(lines),
        buttons=(
            _shared_menu(_("Change a feature"), shared, defaults),
            *(
                _setting_menu(option, choice, defaults)
                for option, choice in FEATURES.items()
                if option not in shared
            ),
            Button(_("Games"), f"{SETUP} {GAMES_PAGE}"),
        ),
    )


def _shared_menu(placeholder: str, shared: Mapping[str, SettingChoice], defaults: Defaults) -> Menu:
    """One menu of the values of several options."""
    lines = (
        line
        for option, choice in shared.items()
        for line in _shared_menu_lines(option, choice, defaults)
    )
    return Menu(placeholder, tuple(lines), "more")


def _value_text(choice: SettingChoice, value: str | None) -> str:
    return choice.text(value or "") or _(choice.usual)


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
    typed = current if current is not None and current not in choice.values else None
    typed_text = choice.text(typed) if typed is not None else None
    # A menu with a typed value has no room for the usual one, which is also among the values.
    first = (
        MenuLine(_(choice.usual), f"{SETUP} {option}", chosen=current not in choice.values)
        if typed_text is None
        else MenuLine(typed_text, f"{SETUP} {option} {typed}", chosen=True)
    )
    lines = (
        first,
        *(
            MenuLine(_(words), f"{SETUP} {option} {value}", chosen=value == current)
            for value, words in choice.values.items()
        ),
    )
    return Menu(_setting_title(choice), lines, option)


def _shared_menu_lines(option: str, choice: SettingChoice, defaults: Defaults) -> list[MenuLine]:
    """The values of an option that shares a menu, the current one marked.

    The usual value comes first where none of the others says the same.
    """
    now = _value_text(choice, defaults.values.get(option))
    usual = {} if choice.usual in choice.values.values() else {"": choice.usual}
    return [
        MenuLine(
            _("{title}: {value}", title=_setting_title(choice), value=_(words)),
            f"{SETUP} {option} {value}".rstrip(),
            _("current setting") if _(words) == now else "",
        )
        for value, words in {**usual, **choice.values}.items()
    ]
