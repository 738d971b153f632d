"""What happened, as values: points exist only here, with their arithmetic (COM-22)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.geometry import Cell, Spot, cell_of
from rules.pieces import Piece


class Term(NamedTuple):
    """One summand of a score: so many of something at so many points each."""

    name: str
    number: int
    each: int

    @property
    def points(self) -> int:
        """What the summand comes to."""
        return self.number * self.each


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is a seat's turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class TileDrawn:
    """A seat drew a tile from a bag; it is public from now on (COM-04)."""

    seat: int
    bag: str
    tile: str


@dataclass(frozen=True, slots=True)
class TileDiscarded:
    """A drawn tile fits nowhere and leaves the game (COM-09)."""

    seat: int
    bag: str
    tile: str


@dataclass(frozen=True, slots=True)
class TilePlaced:
    """A seat laid a tile."""

    seat: int
    tile: str
    cell: Cell
    rotation: int


@dataclass(frozen=True, slots=True)
class PieceDeployed:
    """A seat put a piece on the tile just placed."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class Scored:
    """A feature was scored: its terms, what each seat got, and the pieces that stood on it.

    ``points`` is empty where nobody stood on a closed feature. During play the pieces leave it
    (COM-19); in the final scoring, which ``final`` marks, some stay where they are (H-26).
    """

    kind: str
    spots: tuple[Spot, ...]
    terms: tuple[Term, ...]
    points: tuple[tuple[int, int], ...]
    pieces: tuple[Piece, ...] = ()
    final: bool = False

    def cells(self) -> tuple[Cell, ...]:
        """The cells of the feature, each once."""
        return tuple(dict.fromkeys(map(cell_of, self.spots)))


@dataclass(frozen=True, slots=True)
class FerryLaid:
    """A seat laid a ferry between two roads of a lake, or turned it there from two others."""

    seat: int
    joins: tuple[Spot, Spot]
    before: tuple[Spot, Spot] | None


@dataclass(frozen=True, slots=True)
class ArkSet:
    """A seat set the Ark on a tile."""

    seat: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class ArkWalked:
    """A seat moved the Ark along some cells, the last of them its new place."""

    seat: int
    path: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PiecesReturned:
    """Pieces went home without a score (H-61)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat left the game; its pieces stay where they are."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """All is scored; the seats that share the victory (COM-21)."""

    winners: tuple[int, ...]


Event: TypeAlias = (
    TurnBegan
    | TileDrawn
    | TileDiscarded
    | TilePlaced
    | PieceDeployed
    | Scored
    | FerryLaid
    | ArkSet
    | ArkWalked
    | PiecesReturned
    | Resigned
    | GameEnded
)


def totals(story: Iterable[Event], seats: int) -> tuple[int, ...]:
    """Each seat's points: the sum of what the story says, nothing else."""
    points = [0] * seats
    for event in story:
        if isinstance(event, Scored):
            for seat, gained in event.points:
                points[seat] += gained
    return tuple(points)
