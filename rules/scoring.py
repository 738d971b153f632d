"""The scoring of a feature: valuations that list its terms, its awards, and returned pieces."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.areas import Area
from rules.board import Board
from rules.geometry import Spot
from rules.pieces import Kind, Piece, leaders
from rules.story import Scored, Share, Term

Terms: TypeAlias = tuple[Term, ...]


class Valuation(ABC):
    """The terms of an area's score, as a value stored with the rules."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, board: Board, area: Area) -> Terms:
        """The terms of its score."""


Award: TypeAlias = Callable[[Board, Area, int], tuple[Share, ...]]
"""A function that gives the points of an area to seats; a module's function, so that it pickles."""


def total_points(terms: Iterable[Term]) -> int:
    return sum(term.points for term in terms)


def nonzero_terms(*candidates: Term) -> Terms:
    return tuple(term for term in candidates if term.number)


def count_marks(board: Board, spots: Iterable[Spot], mark: str) -> int:
    return sum([board.zone(spot).marks.get(mark, 0) for spot in spots])


@dataclass(frozen=True, slots=True)
class PerTile(Valuation):
    """Points per tile; one with two zones in the feature counts once (B-22, B-31)."""

    points: int

    def __call__(self, board: Board, area: Area) -> Terms:
        return (Term("tiles", len(area.cells()), self.points),)


@dataclass(frozen=True, slots=True)
class PerSegment(Valuation):
    """Points per zone, however many lie on one tile (H-32, H-41)."""

    points: int

    def __call__(self, board: Board, area: Area) -> Terms:
        return (Term("sections", len(area.spots), self.points),)


@dataclass(frozen=True, slots=True)
class PerMark(Valuation):
    """Points per mark of a kind in the feature."""

    mark: str
    points: int

    def __call__(self, board: Board, area: Area) -> Terms:
        return nonzero_terms(
            Term(self.mark, count_marks(board, area.spots, self.mark), self.points)
        )


@dataclass(frozen=True, slots=True)
class Sum(Valuation):
    """The terms of several valuations together."""

    valuations: tuple[Callable[[Board, Area], Terms], ...]

    def __call__(self, board: Board, area: Area) -> Terms:
        return tuple(term for valuation in self.valuations for term in valuation(board, area))


def award_majority(board: Board, area: Area, points: int) -> tuple[Share, ...]:
    """All points to each seat with the greatest weight of pieces (COM-16)."""
    return tuple((seat, points) for seat in leaders(area.pieces)) if points else ()


@dataclass(frozen=True, slots=True)
class Scorer:
    """The scoring of a layer's areas: points, awards, pieces that leave.

    Kinds in ``spent`` leave the game instead of returning to their owner.
    """

    layer: str
    valuation: Callable[[Board, Area], Terms]
    award: Award = award_majority
    spent: frozenset[Kind] = frozenset()

    def score(self, board: Board, area: Area, *, final: bool = False) -> Scored:
        """The event of scoring an area; the board is unchanged."""
        terms = self.valuation(board, area)
        points = self.award(board, area, total_points(terms))
        return Scored(self.layer, area.spots, terms, points, area.pieces, final)


def return_pieces(
    supply: Sequence[Mapping[Kind, int]], pieces: Iterable[Piece], spent: frozenset[Kind]
) -> tuple[dict[Kind, int], ...]:
    """Supplies after pieces return to their owners, or leave the game (COM-19)."""
    hands = [dict(hand) for hand in supply]
    for piece in pieces:
        if piece.role.kind not in spent:
            hands[piece.seat][piece.role.kind] += 1
    return tuple(hands)
