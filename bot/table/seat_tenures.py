"""The players of each seat of a table, from turn to turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.table.table import Table
from rules.analysis.history import split_turns
from rules.story import TilePlaced


@dataclass(frozen=True, slots=True)
class SeatTenure:
    """A player of a seat, and their last turn there, counted from 1; 0 for none.

    ``user`` is None for a forgotten player, and for the present holder of an open seat.
    """

    user: int | None
    last: int = 0


def laid_tiles(table: Table) -> Iterator[tuple[int, int, int | None]]:
    """Yield the turn, counted from 1, the seat and the user of each tile that was laid."""
    story = table.game.story if table.game is not None else ()
    placed = (
        (number, event.seat)
        for number, events in enumerate(split_turns(story), 1)
        for event in events
        if isinstance(event, TilePlaced)
    )
    lines = (line for line in table.lines if line.is_placement)
    for (number, seat), line in zip(placed, lines, strict=False):
        yield number, seat, line.user


def seat_tenures(table: Table) -> tuple[tuple[SeatTenure, ...], ...]:
    """Return by seat all players of its turns, in order; the present one comes last."""
    by_seat: list[list[SeatTenure]] = [[] for _player in table.players]
    for number, seat, user in laid_tiles(table):
        held = by_seat[seat]
        if held and held[-1].user == user:
            del held[-1]
        held.append(SeatTenure(user, number))
    for held, user in zip(by_seat, table.players, strict=True):
        if not held or held[-1].user != user:
            held.append(SeatTenure(user))
    return tuple(map(tuple, by_seat))


def players_at(held: Sequence[Sequence[SeatTenure]], turn: int) -> tuple[int | None, ...]:
    """Return the player of each seat at a turn, counted from 1; the present one by default."""
    return tuple(
        next((tenure.user for tenure in seat if tenure.last >= turn), seat[-1].user)
        for seat in held
    )
