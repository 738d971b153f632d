"""What a part expects of a position beyond what the scorers of features say."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from rules.areas import Area
from rules.board import Board
from rules.geometry import Cell
from rules.ruleset import Game
from rules.story import Event

Found = TypeVar("Found")
Told = TypeVar("Told", bound=Event)


class Chances(ABC):
    """How likely it is that something comes about, reckoned from the tiles that are left."""

    __slots__ = ()

    @abstractmethod
    def finishing(self, game: Game, area: Area) -> float:
        """That an open area is closed before the game ends, from 0 to 1; 1 if it is."""

    @abstractmethod
    def filling(self, game: Game, cell: Cell) -> float:
        """That a tile comes to lie in an empty cell, from 0 to 1."""

    @abstractmethod
    def once(self, board: Board, area: Area, ask: Callable[[Board, Area], Found]) -> Found:
        """What a question about an area, as it lies, is answered with; remembered."""

    @abstractmethod
    def told(self, game: Game, kind: type[Told]) -> list[Told]:
        """The events of a kind in a story; those from before one began to think are remembered."""

    @abstractmethod
    def turns_left(self, game: Game, seat: int) -> float:
        """How many turns a seat still has."""


class Foreseen(NamedTuple):
    """Points that are expected: of what kind, for whom how many, and for which feature."""

    kind: str
    points: tuple[tuple[int, float], ...]
    area: Area | None = None


class Foresight(ABC):
    """A step that pays for something else than single features, or pays in turns to come."""

    __slots__ = ()

    @abstractmethod
    def foreseen(self, game: Game, chances: Chances) -> Iterable[Foreseen]:
        """What it is expected to bring from now on; what has been scored is not in it."""
