"""Yards: the ground of a mark printed on a strip, over the strip or beside it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from renderer.art.curves import Point, oval
from renderer.art.drawing import MarkGround
from renderer.art.look import Look
from renderer.art.plan.skeleton import HUBS
from renderer.art.plan.zone_shapes import HUB_RADIUS, Band, Mass, Site

STRIP_POSITIONS: Final = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7)
"""The possible positions of a yard along its strip, the best first."""

OVERLAP: Final = 0.03
"""The overlap of a yard beside a strip with the strip."""

ENOUGH_ROOM: Final = 0.13
"""The sufficient room around a yard."""


@dataclass(frozen=True, slots=True)
class Yard:
    """The middle of a mark's ground, and how it is drawn."""

    at: Point
    plot: MarkGround


def yards(
    look: Look, masses: Iterable[Mass], bands: Sequence[Band], sites: Iterable[Site]
) -> dict[str, Yard]:
    """The yards by the letters of their strips."""
    taken = [point for mass in masses for line in (*mass.edges, *mass.tongues) for point in line]
    for site in sites:
        hub = site.node.kind in HUBS
        taken += oval(site.node.at, HUB_RADIUS, HUB_RADIUS) if hub else site.outline
    yards_by_letter: dict[str, Yard] = {}
    for band in bands:
        for mark in look.tile.zone(band.letter).marks:
            plot = look.mark(mark).plot
            if plot is not None:
                others = [other for other in bands if other is not band]
                at = (
                    _point_beside_strip(band, plot, taken, others)
                    if plot.beside
                    else _point_on_strip(band)
                )
                yards_by_letter[band.letter] = Yard(at, plot)
    return yards_by_letter


def _point_on_strip(band: Band) -> Point:
    return band.at(0.5 if band.through else 0.4)


def _point_beside_strip(
    band: Band, plot: MarkGround, taken: Sequence[Point], others: Sequence[Band]
) -> Point:
    """The first place along a strip with enough room, or the roomiest."""
    away = band.width / 2 + plot.reach - OVERLAP

    def room(at: Point) -> float:
        edge = min(*at, *(1 - part for part in at))
        far = min((math.dist(at, point) for point in taken), default=1.0)
        near = (math.dist(at, p) - other.width / 2 for other in others for p in other.line)
        return min(ENOUGH_ROOM, min(edge, far, *near, 1.0) - plot.reach)

    return max(_places(band, away), key=room)


def _places(band: Band, away: float) -> Iterator[Point]:
    for part in STRIP_POSITIONS:
        n = round(part * band.seen * (len(band.line) - 1))
        (ax, ay), (bx, by) = band.line[n - 1], band.line[n + 1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        x, y = band.line[n]
        for side in (1, -1):
            yield x + side * away * (by - ay) / length, y - side * away * (bx - ax) / length
