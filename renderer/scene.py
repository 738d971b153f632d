"""A picture as a `Scene`: its items from back to front, without pixels, and the inks they use.

Lengths are pixels, y grows downwards. Items know the ink of their ground, so that soft edges are
mixed without reading back pixels.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from renderer.players import Colour
from rules.geometry import Cell
from rules.ruleset import Rulebook
from rules.tiles import Tile


class Ink(StrEnum):
    """The colours of everything but tiles and pieces, by purpose."""

    TABLE = "table"
    GRID = "grid"
    PLANK = "plank"
    STREAK = "streak"
    GROOVE = "groove"
    GAP = "gap"
    DEAD = "dead"
    PANEL = "panel"
    PAPER = "paper"
    CHALK = "chalk"
    FAINT = "faint"
    DARK = "dark"
    AMBER = "amber"
    BRONZE = "bronze"


class Align(StrEnum):
    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Heading(StrEnum):
    UP = "up"
    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class PieceOn:
    """A piece, its middle counted from the tile's corner, faint if ``gone``."""

    x: int
    y: int
    colour: Colour
    role: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class TokenOn:
    """A neutral token, its middle counted from the tile's corner."""

    x: int
    y: int
    name: str


@dataclass(frozen=True, slots=True)
class LinkOn:
    """A link on a tile, from one landing to another."""

    x: int
    y: int
    to_x: int
    to_y: int


@dataclass(frozen=True, slots=True)
class DiscOn:
    """A letter or number in a light disc; not ``live`` if it cannot be chosen now."""

    x: int
    y: int
    text: str
    size: int
    live: bool = True


@dataclass(frozen=True, slots=True)
class PlateOn:
    """Characters on a rounded plate, dark on the ``ground``.

    The edge has a seat's colour, or is dark.
    """

    x: int
    y: int
    text: str
    size: int
    ground: Ink
    edge: Colour | None = None


@dataclass(frozen=True, slots=True)
class TintOn:
    """A zone tinted in colours, striped if there are several."""

    letter: str
    colours: tuple[Colour, ...]


On: TypeAlias = PieceOn | TokenOn | LinkOn | DiscOn | PlateOn | TintOn


@dataclass(frozen=True, slots=True)
class TileAt:
    """A turned tile with the things on it, and its cell, if it has one."""

    x: int
    y: int
    size: int
    tile: Tile
    rotation: int
    on: tuple[On, ...] = ()
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    x: int
    y: int
    width: int
    height: int
    ink: Ink
    radius: int = 0


@dataclass(frozen=True, slots=True)
class GapMark:
    """An empty cell for the tile in hand, or a ``dead`` one that no tile left fits.

    ``text`` has one or two lines. A ``tile`` in its ``rotation`` fills the cell faintly.
    """

    x: int
    y: int
    size: int
    text: str = ""
    em: int = 0
    dead: bool = False
    tile: Tile | None = None
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class Frame:
    """A border in a seat's colour around a cell, on its neighbours' rims.

    A strong one lies between light lines, a thin one on a dark line: both are visible beside any
    tile.
    """

    x: int
    y: int
    size: int
    colour: Colour
    strong: bool = True

    @property
    def line(self) -> int:
        """Width of the dark line inside."""
        return max(1, self.size // 64)

    @property
    def light(self) -> int:
        """Width of the light line outside a strong border."""
        return max(2, self.size // 40)

    @property
    def width(self) -> int:
        return max(4, self.size // 18) if self.strong else max(3, self.size // 30)

    @property
    def reach(self) -> int:
        """The distance from the cell to the border's outer end."""
        return self.width + self.line + (self.light if self.strong else 0)


@dataclass(frozen=True, slots=True)
class Tab:
    """A seat's emblem on a small card, beside a frame."""

    x: int
    y: int
    size: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Planks:
    """The wooden table: a plank a row, with pegs at the corners of cells.

    Players count empty cells by them.
    """

    x: int
    y: int
    size: int
    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Label:
    """A line clipped to its box; ``size`` is the font's."""

    x: int
    y: int
    width: int
    height: int
    text: str
    size: int
    ink: Ink
    ground: Ink
    align: Align = Align.CENTRE
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    x: int
    y: int
    size: int
    colour: Colour
    ground: Ink


@dataclass(frozen=True, slots=True)
class Icon:
    x: int
    y: int
    size: int
    colour: Colour
    role: str
    ground: Ink


@dataclass(frozen=True, slots=True)
class MarkIcon:
    """A mark, for the token that a seat got for it."""

    x: int
    y: int
    size: int
    name: str
    ground: Ink


@dataclass(frozen=True, slots=True)
class Pointer:
    """A triangle towards places outside the picture, or at the seat to move."""

    x: int
    y: int
    size: int
    way: Heading
    ink: Ink
    ground: Ink


@dataclass(frozen=True, slots=True)
class RotationArrow:
    """A clockwise arrow, before the degrees of a rotation."""

    x: int
    y: int
    size: int
    ink: Ink
    ground: Ink


@dataclass(frozen=True, slots=True)
class Star:
    x: int
    y: int
    size: int
    ink: Ink
    ground: Ink


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points, for charts and paths, with a ``rim`` on both sides."""

    x: int
    y: int
    colour: Colour
    points: tuple[tuple[int, int], ...]
    width: int
    rim: Ink = Ink.CHALK


Item: TypeAlias = (
    TileAt
    | Panel
    | Planks
    | GapMark
    | Frame
    | Tab
    | Label
    | Badge
    | Icon
    | MarkIcon
    | Pointer
    | RotationArrow
    | Star
    | Curve
)


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture of a game played by a rulebook."""

    book: Rulebook
    width: int
    height: int
    items: tuple[Item, ...]
    ground: Ink = Ink.TABLE
