"""Positions of games played by chance in which a tile is to be laid."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.table.fold import fold
from bot.table.table import Table
from storage import EntryRow
from tests.support.finished_tables import finished_lines

CUTS: Final = 8
"""The number of positions of a running table that are taken from each game."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game up to one position: its lines with the seats that wrote them, and its table."""

    lines: tuple[tuple[int, str], ...]
    table: Table


def positions_of_game(name: str, seats: int, seed: int) -> list[PlayedGame]:
    """Play a random game, and return some of its positions, the first turn and the end included."""
    lines = finished_lines(name, range(seats), seed)
    turns = [number for number, (_, text) in enumerate(lines) if text.startswith("place")]
    # Not so late that a game ends while it is watched.
    cuts = [turns[len(turns) * n // (CUTS + 4)] for n in range(CUTS)]
    return [folded_table(lines[:cut]) for cut in (*cuts, len(lines))]


def folded_table(
    lines: Sequence[tuple[int, str]], users: Sequence[int] = (), at: float | None = None
) -> PlayedGame:
    """Fold lines into a table, with the users of the seats and the time of writing if given."""
    now = time.time() if at is None else at
    rows = [
        EntryRow(n, users[seat] if users else seat, text, now)
        for n, (seat, text) in enumerate(lines)
    ]
    return PlayedGame(tuple(lines), fold(rows))
