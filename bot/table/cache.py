"""The tables kept in memory: those asked for last, as many as have room."""

from collections import OrderedDict
from typing import Final

from bot.table.memory_size import weight
from bot.table.table import Table

ROOM: Final = 128 << 20
"""Bytes of tables that are kept: some thousand of them in the middle of their games."""


class TableCache:
    """A bounded cache of tables by the number of their game; any can be folded from its log."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._kept: OrderedDict[int, tuple[Table, int]] = OrderedDict()
        self.bytes = 0
        """What the tables kept take, as `weight` reckons."""

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
        """Keeps a table, unless a newer one of its game is there; others have to make room."""
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
        """Keeps the table of a game no longer."""
        if game in self._kept:
            self.bytes -= self._kept.pop(game)[1]

    def clear(self) -> None:
        """Keeps none."""
        self._kept.clear()
        self.bytes = 0
