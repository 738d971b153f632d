"""The outlines of masses: forests and cities from corner to corner of the sides they fill."""

import random

from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.shapes import CORNERS, OUTWARD, Line, Point, bezier, wobbled
from renderer.art.terrains import CITY
from rules.tiles import Zone


def rims(look: Look, zone: Zone, chance: random.Random) -> tuple[Line, ...]:
    """The inner edges of a mass, each a line between two corners, in clockwise order."""
    sides = {port // 3 for port in zone.ports}
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
            if k == gap or _parts(look, zone, (first + k) % 4):
                out.append(_rim(zone, first + start, k - start, chance))
                start = k
    return tuple(out)


def outline(zone: Zone, edges: tuple[Line, ...]) -> Line:
    """The closed outline of a mass: its rims, joined along the sides of the tile."""
    if not edges:
        return CORNERS
    out: list[Point] = []
    for i, edge in enumerate(edges):
        out.extend(edge)
        end, start = edge[-1], edges[(i + 1) % len(edges)][0]
        corner = CORNERS.index(_nearest(end))
        while CORNERS[corner] != _nearest(start):
            out.append(CORNERS[corner])
            corner = (corner + 1) % 4
            out.append(CORNERS[corner])
    return tuple(out)


def _nearest(point: Point) -> Point:
    return min(CORNERS, key=lambda c: (c[0] - point[0]) ** 2 + (c[1] - point[1]) ** 2)


def _parts(look: Look, zone: Zone, corner: int) -> bool:
    """Whether a mass must reach into a corner, to keep the two meadows there apart."""
    tile = look.tile
    before, after = tile.at_port((3 * corner - 1) % 12), tile.at_port(3 * corner)
    if before is after or {look.extent(before), look.extent(after)} != {Extent.OPEN}:
        return False
    # one mass is enough: the first that does not touch the corner with a side of its own
    masses = [other for other in tile.zones if look.extent(other) is Extent.MASS]
    return bool(masses) and masses[0] is zone


def _rim(zone: Zone, side: int, sides: int, chance: random.Random) -> Line:
    """The edge of a mass that leaves ``sides`` sides, from ``side`` on, to others."""
    start, end = CORNERS[side % 4], CORNERS[(side + sides) % 4]
    if sides == 1:
        along, out = (end[0] - start[0], end[1] - start[1]), OUTWARD[side % 4]
        b, c = (_into(start, along, out, part, 0.46) for part in (0.17, 0.83))
    elif sides == 2:
        middle = CORNERS[(side + 1) % 4]
        far = (1.0 - middle[0], 1.0 - middle[1])
        b = _leaning(start, far, middle)
        c = _leaning(end, far, middle)
    else:
        own = (side + 3) % 4
        along, out = (end[0] - start[0], end[1] - start[1]), OUTWARD[own]
        b, c = (_into(start, along, out, part, 0.40) for part in (0.17, 0.83))
    if zone.terrain == CITY:
        return bezier(start, b, c, end, 24)
    return wobbled(bezier(start, b, c, end, 30), 0.022, chance)


def _leaning(start: Point, far: Point, middle: Point) -> Point:
    """A handle that bows the edge away from the open corner, to leave a river room there."""
    x = start[0] + 0.33 * (far[0] - start[0]) + 0.22 * (middle[0] - start[0])
    return x, start[1] + 0.33 * (far[1] - start[1]) + 0.22 * (middle[1] - start[1])


def _into(start: Point, along: Point, out: Point, part: float, depth: float) -> Point:
    return start[0] + along[0] * part - out[0] * depth, start[1] + along[1] * part - out[1] * depth
