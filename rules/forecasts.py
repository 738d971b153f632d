"""Interfaces for forecasting points: a step's `Forecaster`, and the `Chances` that it uses."""

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
        """The chance that an area is closed, from 0 to 1; 1 for a closed area."""

    @abstractmethod
    def filling(self, game: Game, cell: Cell) -> float:
        """The chance, from 0 to 1, that an empty cell is filled."""

    @abstractmethod
    def growing(self, game: Game, area: Area) -> float:
        """Undrawn tiles that count for a growing area; fewer, the fewer gaps it has."""

    @abstractmethod
    def keeping(self, game: Game, areas: Iterable[Area], lead: int) -> float:
        """The chance, from 0 to 1, that a lead in pieces lasts to the end."""

    @abstractmethod
    def cached(self, board: Board, area: Area, ask: Callable[[Board, Area], Answer]) -> Answer:
        """``ask(board, area)``, cached."""

    @abstractmethod
    def events_of(self, game: Game, kind: type[EventType]) -> list[EventType]:
        """Events of a kind; those before the evaluated position are cached."""

    @abstractmethod
    def turns_left(self, game: Game, seat: int) -> float:
        """The number of turns that a seat still has."""


class Forecast(NamedTuple):
    """Expected points: kind, points by seat, and the feature that pays."""

    kind: str
    points: tuple[ExpectedShare, ...]
    area: Area | None = None


class Forecaster(ABC):
    """A step that pays for more than single features, or pays in later turns."""

    __slots__ = ()

    @abstractmethod
    def forecast(self, game: Game, chances: Chances) -> Iterable[Forecast]:
        """Points expected from now on, without those already scored."""

    def if_joined(
        self, game: Game, one: Area, other: Area, chances: Chances
    ) -> Iterable[ExpectedShare]:
        """Each seat's gain or loss if two areas of one layer were joined."""
        return ()
