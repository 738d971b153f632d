"""The result of thinking about a turn, as values."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.geometry import Cell
from rules.moves import Move

Moves: TypeAlias = tuple[Move, ...]
"""The moves of a seat from one decision until a tile is drawn or the next turn begins."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """Why a way to go on is worth what it is: one term of the evaluation that changes.

    ``kind`` is a general word of an open vocabulary: ``now`` for what is scored at once. ``points``
    are what it adds to the margin of the seat that thinks; ``seat`` is whom it concerns, ``layer``
    of which kind the feature is, ``cells`` where it lies, all three only where that is known.
    """

    kind: str
    points: float
    seat: int | None = None
    layer: str | None = None
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A way to go on: its moves, what they are worth and why.

    ``worth`` is what the margin to the best of the others is expected to change by, in points;
    ``reasons`` come with the largest first.
    """

    moves: Moves
    worth: float
    reasons: tuple[MoveReason, ...]
