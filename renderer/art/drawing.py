"""The data types of a part's art: `Drawing`, its figures, marks, strips, land, targets of moves.

Shared code never asks which part a drawing comes from.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

from PIL import Image

from renderer.art.curves import Point
from renderer.art.land_colours import Tones
from renderer.art.pen import Pen, Rgba
from rules.game import Game
from rules.geometry import Cell, Spot
from rules.moves import Move

MAX_CACHED_MARKS: Final = 256
"""The most cached pictures of marks: two boxes at two sizes."""

PictureMaker: TypeAlias = Callable[[int, int], Image.Image]
"""An upright picture by its width in pixels and its variant."""


class MissingDrawing(ValueError):
    """A terrain, mark, role, token or link without a drawing."""


class Extent(StrEnum):
    MASS = "mass"
    """A terrain that fills whole sides from corner to corner."""
    STRIP = "strip"
    """A band through the middle of sides."""
    OPEN = "open"
    """The land left between the masses."""
    WATER = "water"
    """A round place inside, where strips may end."""
    HOUSE = "house"
    """A building inside, which stays upright."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece in a role, in the pen's box: the place of its emblem, and a scale.

    A ``lying`` figure is less recognizable when small. ``rim`` is the colour of its light outline.
    """

    draw: Callable[[Pen, Rgba], None]
    emblem: Point
    scale: float = 1.0
    lying: bool = False
    rim: Rgba = (255, 252, 240)


@dataclass(frozen=True, slots=True)
class MarkGround:
    """The ground of a mark on a strip: over the strip, or a yard ``beside`` it."""

    reach: float
    ink: Rgba | None = None
    beside: bool = False


@dataclass(frozen=True, slots=True)
class MarkDrawing:
    """A mark: its picture, and its width as a share of a tile with enough room.

    A ``small`` mark is recognized by its outline and is not enlarged in a cramped zone. ``plot`` is
    its ground on a strip.
    """

    width: float
    made: PictureMaker
    small: bool = False
    plot: MarkGround | None = None

    def picture(self, px: int, variant: int) -> Image.Image:
        """The mark ``px`` wide; do not draw on it."""
        return _made(self.made, px, variant)


@lru_cache(maxsize=MAX_CACHED_MARKS)
def _made(made: PictureMaker, px: int, variant: int) -> Image.Image:
    return made(px, variant)


def with_pen(draw: Callable[[Pen, int], None]) -> PictureMaker:
    """Make a picture with a pen alone."""
    return partial(_penned, draw)


def _penned(draw: Callable[[Pen, int], None], px: int, variant: int) -> Image.Image:
    pen = Pen(px)
    draw(pen, variant)
    return pen.done()


@dataclass(frozen=True, slots=True)
class Strip:
    """A terrain in strips: its width, and how far it winds from side to side.

    ``across``: the winding between opposite sides, ``around`` between adjacent sides, ``ending``
    towards an end inside. ``head`` is drawn where a strip begins inside the tile, ``mouth`` in the
    water it flows into.
    """

    width: float
    across: float
    around: float
    ending: float = 0.0
    head: MarkDrawing | None = None
    mouth: MarkDrawing | None = None


ROADWAY: Final = Strip(0.085, 0.022, 0.008)
"""The course of the roads of all boxes."""


@dataclass(frozen=True, slots=True)
class Building:
    """A house that is a zone of its own: picture by width, and its yard, rim to middle."""

    made: Callable[[int], Image.Image]
    yard: tuple[Rgba, Rgba, Rgba]


@dataclass(frozen=True, slots=True, eq=False)
class Land:
    """A box's country: colours, ground, and things scattered over it.

    ``patches`` and ``furrows`` lie on open ground; ``walls``: the colour of city walls, ``built``:
    pictures of buildings in and around them, ``garden``: the tree between these; ``grows``: what
    grows on open ground, up to which chance; nothing for an empty word.
    """

    tones: Tones
    patches: int
    furrows: bool
    grows: Mapping[str, float]
    walls: Rgba = (0, 0, 0)
    built: Mapping[str, PictureMaker] = field(default_factory=dict)
    garden: str = "crown"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A small picture of a move's result: game, cell, zones, title."""

    after: Game
    cell: Cell
    spots: Collection[Spot]
    title: str


@dataclass(frozen=True, slots=True)
class MoveTargets:
    """Cells and zones that a move names.

    ``sketch`` makes a small picture of the result; None for moves without one.
    """

    cells: tuple[Cell, ...] = ()
    spots: tuple[Spot, ...] = ()
    sketch: Callable[[], Sketch] | None = None


TargetFinder: TypeAlias = Callable[[Game, Any], MoveTargets]
"""A function that returns the targets of a legal move of one type in a game."""

Link: TypeAlias = Callable[[int, Point, Point], tuple[Image.Image, Point]]
"""A link on a tile of a size between two points of it, and where its middle belongs."""


HoldingCounter: TypeAlias = Callable[[Game], Sequence[int]]
"""A function that counts a thing held by each seat."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Drawing:
    """A part's drawings, by the names in its rules.

    ``land`` only of a part that begins a game. ``held``: what seats hold besides pieces, by the
    name of the mark that it looks like.
    """

    land: Land | None = None
    terrains: Mapping[str, Extent] = field(default_factory=dict)
    strips: Mapping[str, Strip] = field(default_factory=dict)
    buildings: Mapping[str, Building] = field(default_factory=dict)
    marks: Mapping[str, MarkDrawing] = field(default_factory=dict)
    figures: Mapping[str, Figure] = field(default_factory=dict)
    tokens: Mapping[str, Callable[[int], Image.Image]] = field(default_factory=dict)
    link: Link | None = None
    moves: Mapping[type[Move], TargetFinder] = field(default_factory=dict)
    held: Mapping[str, HoldingCounter] = field(default_factory=dict)
