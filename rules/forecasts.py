"""The expectations of a part for a position, beyond the scorers of features."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from rules.areas import Area
from rules.board import Board
from rules.geometry import Cell
from rules.ruleset import Game
from rules.story import Event

Answer = TypeVar("Answer")
EventType = TypeVar("EventType", bound=Event)


class Chances(ABC):
    """How likely it is that something comes about, reckoned from the tiles that are left."""

    __slots__ = ()

    @abstractmethod
    def finishing(self, game: Game, area: Area) -> float:
        """The chance that an open area is closed before the game ends, from 0 to 1; 1 if it is."""

    @abstractmethod
    def filling(self, game: Game, cell: Cell) -> float:
        """The chance that a tile comes to lie in an empty cell, from 0 to 1."""

    @abstractmethod
    def cached(self, board: Board, area: Area, ask: Callable[[Board, Area], Answer]) -> Answer:
        """The remembered answer to a question about an area."""

    @abstractmethod
    def events_of(self, game: Game, kind: type[EventType]) -> list[EventType]:
        """The events of a kind in a story; those from before one began to think are remembered."""

    @abstractmethod
    def turns_left(self, game: Game, seat: int) -> float:
        """How many turns a seat still has."""


class Forecast(NamedTuple):
    """Points that are expected: of what kind, for whom how many, and for which feature."""

    kind: str
    points: tuple[tuple[int, float], ...]
    area: Area | None = None


class Forecaster(ABC):
    """A step that pays for something else than single features, or pays in turns to come."""

    __slots__ = ()

    @abstractmethod
    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """The points expected from now on, without those scored already."""
