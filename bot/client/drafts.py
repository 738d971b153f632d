"""What players have in hand privately: placements not confirmed, and panels they have opened."""

from collections import OrderedDict
from typing import Final

from rules.moves import PlaceTile

KEPT: Final = 1024


class Drafts:
    """The last unconfirmed placement of each player in each channel.

    They live in memory only: nothing has been committed, so nothing is lost with them.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], tuple[int, int, PlaceTile]] = OrderedDict()
        self._opened: OrderedDict[tuple[int, int], tuple[int, int]] = OrderedDict()

    def keep(self, channel: int, user: int, at: tuple[int, int], move: PlaceTile) -> None:
        """Remembers what a player was asked about, and at which (game, entry)."""
        self._kept.pop((channel, user), None)
        self._kept[channel, user] = (*at, move)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, channel: int, user: int, at: tuple[int, int]) -> PlaceTile | None:
        """The placement the player was asked about, if the game has not moved on since."""
        game, entry, move = self._kept.get((channel, user), (0, 0, None))
        return move if (game, entry) == at else None

    def opened(self, channel: int, user: int, at: tuple[int, int]) -> bool:
        """Notes that a player opens a panel at a (game, entry); whether it was open already."""
        before = self._opened.pop((channel, user), None)
        self._opened[channel, user] = at
        while len(self._opened) > KEPT:
            self._opened.popitem(last=False)
        return before == at
