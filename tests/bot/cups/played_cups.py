"""Cups for tests: folded from entries, with results that the test decides."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cups.policy import (
    CUP_ENTRIES,
    Cup,
    CupEntry,
    Ended,
    Joined,
    Left,
    MatchOpened,
    MatchResult,
    Opened,
    RoundPaired,
    Started,
    Winner,
    fold_cup,
    next_round,
)
from bot.table.entries import New
from bot.table.settings import Settings
from storage import EntryRow


class CupLog:
    """A log of a cup that grows entry by entry; user 100 + n is player n."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.lines: list[EntryRow] = []
        self.write(Opened(New("hunters", 2, settings=settings or Settings())), 100)

    @property
    def cup(self) -> Cup:
        """The cup as its log stands, folded anew."""
        return fold_cup(self.lines)

    def write(self, entry: CupEntry, user: int | None = None) -> Cup:
        number = len(self.lines)
        self.lines.append(EntryRow(number, user, CUP_ENTRIES.write(entry), 1000.0 + number))
        return self.cup

    def begin(self, players: int) -> Cup:
        """Have so many players join, and start with them in the order of joining."""
        for number in range(players):
            self.write(Joined(), 100 + number)
        return self.write(Started(tuple(range(players))), 100)

    def leave(self, player: int) -> Cup:
        return self.write(Left(player), 100 + player)

    def pair(self) -> Cup:
        """Begin the next round."""
        pairs = next_round(self.cup)
        assert pairs is not None
        return self.write(RoundPaired(pairs))

    def play_round(self, results: Sequence[tuple[Winner, tuple[int, int] | None]]) -> Cup:
        """Pair the next round, open its tables and write the results of its matches."""
        self.pair()
        for number, (winner, points) in enumerate(results):
            self.write(MatchOpened(number, 1000 * len(self.cup.rounds) + number))
            self.write(MatchResult(number, winner, points))
        return self.cup

    def end(self) -> Cup:
        """End the cup after its last round."""
        assert next_round(self.cup) is None
        return self.write(Ended())
