"""The quiet hours of a player, and their time zone."""

from typing import Final

from bot.presenters.words.actions import ShowSettings
from bot.table.reminder_policy import NotificationPreferences
from bot.table.settings import NOT_QUIET, QUIET, ZONE
from bot.text.i18n import N_, _
from bot.text.message import Button, Menu, MenuLine, Message
from bot.text.time_zones import MENU_ZONES, time_in_zone, zone_title

DEFAULT_QUIET_HOURS: Final = (22, 7)
"""The default begin and end: a player who chooses one of them gets the other from here."""


def quiet_hours_text(preferences: NotificationPreferences) -> str:
    """The quiet hours in words."""
    if preferences.quiet is None:
        return _("You have no quiet hours.")
    first, end = map(_hour_text, preferences.quiet)
    place = zone_title(preferences.zone)
    return _("Your quiet hours: {first} to {end} ({place}).", first=first, end=end, place=place)


def quiet_hours_message(preferences: NotificationPreferences, now: float, back: Button) -> Message:
    """The quiet hours and the menus that change them.

    ``now`` in Unix seconds tells the time in each zone.
    """
    first, end = preferences.quiet or DEFAULT_QUIET_HOURS
    none = preferences.quiet is None
    lines = [
        quiet_hours_text(preferences),
        _("You get no pings then. Your turns are still posted, and reminders come later."),
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
