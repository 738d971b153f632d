"""Moves: players' decisions as values that write themselves in the notation, and pickers of moves.

This module holds the moves of every game; a part's own moves lie with the part. A picker chooses
one of many moves: by the first word, then among the moves with that word.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import ClassVar, Protocol, TypeAlias, TypeVar

from rules.geometry import Cell, xy


class Move:
    """A decision of a player. Not an `ABC`, whose `isinstance` takes five times as long."""

    __slots__ = ()

    @property
    @abstractmethod
    def word(self) -> str:
        """The first word of the move's text."""

    @abstractmethod
    def write(self) -> str:
        """Write the move in canonical notation."""

    def relettered(self, letters: Mapping[str, str]) -> "Move":
        """Replace letters of the tile just placed (COM-25)."""
        return self


class OwnMove(Move):
    """A move of a part; its text begins with a word of its own."""

    __slots__ = ()
    WORD: ClassVar[str]

    @property
    def word(self) -> str:
        return self.WORD

    @classmethod
    @abstractmethod
    def read(cls, words: Sequence[str]) -> "OwnMove":
        """Read the lower-case words after its first. Raise NotationError."""


MoveSequence: TypeAlias = tuple[Move, ...]
"""Moves of one seat, from a decision on."""


@dataclass(frozen=True, slots=True)
class PlaceTile(Move):
    """Place the drawn tile at a cell, turned by ``rotation`` quarter turns clockwise."""

    cell: Cell
    rotation: int

    @property
    def word(self) -> str:
        return "place"

    def write(self) -> str:
        """``place 3 -1 rot90``."""
        x, y = xy(self.cell)
        return f"place {x} {y} rot{90 * self.rotation}"


@lru_cache(
    maxsize=1 << 16
)  # a few megabytes; every list of legal moves needs the same values again
def placing(cell: Cell, rotation: int) -> PlaceTile:
    """Shared by all calls with the same cell and rotation."""
    return PlaceTile(cell, rotation)


@dataclass(frozen=True, slots=True)
class Deploy(Move):
    """Put a piece in a role on a lettered segment of the tile just placed (COM-11).

    An empty letter stands for the only possible segment.
    """

    role: str
    letter: str = ""

    @property
    def word(self) -> str:
        return self.role

    def write(self) -> str:
        """Write the move; a missing letter stays missing."""
        return f"{self.role} {self.letter}".strip()

    def relettered(self, letters: Mapping[str, str]) -> Move:
        """Deploy on the segment that the typed letter means (COM-25)."""
        return replace(self, letter=letters.get(self.letter, self.letter))


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing where that is allowed (COM-15)."""

    @property
    def word(self) -> str:
        return "pass"

    def write(self) -> str:
        """``pass``."""
        return "pass"


T = TypeVar("T")


class Chooser(Protocol):
    """Chooses one of some moves, or of their components."""

    def __call__(self, options: Sequence[T], /) -> T: ...


MovePicker: TypeAlias = Callable[[Chooser], Move]
"""A function that finds a move by calling a chooser one or more times."""


def pickers_by_word(moves: Iterable[Move]) -> dict[str, MovePicker]:
    """Group moves by their first word; each group is a picker."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.word, []).append(move)
    return {word: partial(choose_among, group) for word, group in groups.items()}


def choose_among(moves: Sequence[Move], choose: Chooser) -> Move:
    return choose(moves)
