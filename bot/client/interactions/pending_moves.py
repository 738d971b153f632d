"""Placements that players are shown in private and have not confirmed."""

from typing import Final

from cachetools import LRUCache

from bot.table.table import TableVersion
from rules.moves import PlaceTile

KEPT_MOVES: Final = 1024
"""The number of newest placements kept in memory."""


class PendingMoves:
    """The last unconfirmed placement of each player in each channel.

    They live in memory only: nothing has been committed, so nothing is lost with them.
    """

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[int, int], tuple[TableVersion, PlaceTile]] = LRUCache(KEPT_MOVES)
        """By channel and player."""

    def keep(self, channel: int, user: int, at: TableVersion, move: PlaceTile) -> None:
        """Remember the placement that a player was asked about, and the version of its table."""
        self._kept[channel, user] = (at, move)

    def forget(self, user: int | None) -> None:
        """Forget the placements of a player, or of all players."""
        for key in [key for key in self._kept if user in (None, key[1])]:
            del self._kept[key]

    def of(self, channel: int, user: int, at: TableVersion) -> PlaceTile | None:
        """The placement that the player was asked about, if the table has not changed since."""
        kept_at, move = self._kept.get((channel, user), (None, None))
        return move if kept_at == at else None
