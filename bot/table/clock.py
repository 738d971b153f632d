"""Time at a table: waiting turns, pauses, the clocks of seats, and the archiving of idle tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.core.durations import DAY
from bot.table.entries import EntryError
from bot.table.settings import TIME_CONTROLS
from bot.table.table import PauseState, Phase, Table, TimeChanges, WaitInterval
from bot.text.names import is_impersonal
from rules.record import SKIP

Interval: TypeAlias = tuple[float, float]
AbsencesByUser: TypeAlias = Mapping[int, Sequence[Interval]]


def waited_seconds(table: Table, now: float, absent: AbsencesByUser) -> float:
    """Seconds of the present turn, without pauses and absences."""
    spell = _waiting_turn(table, now)
    return _clocked_seconds(table, spell, now, absent) if spell is not None else 0.0


def seconds_left(table: Table, seat: int, now: float, absent: AbsencesByUser) -> float | None:
    """Seconds left in a seat's bank or turn, at least 0; None without a clock.

    An opponent has no clock.
    """
    if is_impersonal(table.players[seat]):
        return None
    pace = TIME_CONTROLS[table.settings.pace]
    present = _waiting_turn(table, now)
    running = (
        _clocked_seconds(table, present, now, absent) if present and present.seat == seat else 0.0
    )
    if pace.move_seconds is not None:
        return max(0.0, pace.move_seconds - running)
    if not pace.bank:
        return None
    bank = pace.bank
    for spell in table.turns:
        if spell.seat == seat:
            bank = max(0.0, bank - _clocked_seconds(table, spell, now, absent)) + pace.increment
    return max(0.0, bank - running)


def runs_out_at(table: Table, now: float, absent: AbsencesByUser) -> float | None:
    """Unix time at which the mover's clock reaches, or reached, zero.

    None if no clock runs: without time control, for an open seat, in a pause or absence.
    """
    spell = _waiting_turn(table, now)
    user = table.to_move
    if spell is None or user is None or (table.paused and table.paused.is_active(now)):
        return None
    if any(began <= now < ended for began, ended in absent.get(user, ())):
        return None
    has = seconds_left(table, spell.seat, now, absent)
    return None if has is None else now + has


def _waiting_turn(table: Table, now: float) -> WaitInterval | None:
    if table.phase is not Phase.PLAYING or table.game is None:
        return None
    return WaitInterval(table.game.turn, table.since, max(now, table.since))


def _clocked_seconds(
    table: Table, spell: WaitInterval, now: float, absent: AbsencesByUser
) -> float:
    user = table.players[spell.seat]
    stopped = [*table.pauses, *(absent.get(user, ()) if user is not None else ())]
    if table.paused is not None:
        until = now if table.paused.until is None else min(now, table.paused.until)
        stopped.append((table.paused.since, until))
    return spell.ended - spell.began - _covered_seconds(stopped, spell.began, spell.ended)


def _covered_seconds(intervals: Iterable[Interval], began: float, ended: float) -> float:
    """Seconds of a time span covered by intervals, which may overlap."""
    covered, upto = 0.0, began
    for first, last in sorted(intervals):
        first, last = max(first, upto), min(last, ended)
        if last > first:
            covered += last - first
            upto = last
    return covered


def time_changes(before: Table, after: Table, now: float) -> TimeChanges:
    """Changes by an entry written at ``now``, with the time of the turn it ended.

    A turn begins again if its seat changes hands or its table is restored.
    """
    now = max(now, before.since)  # After a clock was set back no turn ends before it began.
    old, new = _turn_identity(before), _turn_identity(after)
    if after.phase is Phase.PLAYING and old == new:
        return {}
    changes: TimeChanges = {"since": now}
    if old is not None and old[1] is not None:
        changes["turns"] = (*after.turns, WaitInterval(old[0], before.since, now))
    if before.paused is not None and after.phase is not Phase.PLAYING:
        changes["paused"] = None
        changes["pauses"] = (*after.pauses, _pause_interval(before.paused, now))
    return changes


def pause(table: Table, now: float, until: float | None) -> Table:
    """Begin a pause for the users who voted for it."""
    if table.phase is not Phase.PLAYING:
        raise EntryError("no game is running")
    if table.paused is not None:
        if table.paused.is_active(now):
            raise EntryError("there is a pause already")
        table = resume(table, now)
    by = frozenset(user for user, ballot in table.ballots.items() if ballot.word == "pause")
    return table.replace(paused=PauseState(now, until, by), ballots={})


def resume(table: Table, now: float) -> Table:
    """End the pause now, or at its own earlier end."""
    if table.paused is None:
        raise EntryError("there is no pause")
    return table.replace(paused=None, pauses=(*table.pauses, _pause_interval(table.paused, now)))


def _pause_interval(paused: PauseState, now: float) -> tuple[float, float]:
    """Begin and end of a pause that is over by ``now``."""
    ended = now if paused.until is None else min(now, paused.until)
    return paused.since, max(ended, paused.since)


def _turn_identity(table: Table) -> tuple[int, int | None, int] | None:
    """A turn's seat, player and number of tiles left.

    The player is None for an open seat or a forgotten player, whose time is not counted.
    """
    if table.phase is not Phase.PLAYING or table.game is None:
        return None
    seat = table.game.turn
    return seat, table.players[seat], sum(map(len, table.game.bags.values()))


PRESENCE_SECONDS: Final = 300.0
"""Seconds after their own turn during which players count as present."""


def is_present(table: Table) -> bool:
    """True if the player to move has just ended a turn by moving."""
    game, user = table.game, table.to_move
    if game is None or user is None:
        return False
    ended = [spell.ended for spell in table.turns if spell.seat == game.turn]
    if not ended or table.since - ended[-1] >= PRESENCE_SECONDS:
        return False
    # A skipped turn ends too, without any move of its player.
    for line in reversed(table.lines):
        if line.text == SKIP:
            return False
        if line.user == user and line.is_move:
            return True
    return False


IDLE_DAYS: Final = 60
"""Days without an entry after which a table is archived."""
ARCHIVED_DAYS: Final = 300
"""Days after archiving during which a table can be restored."""


def idle_since(table: Table, newest: float) -> float:
    """Unix time since which a table is idle; ``newest``: that of its newest entry.

    A pause with an end counts only after its end.
    """
    until = table.paused.until if table.paused is not None else None
    return newest if until is None else max(newest, until)


def restorable_until(table: Table) -> float:
    """Unix time until which an archived table can be restored."""
    return table.since + ARCHIVED_DAYS * DAY
