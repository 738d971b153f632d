"""The moves in pictures of options: proposed ones, or played ones beside better ones."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.moves import Move

MoveSequence: TypeAlias = tuple[Move, ...]
"""Moves of one seat, from a decision on."""


@dataclass(frozen=True, slots=True)
class ProposedMoves:
    """Ways to go on, to be numbered on the board."""

    ways: tuple[MoveSequence, ...]


@dataclass(frozen=True, slots=True)
class ComparedMoves:
    """Moves of a record, each beside a better one.

    They are what was played after so many of its lines, and what would have been better.
    """

    record: str
    slips: tuple[tuple[int, MoveSequence, MoveSequence], ...]
