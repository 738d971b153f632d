"""The moves shown in pictures of options: proposed ones, or played ones beside better ones."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.moves import Move

MoveSequence: TypeAlias = tuple[Move, ...]
"""Moves of one seat, from a decision on."""


@dataclass(frozen=True, slots=True)
class ProposedMoves:
    """Sequences of moves, numbered on the board."""

    ways: tuple[MoveSequence, ...]


@dataclass(frozen=True, slots=True)
class ComparedMoves:
    """Moves of a record, each beside a better one.

    A slip is the number of earlier lines of the record, the played moves and the better ones.
    """

    record: str
    slips: tuple[tuple[int, MoveSequence, MoveSequence], ...]
