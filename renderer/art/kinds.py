"""What the art knows of each terrain: how it lies on a tile, and in which world it is drawn."""

from enum import StrEnum
from typing import Final

from rules.tiles import Terrain, Tile, Zone


class Form(StrEnum):
    """How a terrain lies on a tile."""

    MASS = "mass"
    """Fills whole sides from corner to corner."""
    STRIP = "strip"
    """A band through the middle of sides."""
    OPEN = "open"
    """What is left between the others."""
    WATER = "water"
    """A round place inside, where strips may end."""
    HOUSE = "house"
    """A building inside, which stays upright."""


class World(StrEnum):
    """A box's own look."""

    HUNTERS = "hunters"
    BASE = "base"
    ARK = "ark"


FORMS: Final = {
    Terrain.CITY: Form.MASS,
    Terrain.FOREST: Form.MASS,
    Terrain.ROAD: Form.STRIP,
    Terrain.RIVER: Form.STRIP,
    Terrain.FIELD: Form.OPEN,
    Terrain.MEADOW: Form.OPEN,
    Terrain.LAKE: Form.WATER,
    Terrain.MONASTERY: Form.HOUSE,
    Terrain.TEMPLE: Form.HOUSE,
}

WILD: Final = {Terrain.FOREST, Terrain.RIVER, Terrain.MEADOW}


class UnknownTerrain(ValueError):
    """A tile has a zone the art has no shape for."""


def form(tile: Tile, zone: Zone) -> Form:
    """How a zone lies on its tile; UnknownTerrain, naming tile and zone, if nobody drew it yet."""
    try:
        return FORMS[zone.terrain]
    except KeyError:
        raise UnknownTerrain(
            f"tile {tile.id}, zone {zone.letter}: no art for terrain {str(zone.terrain)!r}; "
            f"known are {', '.join(sorted(FORMS))}"
        ) from None


def world(tile: Tile) -> World:
    """Which world a tile is drawn in: by what it shows, and the Ark's towns by their number."""
    if any(zone.terrain in WILD for zone in tile.zones):
        return World.HUNTERS
    return World.ARK if tile.id.startswith("ARK") else World.BASE
