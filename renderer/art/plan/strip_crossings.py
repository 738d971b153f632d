"""Lead the strips of a tile (roads, rivers) past houses, and over each other by bridges.

Areas separate in the data need a mass or a strip between them.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Final

from renderer.art.curves import CENTRE, OUTWARD, Line, Point, interpolate, port_point
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.plan.skeleton import HUBS, Node, Skeleton, Through
from renderer.art.plan.zone_shapes import Band
from renderer.art.terrains import RIVER, ROAD

HOUSE_OFFSET: Final = 0.085
STRIP_OFFSET: Final = 0.25
"""The distances from the middle of a house beside a strip, and of that strip."""
PASSED_END_FACTOR: Final = 1.48
"""The end of a strip that has passed another, in multiples of the way to the middle."""
BRIDGE_OVERHANG: Final = 0.06
"""The overhang of a bridge on both sides of the strip below."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge: both strips' letters, and the upper one's line on it."""

    upper: str
    lower: str
    line: Line


def avoid_collisions(look: Look, bones: Skeleton) -> Skeleton:
    """Lead strips around houses and each other."""
    nodes = [_moved_beyond_strip(node, bones) for node in bones.nodes]
    throughs = list(bones.throughs)
    for n, node in enumerate(nodes):
        housed = node.zone is not None and look.extent(look.tile.zone(node.zone)) is Extent.HOUSE
        if housed and node.arms and throughs:
            x, y = _outward(node.arms)
            nodes[n] = replace(node, at=(0.5 + HOUSE_OFFSET * x, 0.5 + HOUSE_OFFSET * y))
            past = (0.5 - STRIP_OFFSET * x, 0.5 - STRIP_OFFSET * y)
            throughs = [replace(through, past=past) for through in throughs]
    return Skeleton(
        tuple(nodes), tuple(_without_reached_masses(look, one, nodes) for one in throughs)
    )


def bridges(bands: Sequence[Band]) -> Iterator[Bridge]:
    """Bridges of roads over other strips, later over earlier."""
    for lower, upper in combinations(bands, 2):
        at = _crossing(lower, upper) if upper.terrain == ROAD else None
        if at is not None:
            reach = lower.width / 2 + BRIDGE_OVERHANG
            yield Bridge(upper.letter, lower.letter, _stretch_around(upper.line, at, reach))


def sort_by_layer(bands: Sequence[Band]) -> tuple[Band, ...]:
    """Sort back to front: water below roads."""
    return tuple(sorted(bands, key=lambda band: band.terrain != RIVER))


def _moved_beyond_strip(node: Node, bones: Skeleton) -> Node:
    """Move a single strip's end beyond another strip where it has to part the land."""
    others = [other for other in bones.nodes if other is not node and other.arms]
    if node.kind not in HUBS or len(node.arms) != 1 or not node.masses or not others:
        return node
    return replace(
        node, at=interpolate(port_point(node.arms[0]), CENTRE, PASSED_END_FACTOR), masses=()
    )


def _without_reached_masses(look: Look, through: Through, nodes: Sequence[Node]) -> Through:
    """Drop masses that another strip reaches over this one, and so parts the land."""
    first, second = through.ports

    def beside(port: int) -> bool:
        return (port - first) % 12 < (second - first) % 12

    reached = {
        mass
        for node in nodes
        for mass in node.masses
        for arm in node.arms
        if all(beside(arm) != beside(port) for port in look.tile.zone(mass).ports)
    }
    return replace(through, masses=tuple(m for m in through.masses if m not in reached))


def _outward(arms: Sequence[int]) -> Point:
    x = math.fsum(OUTWARD[port // 3][0] for port in arms)
    y = math.fsum(OUTWARD[port // 3][1] for port in arms)
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def _crossing(one: Band, other: Band) -> Point | None:
    for a, b in pairwise(one.visible()[:-1]):
        for c, d in pairwise(other.visible()[:-1]):
            if _is_left_of(a, b, c) != _is_left_of(a, b, d) and _is_left_of(c, d, a) != _is_left_of(
                c, d, b
            ):
                return interpolate(interpolate(a, b, 0.5), interpolate(c, d, 0.5), 0.5)
    return None


def _is_left_of(a: Point, b: Point, point: Point) -> bool:
    return (b[0] - a[0]) * (point[1] - a[1]) > (b[1] - a[1]) * (point[0] - a[0])


def _stretch_around(line: Line, at: Point, reach: float) -> Line:
    """The part of a line within ``reach`` of one of its points, cut exactly there."""
    near = min(range(len(line)), key=lambda n: math.dist(line[n], at))
    first, last = near, near
    while first > 0 and math.dist(line[first], at) < reach:
        first -= 1
    while last < len(line) - 1 and math.dist(line[last], at) < reach:
        last += 1
    ends = (
        _point_at_distance(line[first], line[first + 1], at, reach),
        _point_at_distance(line[last], line[last - 1], at, reach),
    )
    return (ends[0], *line[first + 1 : last], ends[1])


def _point_at_distance(far: Point, near: Point, at: Point, reach: float) -> Point:
    """The point between two others at a distance from ``at``; the first if there is none."""
    a, b = math.dist(far, at), math.dist(near, at)
    return interpolate(far, near, (a - reach) / (a - b)) if a > reach > b else far
