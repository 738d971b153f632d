"""The events of a game: points exist only here, with their arithmetic (COM-22)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
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
        """The points of the term."""
        return self.number * self.each


Share: TypeAlias = tuple[int, int]
"""A share of a score: the seat and its points."""


class Event:
    """Something that happened; here are those of every game, the others lie with their parts."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """It is a seat's turn."""

    seat: int


turn_began = cache(TurnBegan)
"""The event of a seat's turn: the same value each time, as a game has so many."""


@dataclass(frozen=True, slots=True)
class TileDrawn(Event):
    """A seat drew a tile from a bag; it is public from now on (COM-04)."""

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
    """A drawn tile fits nowhere and goes back under the others of its bag (R-03)."""

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
    """A feature was scored: its terms, what each seat got, and the pieces that stood on it.

    ``points`` is empty where nobody stood on a closed feature. During play the pieces leave it
    (COM-19); in the final scoring, which ``final`` marks, some stay where they are (H-26).
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
    """Pieces went home without a score (H-61)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A seat left the game; its pieces stay where they are."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """The turn of a seat was ended for it; it stays in the game (COM-26)."""

    seat: int


@dataclass(frozen=True, slots=True)
class EndedEarly(Event):
    """The table ended the game before its last tile; the final scoring follows (COM-27)."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """All is scored; the seats that share the victory (COM-21)."""

    winners: tuple[int, ...]


def totals(story: Iterable[Event], seats: int) -> tuple[int, ...]:
    """Each seat's points: the sum of what the story says, nothing else."""
    points = [0] * seats
    for event in story:
        if isinstance(event, Scored):
            for seat, gained in event.points:
                points[seat] += gained
    return tuple(points)
