"""The settings of a server: shown on two pages, and changed by menus and buttons."""

from collections.abc import Sequence
from typing import Final

from bot.games.settings import table_schema
from bot.presenters.words.actions import SetUpServer
from bot.presenters.words.setting_menus import setting_menu, setting_text, shared_menu
from bot.table.settings import CHANNELS, FEATURES, LANGUAGE, PACE, ServerChoices
from bot.text.i18n import _
from bot.text.message import Button, ButtonStyle, ChannelMenu, Menu, Message

RESET: Final = "reset"
FEATURES_PAGE: Final = "features"
"""The option of the button that shows the page of the server's features."""
GAMES_PAGE: Final = "games"
"""The option of the button that shows the page about games."""
OWN_MENU_OPTIONS: Final = (LANGUAGE, PACE)
"""The options of tables with a menu of their own; the others share one."""
SHARED_MENU_VALUES: Final = 4
"""A feature of the server with more values than this has a menu of its own."""


def setup_message(choices: ServerChoices, channels: Sequence[int], page: int = 1) -> Message:
    """The page about a server's games; ``channels`` are the allowed ones that still exist.

    ``page`` is that of the menu of most settings.
    """
    known = table_schema()
    places = ", ".join(f"<#{channel}>" for channel in channels)
    if choices.channels and not channels:
        places = _("none that still exists")
    lines = [
        _("**How games are played on this server**, unless `/new` says otherwise."),
        _("- Games are allowed in: {channels}", channels=places or _("all channels")),
        *(f"- {setting_text(choices, option)}" for option in known),
    ]
    shared = [option for option in known if option not in OWN_MENU_OPTIONS]
    return Message(
        "\n".join(lines),
        buttons=(
            ChannelMenu(_("Where games are allowed"), str(SetUpServer(CHANNELS)), tuple(channels)),
            *(setting_menu(choices, option, SetUpServer) for option in OWN_MENU_OPTIONS),
            _shared_menu(_("Everything else"), choices, shared, GAMES_PAGE, page),
            Button(
                _("Allow all channels"), str(SetUpServer(CHANNELS)), chosen=not choices.channels
            ),
            Button(_("Server features"), str(SetUpServer(FEATURES_PAGE))),
            Button(_("Reset to defaults"), str(SetUpServer(RESET)), ButtonStyle.DANGER),
        ),
    )


def features_message(choices: ServerChoices, page: int = 1) -> Message:
    """The page about what the bot does on a server besides its games.

    ``page`` is that of the menu of most features.
    """
    shared = [key for key in FEATURES if len(FEATURES[key].values) <= SHARED_MENU_VALUES]
    lines = [
        _("**What I do on this server.**"),
        *(f"- {setting_text(choices, option)}" for option in FEATURES),
    ]
    if choices.post_channel is not None:
        lines.append(
            _(
                "- Posted in: <#{channel}>. Turn a post on in another channel to move them there.",
                channel=choices.post_channel,
            )
        )
    return Message(
        "\n".join(lines),
        buttons=(
            _shared_menu(_("Change a feature"), choices, shared, FEATURES_PAGE, page),
            *(setting_menu(choices, key, SetUpServer) for key in FEATURES if key not in shared),
            Button(_("Games"), str(SetUpServer(GAMES_PAGE))),
        ),
    )


def _shared_menu(
    placeholder: str, choices: ServerChoices, keys: Sequence[str], shown: str, page: int
) -> Menu:
    """A page of a menu of several settings, on the page of the server that is ``shown``."""
    return shared_menu(
        placeholder,
        choices,
        keys,
        SetUpServer,
        pages=lambda other: str(SetUpServer(shown, str(other))),
        page=page,
    )
