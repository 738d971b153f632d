"""The plan of a tile: every shape, anchor and mark on it, worked out once from its data.

Art, anchors and tests all read this one plan. Everything is in parts of the tile, north up;
whoever draws turns it.
"""

from dataclasses import dataclass
from functools import lru_cache

from renderer.art.courses import (
    PLOT,
    SPRING,
    WIDTHS,
    Band,
    Mass,
    Place,
    arms_of,
    mass_of,
    place_of,
    reaching,
    through_of,
)
from renderer.art.growth import grown
from renderer.art.kinds import Form, World, form, world
from renderer.art.regions import ZoneMap
from renderer.art.shapes import Point, oval, strip
from renderer.art.skeleton import Skeleton, skeleton
from renderer.art.spots import Spot, place
from rules.tiles import Tile


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
        zone.letter: mass_of(tile, zone.letter)
        for zone in tile.zones
        if form(tile, zone) is Form.MASS
    }
    places = tuple(place_of(tile, node) for node in bones.nodes)
    bands = (
        *(through_of(tile, through) for through in bones.throughs),
        *(band for node in bones.nodes for band in arms_of(tile, node, masses)),
    )
    masses = {letter: reaching(tile, mass, bones, bands, places) for letter, mass in masses.items()}
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
        tile,
        world(tile),
        tuple(masses.values()),
        bands,
        places,
        zones,
        anchors,
        grown(tile, zones, anchors, marks),
        plots,
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
