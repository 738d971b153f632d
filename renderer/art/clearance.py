"""The clearance of upright things on a mass, measured on the zone map.

Trees are higher than wide and stay upright, so their tops would hide seams between masses and
animals behind them.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.art.canvas import rotate_quarters
from renderer.art.curves import CORNERS, Point, turn_point
from renderer.art.drawing import Extent
from renderer.art.mass_outlines import CORNER_DISTANCE, TIP_DISTANCE, tips
from renderer.art.tile_plan import Plan
from renderer.art.zone_map import MAP_PIXELS

SEAM_WIDTH: Final = 0.075
"""The width of the seam between two masses, which must stay uncovered."""

BORDER_PIXELS: Final = 2
"""The pixels of the map kept free at a side where the mass does not continue."""

MARK_CLEARANCE: Final = 0.42
"""The share of a mark's width, from its middle, that other zones' things must not cover."""


class Clearance:
    """The blocked points of a turned tile, which no tree or house of a mass may reach."""

    def __init__(self, plan: Plan, rotation: int, letter: str) -> None:
        shut = rotate_quarters(_blocked_map(plan, letter), rotation).copy()
        draw = ImageDraw.Draw(shut)
        for mark in plan.marks:
            if mark.zone != letter:
                # a mark stays upright, and so does the room it needs
                (x, y), reach = turn_point(mark.at, rotation), MARK_CLEARANCE * mark.size
                box = (x - reach, y - reach, x + reach, y + reach)
                draw.rectangle([part * MAP_PIXELS for part in box], fill=255)
        self._blocked = shut.tobytes()

    def is_free(self, points: Iterable[Point]) -> bool:
        """Return True if none of some points is blocked; points off the tile are free."""
        shut = self._blocked
        return not any(
            shut[int(y * MAP_PIXELS) * MAP_PIXELS + int(x * MAP_PIXELS)]
            for x, y in points
            if 0 <= x < 1 and 0 <= y < 1
        )


@lru_cache(maxsize=512)
def _blocked_map(plan: Plan, letter: str) -> Image.Image:
    """Map other masses, the seams between them and this one, corners and foreign sides."""
    tile, zones = plan.tile, plan.zones
    mine = zones.mask(tile.index(letter))
    others = Image.new("L", mine.size, 0)
    for mass in plan.masses:
        if mass.letter != letter:
            others = ImageChops.lighter(others, zones.mask(tile.index(mass.letter)))
    shut = others
    if others.getbbox():
        near = (one.filter(ImageFilter.BoxBlur(SEAM_WIDTH * MAP_PIXELS)) for one in (mine, others))
        seam = ImageChops.darker(*(one.point([0] + [255] * 255) for one in near))
        open_land = zones.land(Extent.OPEN)
        shut = ImageChops.lighter(others, ImageChops.darker(seam, open_land))
    draw = ImageDraw.Draw(shut)
    for side, (x, y) in enumerate(CORNERS):
        reach = (
            TIP_DISTANCE if side in tips(plan.look, tile.zone(letter)) else CORNER_DISTANCE
        ) * MAP_PIXELS
        box = (
            x * MAP_PIXELS - reach,
            y * MAP_PIXELS - reach,
            x * MAP_PIXELS + reach - 1,
            y * MAP_PIXELS + reach - 1,
        )
        draw.ellipse(box, fill=255)
        if tile.at_port(3 * side + 1).letter != letter:
            ends = (
                part * (MAP_PIXELS - 1)
                for corner in (side, side + 1)
                for part in CORNERS[corner % 4]
            )
            draw.line(tuple(ends), fill=255, width=2 * BORDER_PIXELS + 1)
    return shut
