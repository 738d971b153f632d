"""A bounded cache of tables, and the memory that a table takes."""

from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from sys import getsizeof
from typing import Any, Final

from cachetools import LRUCache

from bot.table.table import Table
from rules.board import Board

EMPTY_TABLE_BYTES: Final = 6_000
"""Bytes of a table in its lobby, with the bags, figure supply and header of its game."""
AREA_BYTES: Final = 390
"""Bytes of an area of ordinary size."""
SPOT_BYTES: Final = 52
JOINT_BYTES: Final = 64
LINE_BYTES: Final = 190
EVENT_BYTES: Final = 130
"""Bytes of a spot, a joint, a line of the record, an event."""


def estimated_bytes(table: Table) -> int:
    """Estimate the bytes that a table shares with no other table, to about a fifth.

    The rulebook, its tiles and their forms exist once for all games and are not counted.
    """
    if table.game is None:
        return EMPTY_TABLE_BYTES
    board = table.game.board
    areas = sum(len(plane.areas) for plane in board.planes)
    spots = sum(len(plane.home) for plane in board.planes)
    return (
        EMPTY_TABLE_BYTES
        + sum(map(getsizeof, _dictionaries(board)))
        + AREA_BYTES * areas
        + SPOT_BYTES * spots
        + JOINT_BYTES * len(board.joints)
        + LINE_BYTES * len(table.lines)
        + EVENT_BYTES * len(table.game.story)
    )


def _dictionaries(board: Board) -> Iterator[Any]:
    """Yield the dictionaries of a board."""
    yield from (board.tiles, board.gaps, board.joints, board.waiting)
    for plane in board.planes:
        yield from (plane.home, plane.areas)


CACHE_BYTES: Final = 128 << 20
"""Bytes of cached tables: enough for some thousand games half played."""


class TableCache:
    """A bounded cache of tables by game number; a dropped table can be folded again."""

    def __init__(self, max_bytes: int = CACHE_BYTES) -> None:
        self._weighed: LRUCache[int, tuple[Table, int]] = LRUCache(
            max_bytes, getsizeof=itemgetter(1)
        )
        """By game, a table and its bytes as `estimated_bytes` counts them."""

    def __len__(self) -> int:
        return len(self._weighed)

    @property
    def bytes(self) -> int:
        """The estimated bytes of the cached tables."""
        return int(self._weighed.currsize)

    def find(self, game: int, last: int) -> Table | None:
        """Return the cached table of a game, or None if it is older than entry ``last``."""
        table = self.newest(game)
        return table if table is not None and table.last >= last else None

    def newest(self, game: int) -> Table | None:
        """Return the cached table of a game, however old it is."""
        table, _ = self._weighed.get(game, (None, 0))
        return table

    def keep(self, game: int, table: Table) -> None:
        """Cache a table, unless a newer one of its game is cached, and evict others if needed."""
        known = self.newest(game)
        if known is table or (known is not None and known.last > table.last):
            return
        self.drop(game)
        with suppress(ValueError):  # A table larger than the whole cache is not kept.
            self._weighed[game] = table, estimated_bytes(table)

    def drop(self, game: int) -> None:
        """Remove the table of a game."""
        self._weighed.pop(game, None)

    def clear(self) -> None:
        """Remove all tables."""
        self._weighed.clear()
