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

    ``kind`` is a word of an open vocabulary, such as ``now`` for points scored at once. ``points``
    are the change of the mover's margin; ``seat``, ``layer`` and ``cells`` tell the seat, the kind
    of feature and its cells, where they are known, ``role`` that of the figure. ``kept`` is the
    worth of a figure that stays in hand: as it changes nothing, it is in no points.
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
        """The points that the reason is about, for any seat."""
        return max(abs(self.points), self.kept)


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A way to complete a turn: its moves, their worth and the reasons.

    ``worth`` is the expected change, in points, of the margin over the best other seat; ``reasons``
    are sorted, the largest first, and their points sum to it.
    """

    moves: Moves
    worth: float
    reasons: tuple[MoveReason, ...]
