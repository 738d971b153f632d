"""The plan of a tile: every shape, anchor and mark on it, worked out once from its data.

Art, anchors and tests all read this one plan. Everything is in parts of the tile, north up;
whoever draws turns it.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from renderer.art.kinds import Form, World, form, world
from renderer.art.outlines import outline, rims
from renderer.art.regions import ZoneMap
from renderer.art.shapes import (
    CENTRE,
    Line,
    Point,
    bezier,
    mix,
    oval,
    pebble,
    port_point,
    rng,
    strip,
    wobbled,
)
from renderer.art.skeleton import HUBS, Node, Skeleton, Through, heart, skeleton
from renderer.art.spots import Spot, place
from rules.tiles import Terrain, Tile

WIDTHS = {Terrain.RIVER: 0.125, Terrain.ROAD: 0.085}
SPRING = 0.085
"""The radius of a spring's pool."""
HUB = 0.13
"""How far a village or crossing reaches from the middle."""
PLOT = 0.13
"""The radius of the ground an oasis takes beside its road."""


@dataclass(frozen=True, slots=True)
class Mass:
    """A forest or city: its outline, the tongues it puts out, and its inner edges."""

    letter: str
    outline: Line
    tongues: tuple[Line, ...]
    rims: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """A river or road: the line it follows, from the border inwards."""

    letter: str
    terrain: Terrain
    line: Line
    port: int
    through: bool
    seen: float
    """Which part of the line can be seen: less than all where it runs under a lake or village."""

    def at(self, part: float) -> Point:
        """The point a part of the way along."""
        return self.line[round(part * (len(self.line) - 1))]


@dataclass(frozen=True, slots=True)
class Place:
    """A node with its outline: the shore of a lake, the yard of a building, none for a spring."""

    node: Node
    outline: Line


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Everything drawn on a tile, north up."""

    tile: Tile
    world: World
    masses: tuple[Mass, ...]
    bands: tuple[Band, ...]
    places: tuple[Place, ...]
    zones: ZoneMap
    anchors: dict[str, Point]
    marks: tuple[Spot, ...]
    plots: dict[str, Point]
    springs: tuple[Point, ...]


@lru_cache(maxsize=512)
def _plan(look: "_Key") -> Plan:
    tile = look.tile
    bones = skeleton(tile)
    masses = {
        zone.letter: _mass(tile, zone.letter)
        for zone in tile.zones
        if form(tile, zone) is Form.MASS
    }
    places = tuple(_place(tile, node) for node in bones.nodes)
    bands = (
        *(_through(tile, through) for through in bones.throughs),
        *(band for node in bones.nodes for band in _arms(tile, node, masses)),
    )
    masses = {
        letter: _reaching(tile, mass, bones, bands, places) for letter, mass in masses.items()
    }
    zones = ZoneMap(tile)
    for mass in masses.values():
        for shape in (mass.outline, *mass.tongues):
            zones.add(mass.letter, shape)
    for band in bands:
        zones.add(band.letter, strip(band.line, WIDTHS[band.terrain] + 0.02))
    for spot in places:
        if spot.node.zone:
            zones.add(spot.node.zone, spot.outline)
    for letter, at in springs(bones, bands):
        zones.add(letter, oval(at, SPRING, SPRING))
    fixed, plots = _strip_spots(tile, bands)
    for letter, at in plots.items():
        zones.add(letter, oval(at, PLOT, PLOT))
    zones.settle()
    anchors, marks = place(tile, zones, fixed, plots, bones.nodes)
    return Plan(
        tile, world(tile), tuple(masses.values()), bands, places, zones, anchors, marks, plots,
        tuple(at for _, at in springs(bones, bands)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """A tile as a key by identity: its marks are a mapping and cannot be hashed."""

    tile: Tile

    def __hash__(self) -> int:
        return hash(self.tile.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and (self.tile is other.tile or self.tile == other.tile)


def plan_of(tile: Tile) -> Plan:
    """The plan of a tile; UnknownTerrain if it has a terrain nobody can draw."""
    return _plan(_Key(tile))


def springs(bones: Skeleton, bands: tuple[Band, ...]) -> list[tuple[str, Point]]:
    """The rivers that begin on the tile and where they do."""
    starts = {port for node in bones.nodes if node.kind == "spring" for port in node.arms}
    return [
        (band.letter, band.line[-1]) for band in bands if not band.through and band.port in starts
    ]


def _strip_spots(tile: Tile, bands: tuple[Band, ...]) -> tuple[dict[str, Point], dict[str, Point]]:
    """Where pieces stand on strips, and where the oases of strips lie."""
    anchors, plots = {}, {}
    for band in bands:
        if tile.zone(band.letter).marks:
            anchors[band.letter] = band.at(0.19 if band.through else 0.9 * band.seen)
            plots[band.letter] = band.at(0.5 if band.through else 0.4)
        else:
            anchors[band.letter] = band.at(0.53 * band.seen)
    return anchors, plots


def inside(point: Point, shape: Line) -> bool:
    """Whether a point lies within a closed outline."""
    x, y = point
    odd = False
    ax, ay = shape[-1]
    for bx, by in shape:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
        ax, ay = bx, by
    return odd


def _mass(tile: Tile, letter: str) -> Mass:
    zone = tile.zone(letter)
    edges = rims(tile, zone, rng(tile.id, letter, "rim"))
    return Mass(letter, outline(zone, edges), (), edges)


def _place(tile: Tile, node: Node) -> Place:
    if not node.radius:
        return Place(node, ())
    if node.kind == "lake":
        chance = rng(tile.id, node.zone, "shore")
        return Place(node, pebble(node.at, node.radius * 1.06, node.radius * 0.98, 0.07, chance))
    return Place(node, oval(node.at, node.radius, node.radius))


def _through(tile: Tile, through: Through) -> Band:
    zone = tile.zone(through.zone)
    first, second = through.ports
    a, d = port_point(first, -0.04), port_point(second, -0.04)
    across = (first - second) % 6 == 0
    reach = 0.34 if across else 0.32
    b, c = (_step(port, reach) for port in through.ports)
    line = bezier(a, b, c, d, 32)
    lively = {Terrain.RIVER: (0.045, 0.016), Terrain.ROAD: (0.022, 0.008)}[zone.terrain]
    line = wobbled(line, lively[0 if across else 1], rng(tile.id, through.zone, "course"))
    return Band(through.zone, zone.terrain, line, first, True, 0.95)


def _step(port: int, reach: float) -> Point:
    """A point straight inwards from a border point."""
    return port_point(port, reach)


def _arms(tile: Tile, node: Node, masses: dict[str, Mass]) -> list[Band]:
    """The strips that end in a node, each from its border point to the node."""
    out = []
    for port in node.arms:
        zone = tile.at_port(port)
        end = node.at
        if not node.radius and node.masses:
            mass = masses[node.masses[0]]
            goal = heart(tile.zone(mass.letter))
            for step in range(8, 60):
                middle = mix(port_point(port), CENTRE, min(1.0, step / 30))
                end = mix(middle, goal, max(0.0, step / 30 - 1))
                if inside(end, mass.outline):
                    break
        a = port_point(port, -0.04)
        line = bezier(a, _step(port, 0.2), mix(_step(port, 0.3), end, 0.5), end, 20)
        if zone.terrain is Terrain.RIVER:
            line = wobbled(line, 0.022, rng(tile.id, zone.letter, "course"))
        length = math.dist(a, end)
        hidden = node.radius or (HUB if node.kind in HUBS else 0.0)
        seen = max(0.2, (length - hidden) / length)
        out.append(Band(zone.letter, zone.terrain, line, port, False, seen))
    return out


def _reaching(
    tile: Tile, mass: Mass, bones: Skeleton, bands: tuple[Band, ...], places: tuple[Place, ...]
) -> Mass:
    """A mass with tongues to all that it must touch and does not touch yet."""
    goals = []
    for through in bones.throughs:
        if mass.letter in through.masses:
            line = next(band.line for band in bands if band.letter == through.zone)
            middle = line[len(line) // 2]
            far = math.dist(middle, heart(tile.zone(mass.letter)))
            # short of the far bank, where other land lies
            goals.append(mix(middle, heart(tile.zone(mass.letter)), 0.14 / far))
    for spot in places:
        if mass.letter in spot.node.masses and spot.node.radius:
            if any(inside(point, mass.outline) for point in spot.outline):
                goals.append(mix(spot.node.at, heart(tile.zone(mass.letter)), 0.5))
            else:
                goals.append(spot.node.at)
    start = heart(tile.zone(mass.letter))
    tongues = []
    for goal in goals:
        length = math.hypot(goal[0] - start[0], goal[1] - start[1])
        back = mix(goal, start, 0.12 / length) if length > 0.2 else start
        tongues.append(strip((start, back), 0.24))
        tongues.append(oval(goal, 0.12, 0.12))
    return Mass(mass.letter, mass.outline, tuple(tongues), mass.rims)
