"""Enlarge marks of cramped zones until they are recognizable, over their zone's edge if need be.

An animal may lean over a bank or stand where the edge of a forest makes room for it, as long as
its middle stands on its own land.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from renderer.art.curves import Point
from renderer.art.look import Look
from renderer.art.plan.mark_placement import MarkAt
from renderer.art.plan.zone_map import ZoneMap
from renderer.art.terrains import FOREST, MEADOW
from rules.tiles import Tile

MIN_MARK_WIDTH: Final = 0.255
"""The least width of a mark that is not small by nature."""

CORE_SHARE: Final = 0.28
"""The share of a mark's width, from its middle, that must lie in its own zone."""

STEP: Final = 1 / 48
STEPS: Final = 6
"""The step of the search for a better position, and the most steps each way."""

SHRINK: Final = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72)
MAX_OVERLAP: Final = 0.02
"""The most overlap of two marks' squares, which no drawing fills."""

GRID: Final = (-0.46, -0.23, 0.0, 0.23, 0.46)
FOREIGN_ZONE_VALUE: Final = {FOREST: 0.3, MEADOW: 0.3}
"""The value of a mark's part on another zone; its own zone counts 1."""


def enlarge_marks(
    look: Look, zones: ZoneMap, anchors: Mapping[str, Point], marks: Sequence[MarkAt]
) -> tuple[MarkAt, ...]:
    """The marks, with small ones enlarged where that covers no piece and no other mark."""
    tile, out = look.tile, list(marks)
    for n, mark in enumerate(out):
        printed = look.mark(mark.name)
        least = min(printed.width, MIN_MARK_WIDTH)
        if printed.small or mark.size >= least:
            continue
        others = [*out[:n], *out[n + 1 :]]
        sizes = (least * shrink for shrink in SHRINK if least * shrink > mark.size)
        tries = (
            _best_position(tile, zones, anchors, others, replace(mark, size=size)) for size in sizes
        )
        out[n] = next((enlarged for enlarged in tries if enlarged), mark)
    return tuple(out)


def _best_position(
    tile: Tile,
    zones: ZoneMap,
    anchors: Mapping[str, Point],
    others: Sequence[MarkAt],
    wanted: MarkAt,
) -> MarkAt | None:
    """A mark at the best position near its present one; None if there is none."""
    own, half = tile.zone(wanted.zone), wanted.size / 2

    def free(at: Point) -> bool:
        inside = all(half <= part <= 1 - half for part in at)
        core = (
            zones.zone_at(*p) is own for p in _points(at, wanted.size, (-CORE_SHARE, 0, CORE_SHARE))
        )
        return (
            inside
            and all(
                _square_distance(at, other.at) > half + other.size / 2 - MAX_OVERLAP
                for other in others
            )
            and all(_square_distance(at, anchor) > half for anchor in anchors.values())
            and all(core)
        )

    def worth(at: Point) -> tuple[float, float]:
        zones_below = (zones.zone_at(*p) for p in _points(at, wanted.size, GRID))
        good = (
            1.0 if zone is own else FOREIGN_ZONE_VALUE.get(zone.terrain, 0.0)
            for zone in zones_below
            if zone
        )
        return math.fsum(good), min(math.dist(at, anchor) for anchor in anchors.values())

    x, y = wanted.at
    moves = [n * STEP for n in range(-STEPS, STEPS + 1)]
    places = [at for dx in moves for dy in moves if free(at := (x + dx, y + dy))]
    return replace(wanted, at=max(places, key=worth)) if places else None


def _points(at: Point, size: float, parts: Sequence[float]) -> Iterator[Point]:
    """The points of a grid over a square."""
    return ((at[0] + dx * size, at[1] + dy * size) for dx in parts for dy in parts)


def _square_distance(one: Point, other: Point) -> float:
    """The larger of the horizontal and vertical distances of two points."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
