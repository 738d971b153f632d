"""The notification preferences of a user: when, how and at which hours they are reminded."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.durations import HOUR

REMINDER_HOURS: Final = (6, 12, 24, 48)
"""Hours until the first reminder that a user can choose."""
NO_REMINDERS: Final = 0
CHANNEL, DIRECT, BOTH = "channel", "direct", "both"
WAYS: Final = (CHANNEL, DIRECT, BOTH)
"""The ways of a reminder: in the channel, as a direct message, or both."""
MAX_REMINDERS: Final = 4
"""The most reminders of a turn, each after twice the time of the one before."""
ZONES: Final = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver"),
    *("America/Chicago", "America/New_York", "America/Halifax", "America/Sao_Paulo"),
    *("Atlantic/Azores", "UTC", "Europe/London", "Europe/Paris", "Europe/Athens"),
    *("Europe/Istanbul", "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Dhaka"),
    *("Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Adelaide"),
    *("Australia/Sydney", "Pacific/Auckland"),
)
"""The time zones offered, from west to east."""
REMIND, WAY, QUIET, ZONE, NEXT = "remind", "remind-way", "quiet", "zone", "next"
"""The names of the preferences."""
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """The notification preferences of a user.

    Attributes:
        hours: Hours of waiting until the first reminder, NO_REMINDERS for none.
        way: One of WAYS.
        quiet: The first hour of the day without pings, and the hour that ends them.
        zone: The time zone of the quiet hours.
        next: True if the user is told when the turn before theirs begins.
    """

    hours: int = 12
    way: str = CHANNEL
    quiet: tuple[int, int] | None = None
    zone: str = "UTC"
    next: bool = False

    def reminder_times(self, limit: float) -> tuple[float, ...]:
        """Return the seconds of waiting after which reminders are due, those before a limit."""
        times = (self.hours * HOUR * 2**n for n in range(MAX_REMINDERS))
        return tuple(time for time in times if NO_REMINDERS < time < limit)

    def quiet_until(self, now: float) -> float | None:
        """Return the end of the quiet hours in Unix seconds, or None if ``now`` is not in them."""
        if self.quiet is None:
            return None
        first, end = self.quiet
        local = datetime.fromtimestamp(now, ZoneInfo(self.zone))
        hours = (end - first) % 24
        if (local.hour - first) % 24 >= hours:
            return None
        over = local.replace(hour=end, minute=0, second=0, microsecond=0, fold=0)
        if over <= local:
            over += timedelta(days=1)
        # If the clocks change in that hour, its end may lie before now.
        return max(over.timestamp(), now + 1)


DEFAULT_PREFERENCES: Final = NotificationPreferences()


def read_preferences(preferences: Mapping[str, str]) -> NotificationPreferences:
    """Read stored preferences; an unknown value counts as the default."""
    zone, way = preferences.get(ZONE, ""), preferences.get(WAY, "")
    return NotificationPreferences(
        hours=_read_hours(preferences.get(REMIND, "")),
        way=way if way in WAYS else DEFAULT_PREFERENCES.way,
        quiet=_read_quiet_hours(preferences.get(QUIET, "")),
        zone=zone if zone in ZONES else DEFAULT_PREFERENCES.zone,
        next=preferences.get(NEXT) == YES,
    )


def _read_hours(text: str) -> int:
    known = text.isdecimal() and int(text) in (NO_REMINDERS, *REMINDER_HOURS)
    return int(text) if known else DEFAULT_PREFERENCES.hours


def _read_quiet_hours(text: str) -> tuple[int, int] | None:
    """Read two hours of the day, as in ``22-7``."""
    first, _, end = text.partition("-")
    if not (first.isdecimal() and end.isdecimal()):
        return None
    hours = int(first), int(end)
    return hours if max(hours) < 24 and hours[0] != hours[1] else None
