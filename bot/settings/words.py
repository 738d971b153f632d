"""Messages of `/settings` and `/setup`: pages with the menus and buttons that change settings."""

from collections.abc import Sequence
from typing import Final

from bot.reminders.policy import NotificationPreferences, read_preferences
from bot.table.settings import (
    ANIMATES,
    BOTH,
    CHANNELS,
    CONFIRMS,
    DIRECT,
    FEATURES,
    LANGUAGE,
    NEXT,
    NO,
    NO_REMINDERS,
    NOT_QUIET,
    PACE,
    PLAYER,
    QUIET,
    REMIND,
    SUGGESTS,
    TARGET,
    YES,
    ZONE,
    Choices,
    ServerChoices,
    read_choice,
)
from bot.text.i18n import N_, _, ngettext
from bot.text.message import Button, ButtonStyle, ChannelMenu, Menu, MenuLine, Message
from bot.text.time_zones import MENU_ZONES, time_in_zone, zone_title
from bot.words.actions import SetUpServer, ShowSettings
from bot.words.settings import setting_menu, setting_text, shared_menu, table_schema

ASK: Final = "ask"
AT_ONCE: Final = "at-once"
MOVE_MODES: Final = {ASK: (CONFIRMS, YES), AT_ONCE: (CONFIRMS, NO)}
"""The settings of moves: confirm each, or make each at once."""
TOGGLES: Final = {
    NEXT: (N_("Ping when next"), N_("Don't ping when next")),
    ANIMATES: (N_("Animate pictures"), N_("Still pictures")),
    SUGGESTS: (N_("Start with a suggestion"), N_("Stop suggesting")),
}
"""The labels of the buttons that turn a setting on, and off again."""


def settings_message(choices: Choices) -> Message:
    """The settings, with the menus that change them."""
    preferences, confirming = read_preferences(choices.values), choices.wants(CONFIRMS)
    text = (
        _("**Your settings.** You confirm each move on the panel.")
        if confirming
        else _("**Your settings.** Choosing a meeple on the panel makes your move at once.")
    )
    lines = [
        text,
        *(
            [_("The panel opens with a suggestion, where aids are allowed.")]
            if choices.wants(SUGGESTS)
            else []
        ),
        reminder_text(preferences),
        quiet_hours_text(preferences),
        _("You get a ping when you're next.")
        if preferences.next
        else _("You don't get a ping when you're next."),
        _("Pictures only you see are animated.")
        if choices.wants(ANIMATES)
        else _("Pictures only you see stand still."),
        *(f"- {setting_text(choices, key)}" for key in PLAYER if choices.unknown(key) is not None),
    ]
    return Message(
        "\n".join(lines),
        buttons=(
            Button(_("Move at once"), str(ShowSettings(AT_ONCE)), chosen=not confirming),
            Button(_("Confirm moves"), str(ShowSettings(ASK)), chosen=confirming),
            setting_menu(choices, REMIND, ShowSettings),
            setting_menu(choices, TARGET, ShowSettings, "way"),
            _toggle(choices, NEXT),
            Button(_("Quiet hours"), str(ShowSettings(QUIET))),
            _toggle(choices, ANIMATES),
            _toggle(choices, SUGGESTS),
        ),
    )


def reminder_text(preferences: NotificationPreferences) -> str:
    if preferences.first_reminder_hours == NO_REMINDERS:
        return _("You don't get any reminders.")
    after = hours_text(preferences.first_reminder_hours)
    match preferences.target:
        case target if target == DIRECT:
            return _("You get a reminder after {hours}, by DM.", hours=after)
        case target if target == BOTH:
            return _(
                "You get a reminder after {hours}, in the channel and by DM.",
                hours=after,
            )
        case _channel:
            return _("You get a reminder after {hours}, in the channel.", hours=after)


def hours_text(number: int) -> str:
    return ngettext("{number} hour", "{number} hours", number)


def read_preference(key: str, value: str) -> tuple[str, str] | None:
    """Read a button or menu line. Return None if it is no setting."""
    return (MOVE_MODES.get(key) if not value else None) or read_choice(PLAYER, (key, value))


def _toggle(choices: Choices, key: str) -> Button:
    is_on = choices.wants(key)
    return Button(_(TOGGLES[key][is_on]), str(ShowSettings(key, NO if is_on else YES)))


DEFAULT_QUIET_HOURS: Final = (22, 7)
"""The default begin and end: a player who chooses one of them gets the other from here."""


def quiet_hours_text(preferences: NotificationPreferences) -> str:
    if preferences.quiet is None:
        return _("You have no quiet hours.")
    first, end = map(_hour_text, preferences.quiet)
    place = zone_title(preferences.zone)
    return _("Your quiet hours: {first} to {end} ({place}).", first=first, end=end, place=place)


def quiet_hours_message(preferences: NotificationPreferences, now: float, back: Button) -> Message:
    """The quiet hours, with the menus that change them.

    ``now`` in Unix seconds tells the time in each zone.
    """
    first, end = preferences.quiet or DEFAULT_QUIET_HOURS
    none = preferences.quiet is None
    lines = [
        quiet_hours_text(preferences),
        _("No pings during these hours. Your turns are still posted, and reminders come later."),
        _(
            "Your time zone: {place}. Not right? Type your city: `/settings zone`.",
            place=zone_title(preferences.zone),
        ),
    ]
    starts = _hour_lines(
        [(hour, end) for hour in range(24)], None if none else preferences.quiet, 0
    )
    ends = _hour_lines(
        [(first, hour) for hour in range(24)], None if none else preferences.quiet, 1
    )
    zones = tuple(
        MenuLine(
            zone_title(zone),
            str(ShowSettings(ZONE, zone)),
            _("It's {time} there.", time=time_in_zone(zone, now)),
            zone == preferences.zone,
        )
        for zone in dict.fromkeys((*MENU_ZONES, preferences.zone))
    )
    return Message(
        "\n".join(lines),
        buttons=(
            Menu(_("Quiet from"), starts, "first"),
            Menu(_("Quiet until"), ends, "end"),
            Menu(_("Where you are"), zones, "zone"),
            Button(
                _("No quiet hours"),
                str(ShowSettings(QUIET, NOT_QUIET)),
                chosen=none,
            ),
            back,
        ),
    )


def _hour_lines(
    choices: list[tuple[int, int]], chosen: tuple[int, int] | None, which: int
) -> tuple[MenuLine, ...]:
    label = (N_("Quiet from {hour}"), N_("Quiet until {hour}"))[which]
    return tuple(
        MenuLine(
            _(label, hour=_hour_text(choice[which])),
            str(ShowSettings(QUIET, f"{choice[0]}-{choice[1]}")),
            chosen=choice == chosen,
        )
        for choice in choices
        if choice[0] != choice[1]
    )


def _hour_text(number: int) -> str:
    """Return an hour of the day as ``7:00``."""
    return f"{number}:00"


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
    """The page about games; ``channels``: allowed ones that still exist.

    ``page``: of the menu of most settings.
    """
    known = table_schema()
    places = ", ".join(f"<#{channel}>" for channel in channels)
    if choices.channels and not channels:
        places = _("none that still exists")
    lines = [
        _("**How games are played on this server**, unless a game chooses otherwise."),
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
    """The page about what else the bot does on a server.

    ``page``: of the menu of most features.
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
    """The menu on the ``shown`` page of the server."""
    return shared_menu(
        placeholder,
        choices,
        keys,
        SetUpServer,
        pages=lambda other: str(SetUpServer(shown, str(other))),
        page=page,
    )
