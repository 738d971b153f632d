"""A game as it was a few moves ago, while a log is folded."""

from collections import deque
from typing import Final

from rules.game import Game

KEPT: Final = 12
"""Moves that can be taken back without playing all before them again: some turns of a table."""


class UndoSnapshots:
    """The game before each of the newest moves that count, by the number of the move's entry.

    It is kept no longer than a log is read: a table in memory does not grow by it.
    """

    def __init__(self) -> None:
        self._games: deque[tuple[int, Game]] = deque(maxlen=KEPT)

    def keep(self, number: int, before: Game) -> None:
        """Notes the game before the move of an entry."""
        self._games.append((number, before))

    def before(self, number: int) -> Game | None:
        """The game before the move of an entry, if it is known still; that move and all since fall.

        What is played from there on is to be noted anew.
        """
        while self._games:
            known, game = self._games.pop()
            if known == number:
                return game
        return None
