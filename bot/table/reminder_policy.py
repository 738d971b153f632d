"""Decide which reminder of a waiting turn is due, by its player's notification preferences.

A pure function of the table, the clocks and the preferences. Snoozes, quiet hours, absences that
have just begun, and the daily limit come after it, in `bot/client/notifications/reminders.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf
from typing import Final
from zoneinfo import ZoneInfo

from bot.durations import DAY, HOUR
from bot.table.clock import AbsencesByUser, runs_out_at, waited_seconds
from bot.table.table import Table
from bot.text.time_zones import TIME_ZONES

REMINDER_HOUR_CHOICES: Final = (6, 12, 24, 48)
"""Hours until the first reminder that a user can choose."""
DEFAULT_REMINDER_HOURS: Final = 12
NO_REMINDERS: Final = 0
CHANNEL, DIRECT, BOTH = "channel", "direct", "both"
TARGETS: Final = (CHANNEL, DIRECT, BOTH)
"""The targets of a reminder: the channel, a direct message, or both."""
MAX_REMINDERS: Final = 4
"""The most reminders of a turn, each after twice the time of the one before."""
REMIND, TARGET, QUIET, ZONE, NEXT = "remind", "remind-way", "quiet", "zone", "next"
"""The names of the preferences."""
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class NotificationPreferences:
    """The notification preferences of a user.

    Attributes:
        first_reminder_hours: Hours of waiting until it, NO_REMINDERS for none.
        target: One of TARGETS.
        quiet: The first hour of the day without pings, and the hour that ends them.
        zone: The time zone of the quiet hours.
        next: True if the user gets a notice when the turn before theirs begins.
    """

    first_reminder_hours: int = DEFAULT_REMINDER_HOURS
    target: str = CHANNEL
    quiet: tuple[int, int] | None = None
    zone: str = "UTC"
    next: bool = False

    def reminder_times(self, limit: float) -> tuple[float, ...]:
        """Return the seconds of waiting after which reminders are due, those before a limit."""
        times = (self.first_reminder_hours * HOUR * 2**n for n in range(MAX_REMINDERS))
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
    zone, target = preferences.get(ZONE, ""), preferences.get(TARGET, "")
    return NotificationPreferences(
        first_reminder_hours=_read_first_reminder_hours(preferences.get(REMIND, "")),
        target=target if target in TARGETS else DEFAULT_PREFERENCES.target,
        quiet=_read_quiet_hours(preferences.get(QUIET, "")),
        zone=zone if zone in TIME_ZONES else DEFAULT_PREFERENCES.zone,
        next=preferences.get(NEXT) == YES,
    )


def _read_first_reminder_hours(text: str) -> int:
    known = text.isdecimal() and int(text) in (NO_REMINDERS, *REMINDER_HOUR_CHOICES)
    return int(text) if known else DEFAULT_PREFERENCES.first_reminder_hours


def _read_quiet_hours(text: str) -> tuple[int, int] | None:
    """Read two hours of the day, as in ``22-7``."""
    first, _, end = text.partition("-")
    if not (first.isdecimal() and end.isdecimal()):
        return None
    hours = int(first), int(end)
    return hours if max(hours) < 24 and hours[0] != hours[1] else None


QUESTION_SECONDS: Final = 5 * DAY
"""The waiting time before the table is asked; with a clock, the table is asked at its zero."""
MIN_SECONDS_BEFORE_QUESTION: Final = 1 * DAY
"""The least time between the last reminder and the question to the table."""
PAUSE_CHECK_SECONDS: Final = 1 * DAY
"""The time until the next look at a table whose pause has no end."""
ABSENCE_CHECK_SECONDS: Final = 1 * HOUR
"""The longest time until the next look at a table whose player to move is absent."""


@dataclass(frozen=True, slots=True)
class NextReminder:
    """The next step for a waiting turn.

    Attributes:
        number: The reminder to send, None for none. Number 0 stands for the ping that the post of
            the turn did not make, in the quiet hours of its player.
        ask_table: True if the table is to be asked what to do.
        look_at: When to look again, in Unix seconds; None if the next entry says.
    """

    number: int | None = None
    ask_table: bool = False
    look_at: float | None = None


def next_reminder(
    table: Table,
    now: float,
    absent: AbsencesByUser,
    preferences: NotificationPreferences,
    reminded: float | None,
) -> NextReminder:
    """Decide which reminder or question is due for the waiting turn of a running game.

    Args:
        table: The table of the game.
        now: The present, in Unix seconds.
        absent: The times in which no clock runs, by user.
        preferences: Those of the player to move.
        reminded: When that player was last reminded of this turn, in Unix seconds, if ever.
    """
    suspended_until = _suspended_until(table, now, absent)
    if suspended_until is not None:
        return NextReminder(look_at=suspended_until)
    waited = waited_seconds(table, now, absent)
    is_wanted = table.to_move is not None and preferences.first_reminder_hours != NO_REMINDERS
    clock_end = runs_out_at(table, now, absent)
    limit = QUESTION_SECONDS if clock_end is None else waited + clock_end - now
    times = preferences.reminder_times(limit) if is_wanted else ()
    number = sum(time <= waited for time in times) or None
    owed_ping = preferences.quiet_until(table.since) if table.to_move is not None else None
    ask_at = now + limit - waited
    if clock_end is None and times:
        if reminded is None and ask_at <= now:
            # A player who could not be reminded, as the bot was not running, is reminded first.
            return NextReminder(number, look_at=now + MIN_SECONDS_BEFORE_QUESTION)
        ask_at = max(ask_at, (reminded or 0.0) + MIN_SECONDS_BEFORE_QUESTION)
    if not table.voters() - {table.to_move}:
        # There is no other player to decide anything.
        ask_at = inf
    if ask_at <= now:
        return NextReminder(ask_table=True)
    next_times = [now + time - waited for time in times if time > waited]
    if owed_ping is not None and number is None:
        if owed_ping <= now:
            number = 0
        else:
            next_times.append(owed_ping)
    look_at = min([*next_times, ask_at])
    return NextReminder(number, look_at=look_at if look_at < inf else None)


def _suspended_until(table: Table, now: float, absent: AbsencesByUser) -> float | None:
    """Return when to look again at a table that pauses or waits for an absent player, else None."""
    if table.paused is not None and table.paused.is_active(now):
        return table.paused.until if table.paused.until is not None else now + PAUSE_CHECK_SECONDS
    user = table.to_move
    spans = absent.get(user, ()) if user is not None else ()
    ends = [end for begin, end in spans if begin <= now < end]
    return min(max(ends), now + ABSENCE_CHECK_SECONDS) if ends else None
