"""The result of rating turns, as values."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.geometry import Cell
from rules.moves import Move

Moves: TypeAlias = tuple[Move, ...]
"""The moves of a seat from one decision until a tile is drawn or the next turn begins."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """One reason for the worth of a turn: a term of the evaluation that changes.

    ``kind`` is a word of an open vocabulary, such as ``now`` for points scored at once. ``points``:
    change of the mover's margin; ``seat``, ``layer``, ``cells`` and ``role`` of the figure, where
    known; ``kept``: worth of a figure that stays in hand, which changes no points.
    """

    kind: str
    points: float
    seat: int | None = None
    layer: str | None = None
    cells: tuple[Cell, ...] = ()
    kept: float = 0.0
    role: str | None = None

    @property
    def size(self) -> float:
        """The points concerned, for any seat."""
        return max(abs(self.points), self.kept)


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A way to complete a turn: moves, worth and reasons.

    ``worth``: expected change, in points, of the margin over the best other seat; ``reasons``:
    largest first, their points sum to it.
    """

    moves: Moves
    worth: float
    reasons: tuple[MoveReason, ...]
