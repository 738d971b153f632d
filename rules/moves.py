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


@dataclass(frozen=True, slots=True)
class LayFerry:
    """Lay a ferry between two lettered roads of the lake tile just placed (F-12)."""

    a: str
    b: str


@dataclass(frozen=True, slots=True)
class TurnFerry:
    """Turn the ferry of the tile at a cell, so that it joins two other roads (F-20)."""

    cell: Cell
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class SetArk:
    """Set the Ark on a tile of the first finished city (A-30)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Walk:
    """Move the Ark step by step; a step is ``n``, ``e``, ``s`` or ``w`` (A-31)."""

    steps: tuple[str, ...]


Move: TypeAlias = PlaceTile | Deploy | Pass | LayFerry | TurnFerry | SetArk | Walk
