"""The events of a game; points exist only here, with their arithmetic (COM-22)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from rules.geometry import Cell, Spot, cell_of
from rules.pieces import Piece


class Term(NamedTuple):
    """One term of a score: a number of something, at some points each."""

    name: str
    number: int
    each: int

    @property
    def points(self) -> int:
        """The points of the term."""
        return self.number * self.each


Share: TypeAlias = tuple[int, int]
"""A share of a score: the seat and its points."""


class Event:
    """An event of a game; this module holds those of every game, a part holds its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """The turn of a seat began."""

    seat: int


turn_began = cache(TurnBegan)
"""The cached event of a seat's turn, as a game has many."""


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """A seat drew a tile from a bag; the tile is public from now on (COM-04)."""

    seat: int
    bag: str
    tile: str


@dataclass(frozen=True, slots=True)
class TileDiscarded(Event):
    """A drawn tile fits nowhere and leaves the game (COM-09)."""

    seat: int
    bag: str
    tile: str


@dataclass(frozen=True, slots=True)
class TilePostponed(Event):
    """A drawn tile fits nowhere and goes back under the other tiles of its bag (R-03)."""

    seat: int
    bag: str
    tile: str


@dataclass(frozen=True, slots=True)
class TilePlaced(Event):
    """A seat laid a tile."""

    seat: int
    tile: str
    cell: Cell
    rotation: int


@dataclass(frozen=True, slots=True)
class PieceDeployed(Event):
    """A seat put a piece on the tile just placed."""

    piece: Piece


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A feature was scored: its terms, the points by seat, and the pieces on it.

    ``points`` is empty for a closed feature without pieces. During play the pieces leave the
    feature (COM-19); in the final scoring, which ``final`` marks, some stay (H-26).
    """

    kind: str
    spots: tuple[Spot, ...]
    terms: tuple[Term, ...]
    points: tuple[Share, ...]
    pieces: tuple[Piece, ...] = ()
    final: bool = False

    def cells(self) -> tuple[Cell, ...]:
        """The cells of the feature, each once."""
        return tuple(dict.fromkeys(map(cell_of, self.spots)))


@dataclass(frozen=True, slots=True)
class PiecesReturned(Event):
    """Pieces returned to the supply without a score (H-61)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat left the game; its pieces stay where they are."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """The turn of an absent seat was ended; the seat stays in the game (COM-26)."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndedEarly(Event):
    """The table ended the game before its last tile; the final scoring follows (COM-27)."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game ended; ``winners`` share the victory (COM-21)."""

    winners: tuple[int, ...]


def totals(story: Iterable[Event], seats: int) -> tuple[int, ...]:
    """Each seat's points: the sum of the scores in the story."""
    points = [0] * seats
    for event in story:
        if isinstance(event, Scored):
            for seat, gained in event.points:
                points[seat] += gained
    return tuple(points)
