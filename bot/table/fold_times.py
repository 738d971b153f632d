"""Compute the times of turns and pauses from the times of the entries."""

from dataclasses import replace
from typing import TypedDict

from bot.table.entries import EntryError
from bot.table.intervals import PauseState, WaitInterval
from bot.table.table import Phase, Table


class TimeChanges(TypedDict, total=False):
    """The changes of a table's times by an entry."""

    since: float
    turns: tuple[WaitInterval, ...]
    pauses: tuple[tuple[float, float], ...]
    paused: PauseState | None


def time_changes(before: Table, after: Table, now: float) -> TimeChanges:
    """Return the changes by an entry written at ``now``, with the time of the turn it ended.

    A turn begins anew if its seat changes hands or its table is restored.
    """
    now = max(now, before.since)  # A clock that was put back makes no turn end before it began.
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
    """Pause the table for the users who voted for a pause."""
    if table.phase is not Phase.PLAYING:
        raise EntryError("no game is running")
    if table.paused is not None:
        if table.paused.lasts(now):
            raise EntryError("there is a pause already")
        table = resume(table, now)
    by = frozenset(user for user, ballot in table.ballots.items() if ballot.word == "pause")
    return replace(table, paused=PauseState(now, until, by), ballots={})


def resume(table: Table, now: float) -> Table:
    """End the pause, now or at its own earlier end."""
    if table.paused is None:
        raise EntryError("there is no pause")
    return replace(table, paused=None, pauses=(*table.pauses, _pause_interval(table.paused, now)))


def _pause_interval(paused: PauseState, now: float) -> tuple[float, float]:
    """Return the begin and end of a pause that is over at ``now`` at the latest."""
    ended = now if paused.until is None else min(now, paused.until)
    return paused.since, max(ended, paused.since)


def _turn_identity(table: Table) -> tuple[int, int | None, int] | None:
    """Return the identity of a turn: its seat, its player, the number of tiles left.

    The player is None for an open seat or a forgotten player, whose time is not counted.
    """
    if table.phase is not Phase.PLAYING or table.game is None:
        return None
    seat = table.game.turn
    return seat, table.players[seat], sum(map(len, table.game.bags.values()))
