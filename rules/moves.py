"""Moves: the decisions of players, as values that write themselves in the notation.

Here are the moves of every game; those that a part brings lie with the part.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from rules.geometry import Cell, xy


class Move:
    """Something a player decides; no `ABC`, of which `isinstance` takes five times as long."""

    __slots__ = ()

    @property
    @abstractmethod
    def word(self) -> str:
        """The first word of its text."""

    @abstractmethod
    def write(self) -> str:
        """Its canonical text in the notation."""

    def relettered(self, letters: Mapping[str, str]) -> "Move":
        """The move with the letters of the tile just placed replaced (COM-25)."""
        return self


class OwnMove(Move):
    """A move that a part brings: its text begins with a word of its own."""

    __slots__ = ()
    WORD: ClassVar[str]

    @property
    def word(self) -> str:
        """The first word of its text."""
        return self.WORD

    @classmethod
    @abstractmethod
    def read(cls, words: Sequence[str]) -> "OwnMove":
        """The move from the words after its own, small letters; NotationError if they are off."""


@dataclass(frozen=True, slots=True)
class PlaceTile(Move):
    """Lay the drawn tile at a cell, after so many quarter turns clockwise."""

    cell: Cell
    rotation: int

    @property
    def word(self) -> str:
        """``place``."""
        return "place"

    def write(self) -> str:
        """``place 3 -1 rot90``."""
        x, y = xy(self.cell)
        return f"place {x} {y} rot{90 * self.rotation}"


@lru_cache(maxsize=1 << 16)  # a few megabytes; every listing of moves asks for the same again
def placing(cell: Cell, rotation: int) -> PlaceTile:
    """A `PlaceTile`, the same value for the same cell and rotation."""
    return PlaceTile(cell, rotation)


@dataclass(frozen=True, slots=True)
class Deploy(Move):
    """Put a piece in a role on a lettered segment of the tile just placed (COM-11).

    An empty letter stands for the only segment that is possible.
    """

    role: str
    letter: str = ""

    @property
    def word(self) -> str:
        """Its role."""
        return self.role

    def write(self) -> str:
        """The role and the letter; a missing letter stays missing."""
        return f"{self.role} {self.letter}".strip()

    def relettered(self, letters: Mapping[str, str]) -> Move:
        """The same role on the segment that is meant."""
        return replace(self, letter=letters.get(self.letter, self.letter))


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing where that is allowed (COM-15)."""

    @property
    def word(self) -> str:
        """``pass``."""
        return "pass"

    def write(self) -> str:
        """``pass``."""
        return "pass"
