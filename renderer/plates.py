"""Plates on tiles: the letters of new tiles, and the points of pieces that were scored."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from renderer import text
from renderer.fonts import font
from renderer.palette import INKS
from renderer.players import Colour
from renderer.scene import Ink, On, PieceOn, PlateOn, TokenOn
from renderer.sprites import COLOUR_RGB

PLATE_EMS: Final = 1.2
"""The height of a plate, in ems."""

OVERSAMPLING: Final = 4
"""The factor by which a plate is drawn larger and then reduced, for soft edges."""

POINTS_DROP: Final = 0.25
"""The distance of points from the middle of their piece, as a share of a tile's side."""

PLATE_SHARE: Final = 0.2
"""The font of a plate on a large tile, as a share of the tile's side."""

MAX_PLATE_SHARE: Final = 0.5
"""The largest font of a plate, as a share of a tile's side."""

PiecePoints: TypeAlias = tuple[int, int, Colour, str]
"""The middle of a piece, its colour, and its points in words."""


def plates(
    letters: str, scored: Sequence[PiecePoints], on: Sequence[On], size: int, em: int
) -> Iterator[PlateOn]:
    """Points below or above their pieces, letters in the freest corner.

    ``scored``: pieces with points, ``on``: things on the tile.
    """
    plate_em = min(max(em, round(PLATE_SHARE * size)), round(MAX_PLATE_SHARE * size))
    taken = [(thing.x, thing.y) for thing in on if isinstance(thing, PieceOn | TokenOn)]
    for x, y, colour, words in scored:
        wide, high = plate_size(words, plate_em)
        drop = round(POINTS_DROP * size)
        below = y + drop + high // 2 <= size
        middle = _inside(x, y + drop if below else y - drop, wide, high, size)
        taken.append(middle)
        yield PlateOn(*middle, words, plate_em, Ink.AMBER, colour)
    if not letters:
        return
    wide, high = plate_size(letters, plate_em)
    corners = [_inside(x, y, wide, high, size) for y in (0, size) for x in (0, size)]
    x, y = max(
        corners, key=lambda corner: min((_distance(corner, one) for one in taken), default=0.0)
    )
    yield PlateOn(x, y, letters, plate_em, Ink.PAPER)


def _inside(x: int, y: int, wide: int, high: int, size: int) -> tuple[int, int]:
    """The nearest position at which a plate lies within its tile."""
    return (
        min(max(x, (wide + 1) // 2), max(size - (wide + 1) // 2, (wide + 1) // 2)),
        min(max(y, (high + 1) // 2), max(size - (high + 1) // 2, (high + 1) // 2)),
    )


def _distance(one: tuple[int, int], other: tuple[int, int]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


@lru_cache(maxsize=256)
def plate(words: str, em: int, ground: Ink, edge: Colour | None) -> Image.Image:
    """Dark characters on a rounded plate; its edge is a seat's colour, or dark."""
    fine = OVERSAMPLING * em
    wide, high = (OVERSAMPLING * side for side in plate_size(words, em))
    image = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    box = (0, 0, wide - 1, high - 1)
    draw.rounded_rectangle(box, high // 3, INKS[Ink.DARK])
    line = max(OVERSAMPLING, fine // 12)
    if edge is not None:
        inner = (line, line, wide - 1 - line, high - 1 - line)
        draw.rounded_rectangle(inner, high // 3 - line, COLOUR_RGB[edge.number])
        line *= 3
    inner = (line, line, wide - 1 - line, high - 1 - line)
    draw.rounded_rectangle(inner, max(1, high // 3 - line), INKS[ground])
    base = round((high + text.CAPITAL_HEIGHT * fine) / 2)
    draw.text((wide / 2, base), words, INKS[Ink.DARK], font(0, fine, True), anchor="ms")
    return image.resize((wide // OVERSAMPLING, high // OVERSAMPLING), Image.Resampling.LANCZOS)


def plate_size(words: str, em: int) -> tuple[int, int]:
    high = round(PLATE_EMS * em)
    return max(high, text.width(words, em, True) + round(0.65 * em)), high
