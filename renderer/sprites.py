"""Cached pictures of tiles and pieces at any size."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

from PIL import Image

from renderer.art.compose import draw_tile
from renderer.art.look import Art, Look
from renderer.art.pieces import emblem, piece
from renderer.art.seat_colours import HUES
from renderer.players import Colour

MAX_CACHED_BYTES: Final = 80 * 2**20
"""The most bytes of cached tile pictures: those of two or three games at the sizes of posts."""
PIXEL_BYTES: Final = 4
"""Bytes of an RGB pixel in Pillow."""

COLOUR_RGB: Final[tuple[tuple[int, int, int], ...]] = HUES

_lock = Lock()
_tiles: OrderedDict[tuple[Look, int, int], Image.Image] = OrderedDict()


def tile_sprite(look: Look, rotation: int, size: int) -> Image.Image:
    """A tile turned by quarters clockwise, RGB, ``size`` pixels wide; do not draw on it."""
    key = (look, rotation % 4, size)
    with _lock:
        cached = _tiles.get(key)
        if cached is not None:
            _tiles.move_to_end(key)
            return cached
    image = draw_tile(look, rotation % 4, size)
    with _lock:
        _tiles[key] = image
        _tiles.move_to_end(key)
        # sizes differ widely, so bytes are counted, not pictures
        while _bytes() > MAX_CACHED_BYTES and len(_tiles) > 1:
            _tiles.popitem(last=False)
    return image


def cached_bytes() -> int:
    """Return the bytes of the cached tile pictures."""
    with _lock:
        return _bytes()


def _bytes() -> int:
    return PIXEL_BYTES * sum(side * side for _, _, side in _tiles)


def warm_sprites(looks: Iterable[Look], size: int) -> Iterator[None]:
    """Draw all rotations of the tiles, yielding after each picture."""
    for look in looks:
        for rotation in range(4):
            tile_sprite(look, rotation, size)
            yield


def piece_sprite(
    art: Art, colour: Colour, role: str, size: int, on_ground: bool = True
) -> Image.Image:
    """A seat's piece for a tile ``size`` high, RGBA; its middle belongs on the anchor."""
    return piece(art.figure(role), colour.number, colour.initials, size, on_ground)


def colour_badge(colour: Colour, size: int) -> Image.Image:
    """A seat's emblem, RGBA, ``size`` pixels wide, for the score strip."""
    return emblem(colour.number, colour.initials, size)
