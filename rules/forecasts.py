"""Interfaces by which a part's steps forecast points, beyond the scorers of features."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias, TypeVar

from rules.areas import Area
from rules.board import Board
from rules.geometry import Cell
from rules.ruleset import Game
from rules.story import Event

Answer = TypeVar("Answer")
EventType = TypeVar("EventType", bound=Event)

ExpectedShare: TypeAlias = tuple[int, float]
"""A seat, and points that it is expected to win or lose."""


class Chances(ABC):
    """Probabilities of future events, computed from the undrawn tiles."""

    __slots__ = ()

    @abstractmethod
    def finishing(self, game: Game, area: Area) -> float:
        """The chance, from 0 to 1, that an area is closed before the end; 1 for a closed area."""

    @abstractmethod
    def filling(self, game: Game, cell: Cell) -> float:
        """The chance, from 0 to 1, that a tile is placed in an empty cell."""

    @abstractmethod
    def growing(self, game: Game, area: Area) -> float:
        """The undrawn tiles that count for an area that grows; fewer, the fewer gaps it has."""

    @abstractmethod
    def keeping(self, game: Game, areas: Iterable[Area], lead: int) -> float:
        """The chance, from 0 to 1, that a lead of so many pieces in areas lasts to the end."""

    @abstractmethod
    def cached(self, board: Board, area: Area, ask: Callable[[Board, Area], Answer]) -> Answer:
        """The cached result of ``ask(board, area)``."""

    @abstractmethod
    def events_of(self, game: Game, kind: type[EventType]) -> list[EventType]:
        """The events of a kind in a story; those before the evaluated position are cached."""

    @abstractmethod
    def turns_left(self, game: Game, seat: int) -> float:
        """The number of turns that a seat still has."""


class Forecast(NamedTuple):
    """Expected points: their kind, the points by seat, and the feature that pays them."""

    kind: str
    points: tuple[ExpectedShare, ...]
    area: Area | None = None


class Forecaster(ABC):
    """A step that pays for more than single features, or pays in later turns."""

    __slots__ = ()

    @abstractmethod
    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """The points expected from now on, without points already scored."""

    def if_joined(
        self, game: Game, one: Area, other: Area, chances: Chances
    ) -> Iterable[ExpectedShare]:
        """The points that each seat would gain or lose if two areas of one layer were joined."""
        return ()
