"""Decide which reminder of a waiting turn is due, and whether its player is present."""

from dataclasses import dataclass
from math import inf
from typing import Final

from bot.durations import DAY, HOUR
from bot.table.clock import AbsencesByUser, runs_out_at, waited_seconds
from bot.table.notification_preferences import NO_REMINDERS, NotificationPreferences
from bot.table.table import Table
from rules.record import SKIP

PRESENCE_SECONDS: Final = 300.0
"""Seconds after their own turn during which players count as present."""


def is_present(table: Table) -> bool:
    """Return True if the player to move has just ended a turn by moving."""
    game, user = table.game, table.to_move
    if game is None or user is None:
        return False
    ended = [spell.ended for spell in table.turns if spell.seat == game.turn]
    if not ended or table.since - ended[-1] >= PRESENCE_SECONDS:
        return False
    # A turn that was skipped ends too, without anybody being there.
    for line in reversed(table.lines):
        if line.text == SKIP:
            return False
        if line.user == user and line.is_move:
            return True
    return False


QUESTION_SECONDS: Final = 5 * DAY
"""The waiting time before the table is asked; with a clock, the table is asked at its zero."""
ANSWER_SECONDS: Final = 1 * DAY
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
    """Decide what the waiting turn of a running game calls for.

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
    is_wanted = table.to_move is not None and preferences.hours != NO_REMINDERS
    clock_end = runs_out_at(table, now, absent)
    limit = QUESTION_SECONDS if clock_end is None else waited + clock_end - now
    times = preferences.reminder_times(limit) if is_wanted else ()
    number = sum(time <= waited for time in times) or None
    owed_ping = preferences.quiet_until(table.since) if table.to_move is not None else None
    ask_at = now + limit - waited
    if clock_end is None and times:
        if reminded is None and ask_at <= now:
            # A player who could not be reminded, as the bot was not running, is reminded first.
            return NextReminder(number, look_at=now + ANSWER_SECONDS)
        ask_at = max(ask_at, (reminded or 0.0) + ANSWER_SECONDS)
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
    if table.paused is not None and table.paused.lasts(now):
        return table.paused.until if table.paused.until is not None else now + PAUSE_CHECK_SECONDS
    user = table.to_move
    spans = absent.get(user, ()) if user is not None else ()
    ends = [end for begin, end in spans if begin <= now < end]
    return min(max(ends), now + ABSENCE_CHECK_SECONDS) if ends else None
