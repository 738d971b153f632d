"""Scatter trees, houses, towers, wells, reeds and grass over a tile: their kinds and places."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from renderer.art.curves import CORNERS, OUTWARD, Point, ribbon, seeded_random
from renderer.art.plan.mass_outlines import WIDE_STRIP_WIDTH
from renderer.art.plan.skeleton import HUBS
from renderer.art.plan.tile_plan import Plan
from renderer.art.plan.zone_shapes import Mass
from renderer.art.streets import STREET_WIDTH, streets
from renderer.art.terrains import CITY, FIELD, FOREST, MEADOW, ROAD

HOUSE_WIDTHS: Final = (0.16, 0.125)
VILLAGE_HOUSE_WIDTH: Final = 0.15
HOUSE_VARIANTS: Final = 9
"""The number of different houses: three forms with three roofs each."""
PLANT_WIDTHS: Final = {"olive": (0.075, 0.0), "flower": (0.03, 0.0), "tuft": (0.026, 0.004)}
"""The width of each plant of open ground, and its increase by variant."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An upright thing: kind, middle of its foot, width and variant.

    ``mass``: letter of the mass it keeps to; ``drop``: how far below its foot's place, which turns
    with the tile, the foot is.
    """

    name: str
    foot: Point
    width: float
    variant: int
    mass: str = ""
    drop: float = 0.0


def scatter(plan: Plan) -> tuple[Thing, ...]:
    """The things on a tile, north up; none stands across the border."""
    chance = seeded_random(plan.tile.id, "scatter")
    out: list[Thing] = []
    kinds = {zone.terrain for zone in plan.tile.zones}
    if FOREST in kinds:
        out += _trees(plan, chance)
    if CITY in kinds:
        out += _houses(plan, chance)
        out += _towers(plan)
    out += _villages(plan)
    out += _reeds(plan)
    out += _grass(plan, chance)
    return tuple(out)


def _lattice(step: float, loose: float, chance: random.Random) -> Iterator[Point]:
    """Points in staggered rows, moved a little at random."""
    rows = round(1 / (step * 0.8))
    columns = round(1 / step)
    for row in range(rows + 1):
        for column in range(columns + 1):
            x = (column + (row % 2) / 2) / columns + chance.uniform(-loose, loose)
            yield x, row / rows + chance.uniform(-loose, loose)


def _terrain(plan: Plan, x: float, y: float) -> str | None:
    zone = plan.zones.zone_at(x, y) if 0 <= x < 1 and 0 <= y < 1 else None
    return zone.terrain if zone else None


def _trees(plan: Plan, chance: random.Random) -> Iterator[Thing]:
    for x, y in _lattice(0.138, 0.018, chance):
        kind = "crown" if chance.random() < 0.75 else "conifer"
        size, variant = chance.choice((0.165, 0.175, 0.185, 0.195)), chance.randrange(4)
        # room for roots, or trees would stand in rivers
        near = ((x, y), (x - 0.02, y), (x + 0.02, y), (x, y - 0.03), (x, y + 0.01))
        if all(_terrain(plan, *at) in (FOREST, None) for at in near):
            inside = min(max(x, 0.0), 0.999), min(max(y, 0.0), 0.999)
            zone = plan.zones.zone_at(*inside)
            yield Thing(kind, (x, y), size, variant, zone.letter if zone else "")
    for mass in plan.masses:
        if plan.tile.zone(mass.letter).terrain == FOREST:
            yield from _forest_edge_trees(plan, mass, chance)


def _forest_edge_trees(plan: Plan, mass: Mass, chance: random.Random) -> Iterator[Thing]:
    """Trees along a forest's edge, smaller towards the corners."""
    for rim in mass.rims:
        at = 0.05
        while at < 0.96:
            x, y = rim[round(at * (len(rim) - 1))]
            size = 0.07 + 0.05 * math.sin(math.pi * at)
            kind = "crown" if chance.random() < 0.8 else "conifer"
            dry = all(
                _terrain(plan, x + dx, y + dy) in (FOREST, MEADOW, None)
                for dx, dy in ((0, 0), (-0.03, 0), (0.03, 0), (0, 0.03), (0, -0.02))
            )
            clear = all(math.dist((x, y), mark.at) > mark.size * 0.5 + 0.03 for mark in plan.marks)
            if dry and clear:
                yield Thing(kind, (x, y + 0.012), size, chance.randrange(4), mass.letter)
            at += 0.055


def _houses(plan: Plan, chance: random.Random) -> Iterator[Thing]:
    """Houses side by side, clear of streets, walls, gates, marks and pieces.

    Smaller houses and trees where a large house has no room.
    """
    clear = [(at, 0.09) for at in plan.anchors.values()]
    clear += [(mark.at, mark.size * 0.5 + 0.06) for mark in plan.marks]
    for city in streets(plan):
        clear.append((city.square, city.radius + 0.04))
    ways = [point for city in streets(plan) for line in city.lines for point in line]
    edges = [point for mass in plan.masses for edge in mass.edges for point in edge[::2]]
    roads = [point for band in plan.bands if band.terrain == ROAD for point in band.line[:-2]]
    built: list[tuple[Point, float]] = []
    for width in HOUSE_WIDTHS:
        reach = width / 2
        near = [*clear, *((way, STREET_WIDTH / 2 + 0.5 * reach) for way in ways)]
        near += [(edge, reach + 0.026) for edge in edges]
        near += [(road, 1.5 * reach) for road in roads]
        for x, y in _lattice(0.075, 0.02, chance):
            variant = chance.randrange(HOUSE_VARIANTS)
            if not (0.09 < y < 0.99 - reach and reach <= x <= 1 - reach):
                continue
            if _terrain(plan, x, y) != CITY:
                continue
            if any(
                abs(x - a) < (reach + other) * 0.94 and abs(y - b) < (reach + other) * 0.84
                for (a, b), other in built
            ):
                continue
            if any(math.dist((x, y), at) < room for at, room in near):
                continue
            built.append(((x, y), reach))
            yield Thing("house", (x, y), width, variant, drop=reach)
    clear += [(way, STREET_WIDTH / 2 + 0.02) for way in ways] + [(edge, 0.1) for edge in edges]
    for x, y in _lattice(0.1, 0.03, chance):
        free = all(abs(x - a) > 0.02 + r or abs(y - b) > 0.03 + r for (a, b), r in built)
        dry = _terrain(plan, x, y) == CITY
        if free and dry and all(math.dist((x, y), at) >= room for at, room in clear):
            built.append(((x, y), 0.05))
            yield Thing(plan.look.land.garden, (x, y), 0.075, 1, drop=0.03)


def _towers(plan: Plan) -> Iterator[Thing]:
    for mass in plan.masses:
        gates = [
            band.line[-1]
            for band in plan.bands
            if not band.through and plan.tile.zone(band.letter).inner_end == "city"
        ]
        for rim in mass.rims:
            for part in (0.12, 0.37, 0.63, 0.88):
                x, y = rim[round(part * (len(rim) - 1))]
                if all(math.dist((x, y), gate) > 0.1 for gate in gates):
                    yield Thing("tower", (x, y), 0.1, 0, mass.letter, 0.04)
        for at in gates:
            yield Thing("gate", at, 0.19, 0, drop=0.07)


def _villages(plan: Plan) -> Iterator[Thing]:
    """A well or tree on the square where roads end, houses between them."""
    for site in plan.sites:
        (x, y), sides = site.node.at, {port // 3 for port in site.node.arms}
        if site.node.kind == "crossing":
            yield Thing("well", (x, y), 0.13, 0, drop=0.06)
        elif site.node.kind == "village":
            yield Thing(plan.look.land.garden, (x, y), 0.085, 1, drop=0.05)
            if len(sides) == 1:
                (dx, dy), out = OUTWARD[sides.pop()], 0.6 * VILLAGE_HOUSE_WIDTH + 0.005
                yield Thing(
                    "house",
                    (x - out * dx, y - out * dy),
                    VILLAGE_HOUSE_WIDTH,
                    1,
                    drop=VILLAGE_HOUSE_WIDTH / 2,
                )
            for corner, (dx, dy) in enumerate(CORNERS):
                if {corner, (corner - 1) % 4} <= sides:
                    at = x + 0.25 * (dx - 0.5), y + 0.25 * (dy - 0.5)
                    width, drop = 0.85 * VILLAGE_HOUSE_WIDTH, VILLAGE_HOUSE_WIDTH / 2
                    yield Thing("house", at, width, corner + 1, drop=drop)


def _reeds(plan: Plan) -> Iterator[Thing]:
    """Reeds along both banks of wide water, clear of other things."""
    for band in plan.bands:
        if band.width <= WIDE_STRIP_WIDTH:
            continue
        chance = seeded_random(plan.tile.id, band.letter, "reeds")
        clear = [(at, 0.12) for at in plan.anchors.values()]
        clear += [(p, 0.16) for bridge in plan.bridges for p in bridge.line]
        clear += [(site.node.at, site.node.radius + 0.06) for site in plan.sites]
        clear += [(spring.at, 1.6 * spring.reach) for spring in plan.springs]
        both = ribbon(band.line, band.width + 0.03)
        for n, (x, y) in enumerate(both):
            inside = 0.06 < x < 0.94 and 0.12 < y < 0.94
            if n % 3 or chance.random() > 0.62 or not inside:
                continue
            if all(math.dist((x, y), at) > room for at, room in clear):
                yield Thing("reed", (x, y), 0.075, chance.randrange(6), drop=0.02)


def _grass(plan: Plan, chance: random.Random) -> Iterator[Thing]:
    """Plants on open ground, away from pieces and marks."""
    clear = [(at, 0.07) for at in plan.anchors.values()]
    clear += [(mark.at, mark.size * 0.6) for mark in plan.marks]
    clear += [(site.node.at, 0.22) for site in plan.sites if site.node.kind in HUBS]
    clear += [(yard.at, yard.plot.reach) for yard in plan.yards.values()]
    grows = plan.look.land.grows.items()
    for x, y in _lattice(0.11, 0.045, chance):
        luck, variant = chance.random(), chance.randrange(6)
        open_ground = all(
            _terrain(plan, x + dx, y + dy) in (MEADOW, FIELD)
            for dx, dy in ((0, 0), (-0.035, 0), (0.035, 0), (0, -0.035), (0, 0.035))
        )
        if not open_ground or any(math.dist((x, y), at) < room for at, room in clear):
            continue
        name = next((name for name, until in grows if luck < until), "")
        if name:
            width, more = PLANT_WIDTHS[name]
            yield Thing(name, (x, y), width + more * (variant % 3), variant)
