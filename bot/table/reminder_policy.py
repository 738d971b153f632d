"""What is to be said of a turn that waits, and when: reminders to its player, one note to all."""

from dataclasses import dataclass
from math import inf
from typing import Final

from bot.table.clock import Absent, waiting, zero
from bot.table.notification_preferences import HOUR, NEVER, NotificationPreferences
from bot.table.table import Table

NOTE: Final = 120 * HOUR
"""How long a turn has waited when all are asked what to do; where there is a clock, at its zero."""
AFTER: Final = 24 * HOUR
"""How long after the last reminder they are asked at the earliest."""
UNSURE: Final = HOUR
"""Seconds until it is looked at again where time stands still and it is not known for how long."""


@dataclass(frozen=True, slots=True)
class NextReminder:
    """What is to be said now: the reminder of this ``number``, None for none, or a ``note``.

    Number 0 stands for the ping that the post of the turn owed.
    ``then`` is when it is to be looked at again, in Unix seconds; None: when something happens.
    """

    number: int | None = None
    note: bool = False
    then: float | None = None


def next_reminder(
    table: Table,
    now: float,
    absent: Absent,
    wishes: NotificationPreferences,
    reminded: float | None,
) -> NextReminder:
    """What is to be said of the turn that waits in a running game.

    ``reminded`` is when its player was last reminded of it, in Unix seconds, if they were. Whose
    turn began in their quiet hours was not pinged by its post, and is told when they are over.
    """
    stands = _stands(table, now, absent)
    if stands is not None:
        return NextReminder(then=stands)
    waited = waiting(table, now, absent)
    wanted = table.to_move is not None and wishes.hours != NEVER
    clock = zero(table, now, absent)
    limit = NOTE if clock is None else waited + clock - now
    times = wishes.reminders(limit) if wanted else ()
    number = sum(time <= waited for time in times) or None
    owed = wishes.quiet_until(table.since) if table.to_move is not None else None
    ends = now + limit - waited
    if clock is None and times:
        if reminded is None and ends <= now:
            # Who could not be reminded, as the bot was away, is reminded first.
            return NextReminder(number, then=now + AFTER)
        ends = max(ends, (reminded or 0.0) + AFTER)
    if not table.voters() - {table.to_move}:
        # There is nobody who could decide anything.
        ends = inf
    if ends <= now:
        return NextReminder(note=True)
    later = [now + time - waited for time in times if time > waited]
    if owed is not None and number is None:
        number, later = (0, later) if owed <= now else (None, [owed, *later])
    then = min([*later, ends])
    return NextReminder(number, then=then if then < inf else None)


def _stands(table: Table, now: float, absent: Absent) -> float | None:
    """When to look again where nothing is waited for: a pause, an absence."""
    if table.paused is not None and table.paused.lasts(now):
        return table.paused.until if table.paused.until is not None else now + 24 * UNSURE
    user = table.to_move
    away = absent.get(user, ()) if user is not None else ()
    ends = [ended for began, ended in away if began <= now < ended]
    return min(max(ends), now + UNSURE) if ends else None
