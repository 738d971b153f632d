"""The course of a city's streets on a tile: from a square to its open sides and gates."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from renderer.art.curves import CENTRE, OUTWARD, Line, Point, bezier, oval, port_point
from renderer.art.plan.tile_plan import Plan
from renderer.art.plan.zone_shapes import Mass
from renderer.art.terrains import CITY

STREET_WIDTH: Final = 0.05
SQUARE_RADII: Final = (0.085, 0.075, 0.065)
"""The radii to try for a square, the largest first."""

STEPS: Final = 12
"""The number of pieces of a street."""


@dataclass(frozen=True, slots=True)
class Streets:
    """A city's streets on a tile, and its square's middle and radius."""

    square: Point
    radius: float
    lines: tuple[Line, ...]


@lru_cache(maxsize=512)
def streets(plan: Plan) -> tuple[Streets, ...]:
    return tuple(_streets(plan, mass) for mass in plan.masses if _is_city(plan, mass))


def _is_city(plan: Plan, mass: Mass) -> bool:
    return plan.tile.zone(mass.letter).terrain == CITY


def _streets(plan: Plan, mass: Mass) -> Streets:
    middle = plan.anchors[mass.letter]
    radius = next(
        (one for one in SQUARE_RADII if _is_inside(plan, mass, oval(middle, one, one, 12))), 0.0
    )
    lines = (bezier(middle, *bend, STEPS) for bend in _ends(plan, mass, middle))
    # a street ends at a side or gate, which is no longer within the city
    return Streets(
        middle, radius, tuple(line for line in lines if _is_inside(plan, mass, line[:-2]))
    )


def _ends(plan: Plan, mass: Mass, middle: Point) -> Iterator[tuple[Point, Point, Point]]:
    """Bends and end of each street; it crosses a side at a right angle."""
    for side in range(4):
        if plan.tile.at_port(3 * side + 1).letter == mass.letter:
            end = port_point(3 * side + 1)
            away = 0.4 * math.dist(middle, end)
            inner = end[0] - OUTWARD[side][0] * away, end[1] - OUTWARD[side][1] * away
            yield _towards(middle, CENTRE, 0.3), inner, end
    for band in plan.bands:
        if not band.through and plan.tile.zone(band.letter).inner_end == "city":
            end = band.line[-1]
            yield _towards(middle, end, 0.3), _towards(middle, end, 0.7), end


def _towards(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _is_inside(plan: Plan, mass: Mass, points: Line) -> bool:
    zones = (plan.zones.zone_at(x, y) if 0 <= x < 1 and 0 <= y < 1 else None for x, y in points)
    return all(zone is not None and zone.letter == mass.letter for zone in zones)
