"""The shapes of a tile's zones: masses of city or forest, roads and rivers, shores and yards."""

import math
from dataclasses import dataclass, replace
from typing import Final

from renderer.art.curves import (
    CENTRE,
    CORNERS,
    Line,
    Point,
    bezier,
    interpolate,
    oval,
    pebble,
    port_point,
    ribbon,
    seeded_random,
    wobble,
)
from renderer.art.look import Look
from renderer.art.plan.mass_outlines import notches, outline, rims, tips
from renderer.art.plan.skeleton import HUBS, Node, Skeleton, Through, point_inside_mass
from rules.tiles import Tile

SPRING_RADIUS_FACTOR: Final = 0.68
"""The radius of a spring's pool, in widths of its strip."""
HUB_RADIUS: Final = 0.13
"""The radius of a village or crossing."""
WALL_WIDTH: Final = 0.058
"""The width of a city wall."""
STONE_RADIUS: Final = 0.045
"""The radius of a stone in a corner, and the distance of the last stone from both sides."""


@dataclass(frozen=True, slots=True)
class Mass:
    """A forest or city: outline, tongues, inner edges.

    ``notches``: edges about corners between two of its sides. ``stones`` lie at the tips in
    corners, parting the open zones there.
    """

    letter: str
    outline: Line
    tongues: tuple[Line, ...]
    rims: tuple[Line, ...]
    notches: tuple[Line, ...]
    stones: tuple[Point, ...]

    @property
    def edges(self) -> tuple[Line, ...]:
        """All edges towards other land."""
        return *self.rims, *self.notches


@dataclass(frozen=True, slots=True)
class Band:
    letter: str
    terrain: str
    line: Line
    width: float
    port: int
    through: bool
    seen: float
    """The visible share of the line: less than 1 where it runs under a lake or village."""

    def at(self, part: float) -> Point:
        return self.line[round(part * (len(self.line) - 1))]

    def visible(self) -> Line:
        return (
            self.line if self.through else self.line[: round(self.seen * (len(self.line) - 1)) + 1]
        )


@dataclass(frozen=True, slots=True)
class Site:
    """A node and its outline: a lake's shore, a building's yard, none for a spring."""

    node: Node
    outline: Line


def is_inside(point: Point, shape: Line) -> bool:
    x, y = point
    odd = False
    ax, ay = shape[-1]
    for bx, by in shape:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        ax, ay = bx, by
    return odd


def mass_of(look: Look, letter: str) -> Mass:
    tile, zone = look.tile, look.tile.zone(letter)
    edges = rims(look, zone, seeded_random(tile.id, letter, "rim"))
    stones = tuple(
        interpolate(CORNERS[corner], CENTRE, far * STONE_RADIUS)
        for corner in tips(look, zone)
        for far in (4.4, 2)
    )
    around = tuple(notches(zone).values())
    return Mass(letter, outline(zone, edges), (), edges, around, stones)


def site_of(tile: Tile, node: Node) -> Site:
    if not node.radius:
        return Site(node, ())
    if node.wet:
        chance = seeded_random(tile.id, node.zone, "shore")
        return Site(node, pebble(node.at, node.radius * 1.06, node.radius * 0.98, 0.07, chance))
    return Site(node, oval(node.at, node.radius, node.radius))


def band_of_through(look: Look, through: Through) -> Band:
    tile, zone = look.tile, look.tile.zone(through.zone)
    strip = look.strip(zone.terrain)
    first, second = through.ports
    a, d = port_point(first, -0.04), port_point(second, -0.04)
    across = (first - second) % 6 == 0
    chance = seeded_random(tile.id, through.zone, "course")
    if through.past is not None:
        line = _line_past_point(through, a, d)
    else:
        reach = 0.34 if across else 0.32
        b, c = (_inward_point(port, reach) for port in through.ports)
        line = bezier(a, b, c, d, 32)
        line = wobble(line, strip.across if across else strip.around, chance)
    return Band(through.zone, zone.terrain, line, strip.width, first, True, 0.95)


def _line_past_point(through: Through, start: Point, end: Point) -> Line:
    """A line that crosses both sides of the tile at right angles."""
    assert through.past is not None
    x, y = through.past
    ahead = interpolate((0.0, 0.0), (end[0] - start[0], end[1] - start[1]), 0.2)
    before, after = (x - ahead[0], y - ahead[1]), (x + ahead[0], y + ahead[1])
    first, second = through.ports
    there = bezier(start, _inward_point(first, 0.2), before, through.past, 16)
    return there + bezier(through.past, after, _inward_point(second, 0.2), end, 16)[1:]


def _inward_point(port: int, reach: float) -> Point:
    return port_point(port, reach)


def bands_of_node(look: Look, node: Node, masses: dict[str, Mass]) -> list[Band]:
    """The strips of a node, each from its border point."""
    tile, out = look.tile, []
    for n, port in enumerate(node.arms):
        zone = tile.at_port(port)
        strip = look.strip(zone.terrain)
        end = node.at
        if not node.radius and node.masses:
            mass = masses[node.masses[n % len(node.masses)]]
            goal = point_inside_mass(tile.zone(mass.letter))
            for step in range(8, 60):
                middle = interpolate(port_point(port), node.at, min(1.0, step / 30))
                end = interpolate(middle, goal, max(0.0, step / 30 - 1))
                if is_inside(end, mass.outline):
                    break
        a = port_point(port, -0.04)
        hub = node.at if len(node.masses) > 1 else end
        line = bezier(
            a, _inward_point(port, 0.2), interpolate(_inward_point(port, 0.3), hub, 0.5), hub, 20
        )
        if strip.ending:
            line = wobble(line, strip.ending, seeded_random(tile.id, zone.letter, "course"))
        if hub is not end:
            # each continues to its own mass: together they part the land
            line = (*line, interpolate(hub, end, 0.5), end)
        length = math.dist(a, hub)
        hidden = node.radius or (HUB_RADIUS if node.kind in HUBS else 0.0)
        seen = max(0.2, (length - hidden) / length)
        out.append(Band(zone.letter, zone.terrain, line, strip.width, port, False, seen))
    return out


def with_tongues(
    tile: Tile, mass: Mass, bones: Skeleton, bands: tuple[Band, ...], sites: tuple[Site, ...]
) -> Mass:
    """Add tongues to everything that the mass must touch and does not yet."""
    goals = []
    for through in bones.throughs:
        if mass.letter in through.masses:
            line = next(band.line for band in bands if band.letter == through.zone)
            middle = line[len(line) // 2]
            far = math.dist(middle, point_inside_mass(tile.zone(mass.letter)))
            # short of the far bank, where another zone lies
            goals.append(interpolate(middle, point_inside_mass(tile.zone(mass.letter)), 0.13 / far))
    for site in sites:
        if mass.letter in site.node.masses and site.node.radius:
            if any(is_inside(point, mass.outline) for point in site.outline):
                goals.append(
                    interpolate(site.node.at, point_inside_mass(tile.zone(mass.letter)), 0.5)
                )
            else:
                goals.append(site.node.at)
    start = point_inside_mass(tile.zone(mass.letter))
    tongues = []
    for goal in goals:
        length = math.hypot(goal[0] - start[0], goal[1] - start[1])
        back = interpolate(goal, start, 0.12 / length) if length > 0.2 else start
        tongues.append(ribbon((start, back), 0.24))
        tongues.append(oval(goal, 0.14, 0.14))
    return replace(mass, tongues=tuple(tongues))
