"""The clocks of a table, which the rules do not know; all times are in seconds.

``absent`` holds by user the intervals of Unix time in which no clock of the user runs.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.table.intervals import WaitInterval
from bot.table.table import Phase, Table
from bot.table.time_control import TIME_CONTROLS
from bot.text.opponents import is_opponent

Interval: TypeAlias = tuple[float, float]
AbsencesByUser: TypeAlias = Mapping[int, Sequence[Interval]]


def waited_seconds(table: Table, now: float, absent: AbsencesByUser) -> float:
    """Return the seconds that the present turn has waited, without pauses and absences."""
    spell = _waiting_turn(table, now)
    return _clocked_seconds(table, spell, now, absent) if spell is not None else 0.0


def seconds_left(table: Table, seat: int, now: float, absent: AbsencesByUser) -> float | None:
    """Return the seconds a seat has left in its bank or turn; None without a clock.

    The result is never negative. An opponent has no clock.
    """
    if is_opponent(table.players[seat]):
        return None
    pace = TIME_CONTROLS[table.settings.pace]
    present = _waiting_turn(table, now)
    running = (
        _clocked_seconds(table, present, now, absent) if present and present.seat == seat else 0.0
    )
    if pace.move is not None:
        return max(0.0, pace.move - running)
    if not pace.bank:
        return None
    bank = pace.bank
    for spell in table.turns:
        if spell.seat == seat:
            bank = max(0.0, bank - _clocked_seconds(table, spell, now, absent)) + pace.increment
    return max(0.0, bank - running)


def runs_out_at(table: Table, now: float, absent: AbsencesByUser) -> float | None:
    """Return the Unix time at which the clock of the player to move reaches zero, or reached it.

    Return None if no clock runs: without time control, for an open seat, in a pause or absence.
    """
    spell = _waiting_turn(table, now)
    user = table.to_move
    if spell is None or user is None or (table.paused and table.paused.lasts(now)):
        return None
    if any(began <= now < ended for began, ended in absent.get(user, ())):
        return None
    has = seconds_left(table, spell.seat, now, absent)
    return None if has is None else now + has


def _waiting_turn(table: Table, now: float) -> WaitInterval | None:
    """Return the waiting turn; None if no game is running."""
    if table.phase is not Phase.PLAYING or table.game is None:
        return None
    return WaitInterval(table.game.turn, table.since, max(now, table.since))


def _clocked_seconds(
    table: Table, spell: WaitInterval, now: float, absent: AbsencesByUser
) -> float:
    """Return the seconds of a turn in which its clock ran."""
    user = table.players[spell.seat]
    stopped = [*table.pauses, *(absent.get(user, ()) if user is not None else ())]
    if table.paused is not None:
        until = now if table.paused.until is None else min(now, table.paused.until)
        stopped.append((table.paused.since, until))
    return spell.ended - spell.began - _covered_seconds(stopped, spell.began, spell.ended)


def _covered_seconds(intervals: Iterable[Interval], began: float, ended: float) -> float:
    """Return the seconds of a time span that intervals cover; intervals may overlap."""
    covered, upto = 0.0, began
    for first, last in sorted(intervals):
        first, last = max(first, upto), min(last, ended)
        if last > first:
            covered += last - first
            upto = last
    return covered
