"""Fit upright things to a turned tile: shrink or drop those that would hide seams or water.

Things across a border stand at the same places on every tile, so that halves meet. The tops of
upright trees could hide seams between masses and animals behind: the clearance is measured on the
zone map.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.art.canvas import rotate_quarters
from renderer.art.curves import CORNERS, Point, turn_point
from renderer.art.drawing import Extent
from renderer.art.plan.mass_outlines import CORNER_DISTANCE, TIP_DISTANCE, tips
from renderer.art.plan.tile_plan import Plan, Spring
from renderer.art.plan.zone_map import MAP_PIXELS
from renderer.art.scatter import Thing
from renderer.art.terrains import FOREST, LAKE, RIVER

BORDER_TREE_WIDTH: Final = 0.135
TREE_NAMES: Final = ("conifer", "crown")
HEIGHTS: Final = {"conifer": 1.4, "crown": 1.4, "tower": 1.5, "reed": 1.3}
"""The heights of things in parts of their width, if not as high as wide."""

TREETOP_POINTS: Final = ((0.0, 1.15), (-0.35, 0.7), (0.35, 0.7))
"""The top of a tree, in parts of its width from its foot."""

OUTLINES: Final = {
    "crown": (
        *((0.0, 1.1), (-0.32, 0.98), (0.32, 0.98), (-0.48, 0.66), (0.48, 0.66)),
        *((-0.38, 0.3), (0.5, 0.25), (0.05, 0.06), (-0.42, 0.84), (0.42, 0.84)),
        *((-0.45, 0.46), (0.48, 0.46), (-0.17, 1.07), (0.17, 1.07), (-0.2, 0.14), (0.3, 0.1)),
    ),
    "conifer": (
        *((0.0, 1.38), (-0.2, 0.95), (0.2, 0.95), (-0.34, 0.6), (0.34, 0.6)),
        *((-0.5, 0.2), (0.5, 0.2), (0.05, 0.05)),
    ),
    "tower": ((0.0, 1.46), (-0.45, 0.88), (0.45, 0.88), (-0.35, 0.08), (0.5, 0.1)),
}
"""The outlines of things at the edge of a mass, in parts of their width from the foot."""

TREE_SCALES: Final = (1.0, 0.8, 0.65, 0.5, 0.38)
"""The scales to try for a tree without enough room."""

ROWS: Final = (0.145, 0.287, 0.43, 0.57, 0.713, 0.855)
COLUMNS: Final = (0.21, 0.355, 0.5, 0.645, 0.785, 0.92)
"""The feet of trees across a border: clear of the corners, where tiles meet that share no edge."""

SEAM_WIDTH: Final = 0.075
"""The width of the seam between two masses, which must stay uncovered."""

BORDER_PIXELS: Final = 2
"""The pixels of the map kept free at a side where the mass does not continue."""

MARK_CLEARANCE: Final = 0.42
"""The share of a mark's width, from its middle, that other zones' things must not cover."""


class Clearance:
    """Points of a turned tile that no tree or house of a mass may reach."""

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
        """True if no point is blocked; those off the tile are free."""
        shut = self._blocked
        return not any(
            shut[int(y * MAP_PIXELS) * MAP_PIXELS + int(x * MAP_PIXELS)]
            for x, y in points
            if 0 <= x < 1 and 0 <= y < 1
        )


@lru_cache(maxsize=512)
def _blocked_map(plan: Plan, letter: str) -> Image.Image:
    """Block other masses, the seams to them, corners and foreign sides."""
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


def border_things(plan: Plan, rotation: int) -> Iterator[Thing]:
    """Things across the borders of the turned tile."""
    for side in range(4):
        if plan.tile.at_port((3 * (side - rotation) + 1) % 12).terrain == FOREST:
            level = side % 2 == 0
            for number, part in enumerate(ROWS if level else COLUMNS):
                at = (part, side // 2 + 0.06) if level else (float(side == 1), part)
                yield Thing(
                    "conifer" if number % 4 == 2 else "crown", at, BORDER_TREE_WIDTH, number
                )


def upright_things(plan: Plan, things: tuple[Thing, ...], rotation: int) -> list[Thing]:
    """Things on the turned tile, back to front."""
    pools = [replace(pool, at=turn_point(pool.at, rotation)) for pool in plan.springs]
    rooms = {mass.letter: Clearance(plan, rotation, mass.letter) for mass in plan.masses}
    inner = []
    for one in things:
        x, y = turn_point(one.foot, rotation)
        there = Thing(one.name, (x, y + one.drop), one.width, one.variant, one.mass)
        fit = _fit_thing(there, plan, rotation, rooms.get(one.mass))
        if fit and not any(_hides_spring(fit, pool) for pool in pools):
            inner.append(fit)
    return sorted([*border_things(plan, rotation), *inner], key=lambda one: one.foot[1])


def _hides_spring(one: Thing, pool: Spring) -> bool:
    """True if a thing stands before a spring, which must stay visible."""
    (x, y), (a, b), reach = one.foot, pool.at, pool.reach
    return abs(x - a) < reach and b - reach < y < b + reach + one.width * 0.8


def _fit_thing(one: Thing, plan: Plan, rotation: int, room: Clearance | None) -> Thing | None:
    """Fit a thing within tile and mass, shrinking a tree; None if impossible."""
    wood = one.name in TREE_NAMES
    for part in TREE_SCALES if wood else TREE_SCALES[:1]:
        fit = one if part == 1 else replace(one, width=one.width * part)
        if not _stays_on_tile(fit) or (room and not room.is_free(_outline_points(fit))):
            continue
        if not (wood and _hides_water(fit, plan, rotation)):
            return fit
    return None


def _outline_points(one: Thing) -> Iterator[Point]:
    x, y = one.foot
    for aside, high in OUTLINES.get(one.name, ()):
        yield x + aside * one.width, y - high * one.width


def _hides_water(one: Thing, plan: Plan, rotation: int) -> bool:
    x, y = one.foot
    for aside, high in TREETOP_POINTS:
        at = turn_point((x + aside * one.width, y - high * one.width), -rotation % 4)
        zone = plan.zones.zone_at(*at) if all(0 <= part < 1 for part in at) else None
        if zone and zone.terrain in (RIVER, LAKE):
            return True
    return False


def _stays_on_tile(one: Thing) -> bool:
    """True for a thing off the border: only those on it may be cut."""
    x, y = one.foot
    high = one.width * HEIGHTS.get(one.name, 1.0)
    wide = one.width / 2 - 0.004
    return wide <= x <= 1 - wide and high - 0.01 <= y <= 0.99
