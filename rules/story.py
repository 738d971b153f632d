"""The events of a game, their immutable sequence `Story`, and the totals of its points (COM-22)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias, overload

from rules.geometry import Cell, Spot, cell_of
from rules.pieces import Piece


class Term(NamedTuple):
    """A number of something, at some points each."""

    name: str
    number: int
    each: int

    @property
    def points(self) -> int:
        return self.number * self.each


Share: TypeAlias = tuple[int, int]
"""A share of a score: the seat and its points."""


class Event:
    """Parts define their own events in addition."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
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
        return tuple(dict.fromkeys(map(cell_of, self.spots)))


@dataclass(frozen=True, slots=True)
class PiecesReturned(Event):
    """Pieces returned without a score (H-61)."""

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


CHUNK_EVENTS: Final = 256


class Story(Sequence[Event]):
    """A game's events in order, as an immutable value.

    A longer story shares the full chunks of the one it continues, so adding an event copies fewer
    than CHUNK_EVENTS references, however long the game is.
    """

    __slots__ = ("_chunks", "_start", "_tail")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._set((), tuple(events))

    def _set(self, chunks: tuple[tuple[Event, ...], ...], tail: tuple[Event, ...]) -> None:
        """Move full chunks from a tail of any length."""
        if full := len(tail) // CHUNK_EVENTS:
            starts = range(0, full * CHUNK_EVENTS, CHUNK_EVENTS)
            chunks = (*chunks, *(tail[start : start + CHUNK_EVENTS] for start in starts))
            tail = tail[full * CHUNK_EVENTS :]
        self._chunks, self._tail = chunks, tail
        self._start = len(chunks) * CHUNK_EVENTS

    def extended(self, events: tuple[Event, ...]) -> "Story":
        longer: Story = object.__new__(Story)
        longer._set(self._chunks, self._tail + events)
        return longer

    def __len__(self) -> int:
        return self._start + len(self._tail)

    @overload
    def __getitem__(self, at: int) -> Event: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Event, ...]: ...

    def __getitem__(self, at: int | slice) -> Event | tuple[Event, ...]:
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            if step == 1 and start >= self._start:
                return self._tail[start - self._start : max(0, stop - self._start)]
            return tuple(self)[at]
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError(f"a story of {len(self)} events has no event {at}")
        if number >= self._start:
            return self._tail[number - self._start]
        return self._chunks[number // CHUNK_EVENTS][number % CHUNK_EVENTS]

    def __iter__(self) -> Iterator[Event]:
        return chain(*self._chunks, self._tail)

    def __reversed__(self) -> Iterator[Event]:
        return chain(reversed(self._tail), *map(reversed, reversed(self._chunks)))

    def __eq__(self, other: object) -> bool:
        """Equal to another story, or a tuple, with the same events."""
        if isinstance(other, Story):
            return self._tail == other._tail and self._chunks == other._chunks
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __repr__(self) -> str:
        return f"Story({tuple(self)!r})"


def totals(story: Iterable[Event], seats: int) -> tuple[int, ...]:
    points = [0] * seats
    for event in story:
        if isinstance(event, Scored):
            for seat, gained in event.points:
                points[seat] += gained
    return tuple(points)
