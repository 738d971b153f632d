"""Pictures of tiles, pieces and tokens at any size, drawn once and kept."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

from PIL import Image

from renderer.art.colours import INKS, LETTERS, SHAPES
from renderer.art.compose import draw_tile
from renderer.art.pieces import badge, piece
from renderer.art.tokens import ark, ferry
from rules.tiles import Tile

KEPT: Final = 64 * 2**20
"""How many bytes of tile pictures are kept: the largest box in full at 96 and at 192 pixels."""

COLOUR_RGB: Final[tuple[tuple[int, int, int], ...]] = INKS
COLOUR_SHAPES: Final[tuple[str, ...]] = SHAPES
COLOUR_LETTERS: Final = LETTERS
TOKENS: Final = {"ark": ark}

_lock = Lock()
_tiles: OrderedDict[tuple[str, int, int], tuple[Tile, Image.Image]] = OrderedDict()


def tile_sprite(tile: Tile, rotation: int, size: int) -> Image.Image:
    """A tile turned by quarters clockwise, RGB, ``size`` pixels wide; do not draw on it."""
    key = (tile.id, rotation % 4, size)
    with _lock:
        kept = _tiles.get(key)
        # another set may use the same id for another tile
        if kept is not None and (kept[0] is tile or kept[0] == tile):
            _tiles.move_to_end(key)
            return kept[1]
    image = draw_tile(tile, rotation % 4, size)
    with _lock:
        _tiles[key] = (tile, image)
        _tiles.move_to_end(key)
        # sizes differ widely, so bytes are counted, not pictures
        weight = sum(side * side * 3 for _, _, side in _tiles)
        while weight > KEPT and len(_tiles) > 1:
            (_, _, side), _ = _tiles.popitem(last=False)
            weight -= side * side * 3
    return image


def warm(tiles: Iterable[Tile], size: int) -> Iterator[None]:
    """Draws all rotations of the tiles one after the other, yielding after each picture."""
    for tile in tiles:
        for rotation in range(4):
            tile_sprite(tile, rotation, size)
            yield


def piece_sprite(colour: int, role: str, size: int) -> Image.Image:
    """A colour's piece for a tile ``size`` high, RGBA; its middle belongs on the anchor."""
    return piece(colour, role, size)


def token_sprite(name: str, size: int) -> Image.Image:
    """A piece of nobody, RGBA: "ark"; its middle belongs on the anchor."""
    return TOKENS[name](size)


def ferry_sprite(
    size: int, a: tuple[float, float], b: tuple[float, float]
) -> tuple[Image.Image, tuple[float, float]]:
    """A ferry that joins two quays, RGBA, and where on the tile its middle belongs.

    a and b are the quays' places in parts of the turned tile, as ``anchors.quay`` gives them.
    """
    return ferry(size, a, b)


def colour_badge(colour: int, size: int) -> Image.Image:
    """A colour's emblem in its colour, RGBA, ``size`` pixels wide, for the score strip."""
    return badge(colour, size)
