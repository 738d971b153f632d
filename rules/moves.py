"""What a player can decide, as values."""

from dataclasses import dataclass
from typing import TypeAlias

from rules.geometry import Cell


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Lay the drawn tile at a cell, after so many quarter turns clockwise."""

    cell: Cell
    rotation: int


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put a piece in a role on a lettered segment of the tile just placed (COM-11).

    An empty letter stands for the only segment that is possible.
    """

    role: str
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing where that is allowed (COM-15)."""


Move: TypeAlias = PlaceTile | Deploy | Pass
