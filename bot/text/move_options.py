"""The moves shown in pictures of options: suggested moves, or played moves beside better ones."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.moves import Move

MoveSequence: TypeAlias = tuple[Move, ...]
"""Moves of one seat, from a decision on."""


@dataclass(frozen=True, slots=True)
class SuggestedMoves:
    """Suggested sequences of moves, numbered on the board."""

    suggestions: tuple[MoveSequence, ...]


@dataclass(frozen=True, slots=True)
class ComparedMoves:
    """Moves of a record, each beside a better one.

    A comparison is the number of earlier lines of the record, the played moves and the better ones.
    """

    record: str
    comparisons: tuple[tuple[int, MoveSequence, MoveSequence], ...]
