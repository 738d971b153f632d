"""What a feature is worth: small functions from a board and an area to the terms of its score."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.areas import Area
from rules.board import Board
from rules.game import Game
from rules.geometry import Spot
from rules.pieces import Kind, Piece, leaders
from rules.story import Scored, Term

Terms: TypeAlias = tuple[Term, ...]
Valuation: TypeAlias = Callable[[Board, Area], Terms]
Award: TypeAlias = Callable[[Board, Area, int], tuple[tuple[int, int], ...]]


def worth(terms: Iterable[Term]) -> int:
    """What terms come to together."""
    return sum(term.points for term in terms)


def terms(*found: Term) -> Terms:
    """The terms that count anything."""
    return tuple(term for term in found if term.number)


def printed(board: Board, spots: Iterable[Spot], mark: str) -> int:
    """How many of a mark are printed on some zones."""
    return sum(board.zone(spot).count(mark) for spot in spots)


def per_tile(points: int) -> Valuation:
    """Points for each tile; one with two zones in the feature counts once (B-22, B-31)."""
    return lambda board, area: (Term("tiles", len(area.cells()), points),)


def per_section(points: int) -> Valuation:
    """Points for each zone, however many lie on one tile (H-32, H-41)."""
    return lambda board, area: (Term("sections", len(area.spots), points),)


def per_mark(mark: str, points: int) -> Valuation:
    """Points for each of a mark printed in the feature."""
    return lambda board, area: terms(Term(mark, printed(board, area.spots, mark), points))


def added(*valuations: Valuation) -> Valuation:
    """The terms of several valuations together."""
    return lambda board, area: tuple(term for value in valuations for term in value(board, area))


def to_majority(board: Board, area: Area, points: int) -> tuple[tuple[int, int], ...]:
    """All points to each seat with the most pieces (COM-16)."""
    return tuple((seat, points) for seat in leaders(area.pieces)) if points else ()


@dataclass(frozen=True, slots=True)
class Scorer:
    """How the areas of a layer are scored: their worth, who gets it, which pieces go home.

    Pieces of the kinds in ``spent`` leave the game instead of going back to their owner.
    """

    layer: str
    valuation: Valuation
    award: Award = to_majority
    spent: frozenset[Kind] = frozenset()

    def score(self, board: Board, area: Area, *, final: bool = False) -> Scored:
        """The event of scoring an area; nothing is changed by it."""
        found = self.valuation(board, area)
        points = self.award(board, area, worth(found))
        return Scored(self.layer, area.spots, found, points, area.pieces, final)

    def settle(self, game: Game, area: Area, *, final: bool = False) -> Game:
        """The game after an area is scored and its pieces have left it (COM-19)."""
        event = self.score(game.board, area, final=final)
        if not area.pieces:
            return game.told(event)
        return game.told(
            event,
            board=game.board.without_pieces(area.pieces),
            supply=home_again(game.supply, area.pieces, self.spent),
        )


def home_again(
    supply: Sequence[Mapping[Kind, int]], pieces: Iterable[Piece], spent: frozenset[Kind]
) -> tuple[dict[Kind, int], ...]:
    """The supplies after pieces went back to their owners, or out of the game (COM-19)."""
    hands = [dict(hand) for hand in supply]
    for piece in pieces:
        if piece.role.kind not in spent:
            hands[piece.seat][piece.role.kind] += 1
    return tuple(hands)
