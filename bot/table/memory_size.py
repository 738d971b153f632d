"""How much memory a table takes, counted and not walked: it is asked with every move."""

from collections.abc import Iterator
from sys import getsizeof
from typing import Any, Final

from bot.table.table import Table
from rules.board import Board

EMPTY: Final = 6_000
"""Bytes of a table in its lobby, and of what a game has beside its board: bags, supply, header."""
AREA: Final = 390
"""Those of an area that is not large: itself, what it is open at, where it lies."""
SPOT: Final = 52
JOINT: Final = 64
GAP: Final = 72
LINE: Final = 190
EVENT: Final = 130
"""Of a spot of a plane, a joint, an empty cell beside a tile, a line of the record, an event."""


def weight(table: Table) -> int:
    """The bytes of a table that it shares with no other, to a fifth or so.

    The rulebook, its tiles and their forms are there once for all games.
    """
    if table.game is None:
        return EMPTY
    board = table.game.board
    areas = sum(len(plane.areas) for plane in board.planes)
    spots = sum(len(plane.home) for plane in board.planes)
    return (
        EMPTY
        + sum(map(getsizeof, _tables(board)))
        + AREA * areas
        + SPOT * spots
        + JOINT * len(board.joints)
        + GAP * (len(board.gaps) + len(board.waiting))
        + LINE * len(table.lines)
        + EVENT * len(table.game.story)
    )


def _tables(board: Board) -> Iterator[Any]:
    """The dictionaries of a board."""
    yield from (board.tiles, board.gaps, board.joints, board.waiting, board.taken)
    for plane in board.planes:
        yield from (plane.home, plane.areas)
