"""Placements that players are shown in private and have not confirmed."""

from collections import OrderedDict
from typing import Final

from bot.table.table import TableVersion
from rules.moves import PlaceTile

KEPT_MOVES: Final = 1024


class PendingMoves:
    """The last unconfirmed placement of each player in each channel.

    They live in memory only: nothing has been committed, so nothing is lost with them.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], tuple[TableVersion, PlaceTile]] = OrderedDict()

    def keep(self, channel: int, user: int, at: TableVersion, move: PlaceTile) -> None:
        """Remember what a player was asked about, and at which moment."""
        self._kept.pop((channel, user), None)
        self._kept[channel, user] = (at, move)
        while len(self._kept) > KEPT_MOVES:
            self._kept.popitem(last=False)

    def forget(self, user: int | None) -> None:
        """Remember nothing of a player any more, or of none."""
        for key in [key for key in self._kept if user in (None, key[1])]:
            del self._kept[key]

    def of(self, channel: int, user: int, at: TableVersion) -> PlaceTile | None:
        """The placement the player was asked about, if the game has not moved on since."""
        kept_at, move = self._kept.get((channel, user), (None, None))
        return move if kept_at == at else None
