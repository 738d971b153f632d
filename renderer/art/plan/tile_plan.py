"""The plan of a tile: every shape, anchor and mark on it, computed once from its data.

Art, anchors and tests all read this one plan. Everything is in parts of the tile, north up;
whoever draws turns it.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from renderer.art.curves import Point, oval, ribbon
from renderer.art.drawing import Extent, MarkDrawing
from renderer.art.look import Look
from renderer.art.plan.mark_placement import MarkAt, enlarge_marks, place_marks
from renderer.art.plan.skeleton import Skeleton, skeleton
from renderer.art.plan.strip_crossings import Bridge, avoid_collisions, bridges, sort_by_layer
from renderer.art.plan.yards import Yard, yards
from renderer.art.plan.zone_map import ZoneMap
from renderer.art.plan.zone_shapes import (
    SPRING_RADIUS_FACTOR,
    STONE_RADIUS,
    WALL_WIDTH,
    Band,
    Mass,
    Site,
    band_of_through,
    bands_of_node,
    mass_of,
    site_of,
    with_tongues,
)
from renderer.art.terrains import CITY, FOREST
from rules.tiles import Tile

YARD_ANCHOR_POSITIONS: Final = (0.2, 0.35, 0.5, 0.65, 0.75, 0.85)
"""The places of a piece along a strip beside a yard, as parts of its visible length."""

MIN_BORDER_DISTANCE: Final = 0.15
"""The least distance of such a piece from the sides of the tile."""

GLADE_FACTOR: Final = 0.56
"""The radius of the glade around a mark before a forest, in widths of the mark."""


@dataclass(frozen=True, slots=True)
class Spring:
    """A river's source: its letter, and its pool's middle and radius."""

    letter: str
    at: Point
    reach: float


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The shapes, anchors and marks of a tile, north up."""

    look: Look
    masses: tuple[Mass, ...]
    bands: tuple[Band, ...]
    sites: tuple[Site, ...]
    zones: ZoneMap
    anchors: dict[str, Point]
    marks: tuple[MarkAt, ...]
    yards: dict[str, Yard]
    springs: tuple[Spring, ...]
    bridges: tuple[Bridge, ...]
    landings: dict[str, Point]

    @property
    def tile(self) -> Tile:
        return self.look.tile

    def strip_end_drawings(self) -> Iterator[tuple[MarkDrawing, Point]]:
        """Drawings at ends of strips and in the waters they flow into, by middle."""
        for spring in self.springs:
            head = self.look.strip(self.tile.zone(spring.letter).terrain).head
            if head is not None:
                yield head, spring.at
        for site in self.sites:
            if site.node.wet and site.node.arms:
                mouth = self.look.strip(self.tile.at_port(site.node.arms[0]).terrain).mouth
                if mouth is not None:
                    yield mouth, site.node.at


@lru_cache(maxsize=512)
def plan_of(look: Look) -> Plan:
    tile = look.tile
    bones = avoid_collisions(look, skeleton(look))
    masses = {
        zone.letter: mass_of(look, zone.letter)
        for zone in tile.zones
        if look.extent(zone) is Extent.MASS
    }
    sites = tuple(site_of(tile, node) for node in bones.nodes)
    bands = sort_by_layer(
        (
            *(band_of_through(look, through) for through in bones.throughs),
            *(band for node in bones.nodes for band in bands_of_node(look, node, masses)),
        )
    )
    over = tuple(bridges(bands))
    masses = {
        letter: with_tongues(tile, mass, bones, bands, sites) for letter, mass in masses.items()
    }
    zones = ZoneMap(look)
    for mass in masses.values():
        stones = (oval(at, 1.5 * STONE_RADIUS, 1.5 * STONE_RADIUS) for at in mass.stones)
        walls = (
            ribbon(edge, WALL_WIDTH)
            for edge in mass.edges
            if tile.zone(mass.letter).terrain == CITY
        )
        for shape in (mass.outline, *mass.tongues, *stones, *walls):
            zones.add(mass.letter, shape)
    for band in bands:
        zones.add(band.letter, ribbon(band.line, band.width + 0.02))
    for site in sites:
        if site.node.zone:
            zones.add(site.node.zone, site.outline)
    pools = springs(bones, bands)
    for pool in pools:
        zones.add(pool.letter, oval(pool.at, pool.reach, pool.reach))
    ground = yards(look, masses.values(), bands, sites)
    for letter, yard in ground.items():
        zones.add(letter, oval(yard.at, yard.plot.reach, yard.plot.reach))
    zones.settle()
    below = {bridge.lower for bridge in over}
    fixed = {band.letter: _strip_anchor(band, ground.get(band.letter), below) for band in bands}
    plots = {letter: yard.at for letter, yard in ground.items()}
    anchors, marks = place_marks(look, zones, fixed, plots, bones.nodes)
    marks = enlarge_marks(look, zones, anchors, marks)
    for mark in marks:
        if look.extent(tile.zone(mark.zone)) is Extent.OPEN:
            # marks of open land must not stand among trees
            zones.clear(
                mark.zone, oval(mark.at, GLADE_FACTOR * mark.size, GLADE_FACTOR * mark.size), FOREST
            )
    return Plan(
        look,
        tuple(masses.values()),
        bands,
        sites,
        zones,
        anchors,
        marks,
        ground,
        pools,
        over,
        _landings(bands) if any(node.wet for node in bones.nodes) else {},
    )


def springs(bones: Skeleton, bands: tuple[Band, ...]) -> tuple[Spring, ...]:
    """Sources of rivers that begin on the tile."""
    starts = {port for node in bones.nodes if node.kind == "spring" for port in node.arms}
    return tuple(
        Spring(band.letter, band.line[-1], SPRING_RADIUS_FACTOR * band.width)
        for band in bands
        if not band.through and band.port in starts
    )


def _strip_anchor(band: Band, yard: Yard | None, below: Collection[str]) -> Point:
    """A piece's place on a strip, clear of marks and of strips passing over."""
    if yard is not None and yard.plot.beside:
        places = [band.at(part * band.seen) for part in YARD_ANCHOR_POSITIONS]
        inner = [
            at for at in places if min(*at, *(1 - part for part in at)) > MIN_BORDER_DISTANCE
        ] or places
        return max(inner, key=lambda at: math.dist(at, yard.at))
    if yard is not None:
        return band.at(0.19 if band.through else 0.9 * band.seen)
    if band.letter in below:
        return band.at(0.2 if band.through else 0.3 * band.seen)
    return band.at(0.53 * band.seen)


def _landings(bands: tuple[Band, ...]) -> dict[str, Point]:
    return {band.letter: band.at(band.seen) for band in reversed(bands) if not band.through}
