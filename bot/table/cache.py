"""A bounded cache of tables, and the memory that a table takes."""

from collections import OrderedDict
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
"""Bytes of a spot, a joint, an empty cell beside a tile, a line of the record, an event."""


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


ROOM: Final = 128 << 20
"""Bytes of tables that are kept: some thousand of them in the middle of their games."""


class TableCache:
    """A bounded cache of tables by the number of their game; any can be folded from its log."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[int, tuple[Table, int]] = OrderedDict()
        self.bytes = 0
        """The bytes of the cached tables, as `weight` counts them."""

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, game: int, last: int) -> Table | None:
        """The table of a game, if it is kept and not older than its entry ``last``."""
        table = self.newest(game)
        return table if table is not None and table.last >= last else None

    def newest(self, game: int) -> Table | None:
        """The table of a game as it was when it was kept."""
        if game not in self._kept:
            return None
        self._kept.move_to_end(game)
        return self._kept[game][0]

    def keep(self, game: int, table: Table) -> None:
        """Keep a table, unless a newer one of its game is there; others have to make room."""
        known = self.newest(game)
        if known is table or (known is not None and known.last > table.last):
            return
        self.drop(game)
        heavy = weight(table)
        self._kept[game] = table, heavy
        self.bytes += heavy
        while self.bytes > self._room:
            self.drop(next(iter(self._kept)))

    def drop(self, game: int) -> None:
        """Keep the table of a game no longer."""
        if game in self._kept:
            self.bytes -= self._kept.pop(game)[1]

    def clear(self) -> None:
        """Keep none."""
        self._kept.clear()
        self.bytes = 0
