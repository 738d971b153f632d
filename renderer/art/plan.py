"""The plan of a tile: every shape, anchor and mark on it, worked out once from its data.

Art, anchors and tests all read this one plan. Everything is in parts of the tile, north up;
whoever draws turns it.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from renderer.art.courses import (
    PLOT,
    SPRING,
    STONE,
    WALL,
    WIDTHS,
    Band,
    Mass,
    Site,
    arms_of,
    mass_of,
    reaching,
    site_of,
    through_of,
)
from renderer.art.drawing import Extent
from renderer.art.growth import grown
from renderer.art.look import Look
from renderer.art.regions import ZoneMap
from renderer.art.rooms import MarkAt, placed
from renderer.art.shapes import Point, oval, ribbon
from renderer.art.skeleton import Skeleton, skeleton
from renderer.art.terrains import CITY, FOREST
from rules.tiles import Tile

GLADE: Final = 0.56
"""How far around its middle the forest leaves room to what stands before it, in its widths."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Everything drawn on a tile, north up."""

    look: Look
    masses: tuple[Mass, ...]
    bands: tuple[Band, ...]
    sites: tuple[Site, ...]
    zones: ZoneMap
    anchors: dict[str, Point]
    marks: tuple[MarkAt, ...]
    plots: dict[str, Point]
    springs: tuple[Point, ...]
    landings: dict[str, Point]

    @property
    def tile(self) -> Tile:
        """The tile it is the plan of."""
        return self.look.tile


@lru_cache(maxsize=512)
def plan_of(look: Look) -> Plan:
    """The plan of a tile as it looks in a game."""
    tile = look.tile
    bones = skeleton(look)
    masses = {
        zone.letter: mass_of(look, zone.letter)
        for zone in tile.zones
        if look.extent(zone) is Extent.MASS
    }
    sites = tuple(site_of(tile, node) for node in bones.nodes)
    bands = (
        *(through_of(tile, through) for through in bones.throughs),
        *(band for node in bones.nodes for band in arms_of(tile, node, masses)),
    )
    masses = {letter: reaching(tile, mass, bones, bands, sites) for letter, mass in masses.items()}
    zones = ZoneMap(look)
    for mass in masses.values():
        stones = (oval(at, 1.5 * STONE, 1.5 * STONE) for at in mass.stones)
        walls = (
            ribbon(edge, WALL) for edge in mass.edges if tile.zone(mass.letter).terrain == CITY
        )
        for shape in (mass.outline, *mass.tongues, *stones, *walls):
            zones.add(mass.letter, shape)
    for band in bands:
        zones.add(band.letter, ribbon(band.line, WIDTHS[band.terrain] + 0.02))
    for site in sites:
        if site.node.zone:
            zones.add(site.node.zone, site.outline)
    for letter, at in springs(bones, bands):
        zones.add(letter, oval(at, SPRING, SPRING))
    fixed, plots = _along(tile, bands)
    for letter, at in plots.items():
        zones.add(letter, oval(at, PLOT, PLOT))
    zones.settle()
    anchors, marks = placed(look, zones, fixed, plots, bones.nodes)
    marks = grown(look, zones, anchors, marks)
    for mark in marks:
        if look.extent(tile.zone(mark.zone)) is Extent.OPEN:
            # nobody stands among trees who belongs to the open land
            zones.clear(mark.zone, oval(mark.at, GLADE * mark.size, GLADE * mark.size), FOREST)
    return Plan(
        look,
        tuple(masses.values()),
        bands,
        sites,
        zones,
        anchors,
        marks,
        plots,
        tuple(at for _, at in springs(bones, bands)),
        _landings(bands) if any(node.wet for node in bones.nodes) else {},
    )


def springs(bones: Skeleton, bands: tuple[Band, ...]) -> list[tuple[str, Point]]:
    """The rivers that begin on the tile and where they do."""
    starts = {port for node in bones.nodes if node.kind == "spring" for port in node.arms}
    return [
        (band.letter, band.line[-1]) for band in bands if not band.through and band.port in starts
    ]


def _along(tile: Tile, bands: tuple[Band, ...]) -> tuple[dict[str, Point], dict[str, Point]]:
    """Where pieces stand on strips, and where the oases of strips lie."""
    anchors, plots = {}, {}
    for band in bands:
        if tile.zone(band.letter).marks:
            anchors[band.letter] = band.at(0.19 if band.through else 0.9 * band.seen)
            plots[band.letter] = band.at(0.5 if band.through else 0.4)
        else:
            anchors[band.letter] = band.at(0.53 * band.seen)
    return anchors, plots


def _landings(bands: tuple[Band, ...]) -> dict[str, Point]:
    """Where the strips that end inside the tile come to the water."""
    return {band.letter: band.at(band.seen) for band in reversed(bands) if not band.through}
