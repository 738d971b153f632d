"""What stands on a tile: trees, houses, towers and grass, each by the middle of its foot.

Things that lie across a border stand at the same places on every tile, so that the half on one
tile meets the half on the next.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from renderer.art.courses import HUB, PLOT, SPRING, Mass
from renderer.art.drawing import Extent
from renderer.art.plan import Plan
from renderer.art.shapes import CORNERS, Point, mix, rng, turned
from renderer.art.terrains import CITY, FIELD, FOREST, LAKE, MEADOW, RIVER

TREE: Final = 0.135
TREE_HIGH: Final = 1.4
TREES: Final = ("conifer", "crown")
CROWN: Final = ((0.0, TREE_HIGH - 0.25), (-0.35, 0.7), (0.35, 0.7))
"""Where the top of a tree is, in parts of its width from its foot."""

SMALLER: Final = (1.0, 0.8, 0.65, 0.5)
"""How small a tree may be instead of one for which there is no room."""

HOUSE: Final = 0.15
PLANTS: Final = {"olive": (0.075, 0.0), "flower": (0.03, 0.0), "tuft": (0.026, 0.004)}
"""How wide what grows on open ground is, and how much more in steps of its variant."""

ROWS: Final = (0.07, 0.21, 0.355, 0.5, 0.645, 0.79, 0.93)
COLUMNS: Final = (0.19, 0.34, 0.49, 0.64, 0.79, 0.94)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that stands upright: what it is, the middle of its foot, its width and variant."""

    name: str
    foot: Point
    width: float
    variant: int


def scatter(plan: Plan) -> tuple[Thing, ...]:
    """All that stands within a tile, north up; the border is left to ``border``."""
    chance = rng(plan.tile.id, "scatter")
    out: list[Thing] = []
    kinds = {zone.terrain for zone in plan.tile.zones}
    if FOREST in kinds:
        out += _trees(plan, chance)
    if CITY in kinds:
        out += _houses(plan, chance)
        out += _towers(plan)
    out += _villages(plan)
    out += _grass(plan, chance)
    return tuple(out)


def border(plan: Plan, rotation: int) -> Iterator[Thing]:
    """What stands across the borders of the turned tile."""
    for side in range(4):
        zone = plan.tile.at_port((3 * (side - rotation) + 1) % 12)
        if plan.look.extent(zone) is not Extent.MASS:
            continue
        start, end = CORNERS[side], CORNERS[(side + 1) % 4]
        level = side % 2 == 0
        if zone.terrain == FOREST:
            for number, part in enumerate(ROWS if level else COLUMNS):
                x, y = (part, start[1] + 0.06) if level else (start[0], part)
                name = "conifer" if number % 4 == 2 else "crown"
                yield Thing(name, (x, y), TREE, number)
        else:
            for number, part in enumerate((0.27, 0.73)):
                x, y = mix(start, end, part) if level else (start[0], part + 0.06)
                yield Thing("house", (x, y + 0.05 * level), HOUSE, number + 2 * level)


def upright(plan: Plan, things: tuple[Thing, ...], rotation: int) -> list[Thing]:
    """Everything that stands on the turned tile, back to front."""
    out = [Thing(one.name, turned(one.foot, rotation), one.width, one.variant) for one in things]
    pools = [turned(at, rotation) for at in plan.springs]
    inner = [
        fit
        for one in out
        if (fit := _fitted(one, plan, rotation)) and not any(_hides(fit, at) for at in pools)
    ]
    return sorted([*border(plan, rotation), *inner], key=lambda one: one.foot[1])


def _hides(one: Thing, pool: Point) -> bool:
    """Whether a thing stands before a spring, which must be seen from every side."""
    x, y = one.foot
    return abs(x - pool[0]) < SPRING and pool[1] - SPRING < y < pool[1] + SPRING + one.width * 0.8


def _fitted(one: Thing, plan: Plan, rotation: int) -> Thing | None:
    """A thing that stays on its tile, of trees that would be too high a smaller one; or None."""
    if one.name not in TREES:
        return one if _fits(one) else None
    for part in SMALLER:
        tree = replace(one, width=one.width * part)
        if _fits(tree) and not _overhangs(tree, plan, rotation):
            return tree
    return None


def _overhangs(one: Thing, plan: Plan, rotation: int) -> bool:
    """Whether the top of a tree hides water, which its foot keeps off."""
    x, y = one.foot
    tops = ((x + aside * one.width, y - high * one.width) for aside, high in CROWN)
    wet = (_terrain(plan, *turned(at, -rotation % 4)) for at in tops)
    return any(terrain in (RIVER, LAKE) for terrain in wet)


def _fits(one: Thing) -> bool:
    """Whether a thing stays on its tile, however high it is; only the border's may be cut."""
    x, y = one.foot
    high = one.width * (TREE_HIGH if one.name in (*TREES, "tower") else 1.0)
    wide = one.width / 2 - 0.004
    return wide <= x <= 1 - wide and high - 0.01 <= y <= 0.99


def _lattice(step: float, loose: float, chance: random.Random) -> Iterator[Point]:
    """Points in staggered rows, each moved a little."""
    rows = round(1 / (step * 0.8))
    columns = round(1 / step)
    for row in range(rows + 1):
        for column in range(columns + 1):
            x = (column + (row % 2) / 2) / columns + chance.uniform(-loose, loose)
            yield x, row / rows + chance.uniform(-loose, loose)


def _terrain(plan: Plan, x: float, y: float) -> str | None:
    if not (0 <= x < 1 and 0 <= y < 1):
        return None
    return plan.tile.zones[plan.zones.index_at(x, y)].terrain


def _trees(plan: Plan, chance: random.Random) -> Iterator[Thing]:
    for x, y in _lattice(0.108, 0.015, chance):
        kind = "crown" if chance.random() < 0.75 else "conifer"
        size, variant = chance.choice((0.14, 0.15, 0.155, 0.165)), chance.randrange(4)
        # a foot needs room for its roots, or trees would stand in rivers
        near = ((x, y), (x - 0.02, y), (x + 0.02, y), (x, y - 0.03), (x, y + 0.01))
        if all(_terrain(plan, *at) in (FOREST, None) for at in near):
            yield Thing(kind, (x, y), size, variant)
    for mass in plan.masses:
        if plan.tile.zone(mass.letter).terrain == FOREST:
            yield from _hem(plan, mass, chance)


def _hem(plan: Plan, mass: Mass, chance: random.Random) -> Iterator[Thing]:
    """Trees along the edge of a forest, smaller towards the corners, so that it ends in crowns."""
    for rim in mass.rims:
        at = 0.06
        while at < 0.95:
            x, y = rim[round(at * (len(rim) - 1))]
            size = 0.075 + 0.045 * math.sin(math.pi * at)
            kind = "crown" if chance.random() < 0.8 else "conifer"
            dry = all(
                _terrain(plan, x + dx, y + dy) in (FOREST, MEADOW, None)
                for dx, dy in ((0, 0), (-0.03, 0), (0.03, 0), (0, 0.03), (0, -0.02))
            )
            clear = all(math.dist((x, y), mark.at) > mark.size * 0.5 + 0.03 for mark in plan.marks)
            if dry and clear:
                yield Thing(kind, (x, y + 0.012), size, chance.randrange(4))
            at += 0.065


def _houses(plan: Plan, chance: random.Random) -> Iterator[Thing]:
    """As many houses as fit side by side, clear of walls, gates, marks and pieces."""
    clear = [(at, 0.09) for at in plan.anchors.values()]
    clear += [(mark.at, mark.size * 0.5 + 0.045) for mark in plan.marks]
    edges = [edge for mass in plan.masses for rim in mass.rims for edge in rim[::2]]
    clear += [(edge, 0.088) for edge in edges]
    reach = HOUSE / 2
    built: list[Point] = []
    for x, y in _lattice(0.075, 0.02, chance):
        variant = chance.randrange(8)
        if not (0.09 < y < 0.99 - reach and reach <= x <= 1 - reach):
            continue
        if any(abs(x - a) < HOUSE * 0.94 and abs(y - b) < HOUSE * 0.84 for a, b in built):
            continue
        if _terrain(plan, x, y) != CITY:
            continue
        if any(math.dist((x, y), at) < room for at, room in clear):
            continue
        built.append((x, y))
        yield Thing("house", (x, y + reach), HOUSE, variant)
    for x, y in _lattice(0.1, 0.03, chance):
        free = all(abs(x - a) > 0.1 or abs(y - b) > 0.11 for a, b in built)
        dry = _terrain(plan, x, y) == CITY
        if free and dry and all(math.dist((x, y), at) >= room for at, room in clear):
            built.append((x, y))
            yield Thing(plan.look.land.garden, (x, y + 0.03), 0.075, 1)


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
                    yield Thing("tower", (x, y + 0.04), 0.1, 0)
        for at in gates:
            yield Thing("gate", (at[0], at[1] + 0.07), 0.19, 0)


def _villages(plan: Plan) -> Iterator[Thing]:
    for site in plan.sites:
        x, y = site.node.at
        if site.node.kind == "village":
            for number, (dx, dy) in enumerate(((0.0, -0.06), (-0.08, 0.05), (0.08, 0.06))):
                yield Thing("house", (x + dx, y + dy + 0.03), HOUSE * 0.9, number + 1)
        elif site.node.kind == "crossing":
            yield Thing("well", (x, y + 0.06), 0.13, 0)


def _grass(plan: Plan, chance: random.Random) -> Iterator[Thing]:
    """What grows in a land, on open ground away from pieces and marks."""
    clear = [(at, 0.07) for at in plan.anchors.values()]
    clear += [(mark.at, mark.size * 0.6) for mark in plan.marks]
    hubs = [site.node.at for site in plan.sites if site.node.kind in ("village", "crossing")]
    clear += [(at, HUB) for at in hubs]
    clear += [(at, PLOT) for at in plan.plots.values()]
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
            width, more = PLANTS[name]
            yield Thing(name, (x, y), width + more * (variant % 3), variant)
