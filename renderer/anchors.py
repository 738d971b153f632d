"""Where on a tile a piece stands, and which zone is painted at a point."""

from renderer.art.kinds import Form, form
from renderer.art.plan import plan_of
from renderer.art.shapes import turned
from rules.tiles import Tile

DOORSTEP = 0.13
"""How far before the middle of a building its piece stands, so that the building is seen."""


def anchor(tile: Tile, rotation: int, letter: str) -> tuple[float, float]:
    """Where a piece on a zone stands and its letter is written, after quarter turns clockwise.

    x and y are parts of the tile, y downwards. KeyError if the tile has no such zone.
    """
    zone = tile.zone(letter)
    x, y = turned(plan_of(tile).anchors[letter], rotation)
    # buildings stay upright, so the place at their door does not turn with the tile
    return (x, y + DOORSTEP) if form(tile, zone) is Form.HOUSE else (x, y)


def terrain_at(tile: Tile, rotation: int, x: float, y: float) -> str:
    """The letter of the zone painted at a point of the turned tile; y downwards."""
    north_up = turned((x, y), -rotation % 4)
    return tile.zones[plan_of(tile).zones.index_at(*north_up)].letter


def quay(tile: Tile, rotation: int, letter: str) -> tuple[float, float]:
    """Where the road with a letter meets the lake of its turned tile; KeyError if it does not."""
    for spot in plan_of(tile).places:
        if spot.node.kind == "lake":
            for band in plan_of(tile).bands:
                if band.letter == letter and not band.through:
                    return turned(band.at(band.seen), rotation)
    raise KeyError(letter)
