"""The outlines of masses: forests and cities along the sides they fill, short of every corner.

Four tiles meet in a corner, but only areas that cross an edge are connected: so masses stay away
from corners.
"""

import math
import random
from typing import Final, TypeAlias

from renderer.art.curves import CORNERS, Line, Point, bezier, wobble
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.terrains import CITY
from rules.tiles import Zone

Bend: TypeAlias = tuple[float, float]
"""The angle at which an edge leaves a side of the tile, and the length of its handle."""

CORNER_DISTANCE: Final = 0.06
WALLED_CORNER_DISTANCE: Final = 0.1
TIP_DISTANCE: Final = 0.1
"""The distance of a mass from a corner; larger for a city with its thick wall, and for a tip, which
another tile's tip may meet across either edge."""

STEEP: Final[Bend] = (math.radians(69), 0.46)
ROOMY: Final[Bend] = (math.radians(72), 0.56)
"""The bend around land with marks on it."""
SEAM: Final[Bend] = (math.radians(38), 0.5)
"""The bend where two masses share the corner: each keeps to its half, and a seam is left."""
LOW: Final[Bend] = (math.radians(52), 0.4)
"""The bend above a wide strip that goes by, with land between them."""
NOOK: Final[Bend] = (math.radians(74), 0.56)
"""The bend where a mass leaves out one side to another, with open land between them."""
WIDE_STRIP_WIDTH: Final = 0.15
"""The width from which a strip needs room."""
TIP: Final[Bend] = (math.radians(29), 0.5)
"""The bend where a mass parts two open zones in a corner, into which it runs out as a wedge."""


def corner_distance(zone: Zone) -> float:
    """The distance of a mass's edge from the corners."""
    return WALLED_CORNER_DISTANCE if zone.terrain == CITY else CORNER_DISTANCE


def rims(look: Look, zone: Zone, chance: random.Random) -> tuple[Line, ...]:
    """The inner edges of a mass from corner to corner, clockwise."""
    sides, tipped = {port // 3 for port in zone.ports}, tips(look, zone)
    if len(sides) == 4:
        return ()
    out: list[Line] = []
    for first in range(4):
        if first in sides or (first - 1) % 4 not in sides:
            continue
        gap = 1
        while (first + gap) % 4 not in sides:
            gap += 1
        start = 0
        for k in range(1, gap + 1):
            if k == gap or (first + k) % 4 in tipped:
                span, ends = (first + start, first + k), (start > 0, k < gap)
                out.append(_rim(look, zone, span, ends, chance))
                start = k
    return tuple(out)


def tips(look: Look, zone: Zone) -> tuple[int, ...]:
    """Corners a mass must reach, to keep the two open zones there apart."""
    tile, corners = look.tile, []
    masses = [other for other in tile.zones if look.extent(other) is Extent.MASS]
    for corner in range(4):
        before, after = tile.at_port((3 * corner - 1) % 12), tile.at_port(3 * corner)
        opens = {look.extent(before), look.extent(after)} == {Extent.OPEN}
        # one mass is enough: the first, as none has a side there
        if before is not after and opens and masses[:1] == [zone]:
            corners.append(corner)
    return tuple(corners)


def notches(zone: Zone) -> dict[int, Line]:
    """Edges at corners of which the mass fills both sides, clockwise."""
    sides, reach = {port // 3 for port in zone.ports}, corner_distance(zone)
    arcs = {}
    for corner, (x, y) in enumerate(CORNERS):
        if {corner, (corner - 1) % 4} <= sides:
            turns = (math.pi / 2 * (corner + 1 - n / 8) for n in range(9))
            arcs[corner] = tuple(
                (x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns
            )
    return arcs


def outline(zone: Zone, edges: tuple[Line, ...]) -> Line:
    """The rims, joined along the sides of the tile."""
    around = notches(zone)
    if not edges:
        return tuple(point for corner in range(4) for point in around[corner])
    out: list[Point] = []
    for i, edge in enumerate(edges):
        out.extend(edge)
        corner, last = _nearest_corner(edge[-1]), _nearest_corner(edges[(i + 1) % len(edges)][0])
        while corner != last:
            corner = (corner + 1) % 4
            out.extend(around.get(corner, ()))
    return tuple(out)


def _nearest_corner(point: Point) -> int:
    return min(range(4), key=lambda corner: math.dist(point, CORNERS[corner]))


def _rim(
    look: Look, zone: Zone, span: tuple[int, int], ends: tuple[bool, bool], chance: random.Random
) -> Line:
    """The edge from a corner clockwise to another; ``ends`` says which are tips."""
    first, last = span
    a, b = _edge_end(look, zone, first % 4, 1, ends[0], last - first)
    d, c = _edge_end(look, zone, last % 4, -1, ends[1], last - first)
    if zone.terrain == CITY:
        return bezier(a, b, c, d, 24)
    return wobble(bezier(a, b, c, d, 30), 0.022, chance)


def _edge_end(
    look: Look, zone: Zone, corner: int, way: int, tip: bool, sides: int
) -> tuple[Point, Point]:
    """The end of an edge at a corner, leaving out some sides, and its handle.

    ``way`` is 1 where it begins and -1 where it ends.
    """
    x, y = CORNERS[corner]
    # along the side of the corner that is left out, and along the other
    out, own = (
        (CORNERS[n % 4][0] - x, CORNERS[n % 4][1] - y) for n in (corner + way, corner - way)
    )
    if tip:
        return _bent_point((x, y), out, own, (TIP[0], TIP_DISTANCE)), _bent_point(
            (x, y), out, own, TIP
        )
    begin = x + own[0] * corner_distance(zone), y + own[1] * corner_distance(zone)
    over = look.tile.at_port((3 * corner - (way < 0)) % 12)
    if sides == 1:
        bend = ROOMY if over.marks else NOOK if _has_inner_land_between(look, zone, over) else STEEP
        return begin, _bent_point((x, y), out, own, bend)
    if sides == 2:
        # bent away from the open corner, to leave room for a river there
        return begin, _bent_point(begin, own, out, (math.atan2(0.22, 0.33), 0.4))
    shared = look.extent(over) is Extent.MASS
    bend = SEAM if shared else LOW if _is_passed_by_wide_strip(look, zone) else STEEP
    return begin, _bent_point(begin, own, out, bend)


def _has_inner_land_between(look: Look, zone: Zone, other: Zone) -> bool:
    """True if open land between the masses meets no side of the tile."""
    inner = (one for one in look.tile.zones if not one.ports)
    return look.extent(other) is Extent.MASS and any(
        {zone.letter, other.letter} <= {*one.touches} for one in inner
    )


def _is_passed_by_wide_strip(look: Look, zone: Zone) -> bool:
    """True if a wide strip leads from the side before the mass to the one after."""
    side = zone.ports[0] // 3
    beside = {(side + 1) % 4, (side - 1) % 4}
    return any(
        {port // 3 for port in other.ports} == beside
        and look.strip(other.terrain).width > WIDE_STRIP_WIDTH
        for other in look.tile.zones
        if look.extent(other) is Extent.STRIP
    )


def _bent_point(at: Point, along: Point, aside: Point, bend: Bend) -> Point:
    """A point ``along`` one direction, bent ``aside``."""
    a, b = bend[1] * math.cos(bend[0]), bend[1] * math.sin(bend[0])
    return at[0] + along[0] * a + aside[0] * b, at[1] + along[1] * a + aside[1] * b
