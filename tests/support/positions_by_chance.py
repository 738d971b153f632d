"""Positions of games played by chance in which a tile is to be laid."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.table.fold import fold
from bot.table.table import Table
from rules.game import play, start
from rules.notation import write
from rules.random_play import deal, random_move
from storage import EntryRow

CUTS: Final = 8
"""Number of positions of each game that a running table has."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game up to some moment: its lines with the seats that wrote them, and its table."""

    lines: tuple[tuple[int, str], ...]
    table: Table


def whole(name: str, seats: int, seed: int) -> list[Played]:
    """A game at some moments, the first at its first turn, and as it ended."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    order = " ".join(map(str, range(seats)))
    lines = [(0, f"new {name} {seats}"), *((seat, "join") for seat in range(1, seats))]
    lines.append((0, f"start\norder: {order}\n{header.text()}"))
    game = start(header.book, header.seats, header.bags)
    turns = [len(lines)]
    while not game.over:
        move = random_move(game, chance)
        lines.append((game.turn, write(move)))
        game = play(game, move)
        if game.drawn is not None:
            turns.append(len(lines))
    # Not so late that a game ends while it is watched.
    cuts = [turns[len(turns) * n // (CUTS + 4)] for n in range(CUTS)]
    return [folded(lines[:cut]) for cut in (*cuts, len(lines))]


def folded(
    lines: Sequence[tuple[int, str]], users: Sequence[int] = (), at: float | None = None
) -> Played:
    """Lines with their table; who sits there, and when they were written, if it matters."""
    now = time.time() if at is None else at
    rows = [
        EntryRow(n, users[seat] if users else seat, text, now)
        for n, (seat, text) in enumerate(lines)
    ]
    return Played(tuple(lines), fold(rows))
