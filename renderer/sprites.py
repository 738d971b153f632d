"""Cached pictures of tiles, pieces and seats' badges at any size, reduced from one kept size."""

from contextlib import suppress
from functools import lru_cache, partial
from threading import Lock
from typing import Final

from cachetools import LRUCache
from PIL import Image, ImageFilter

from renderer.art.compose import draw_tile
from renderer.art.look import Art, Look
from renderer.art.pieces import emblem, piece
from renderer.art.seat_colours import HUES
from renderer.players import Colour
from renderer.sprite_files import clear_memory, kept_sprite, stable_name

KEPT_PIXELS: Final = 256
"""The width at which tiles are drawn and kept, that of the largest one on a screen."""
SHARPENING: Final = ImageFilter.Kernel((3, 3), (0, -6, 0, -6, 124, -6, 0, -6, 0), 100)
"""Makes a reduced tile as sharp as one that is drawn at its size."""
MAX_CACHED_BYTES: Final = 48 * 2**20
"""The most bytes of cached tile pictures: two or three games at the sizes of posts."""
PIXEL_BYTES: Final = 4
"""Bytes of an RGB pixel in Pillow."""

COLOUR_RGB: Final[tuple[tuple[int, int, int], ...]] = HUES


def _image_bytes(image: Image.Image) -> int:
    return PIXEL_BYTES * image.width * image.height


_lock = Lock()
_tiles: LRUCache[tuple[Look, int, int], Image.Image] = LRUCache(MAX_CACHED_BYTES, _image_bytes)


def tile_sprite(look: Look, rotation: int, size: int) -> Image.Image:
    """An RGB tile, ``size`` pixels wide, turned clockwise; do not draw on it."""
    key = (look, rotation % 4, size)
    with _lock:
        cached = _tiles.get(key)
    if cached is not None:
        return cached
    image = _reduced_tile(look, rotation % 4, size)
    with _lock, suppress(ValueError):  # A tile larger than the cache is not kept.
        _tiles[key] = image
    return image


def _reduced_tile(look: Look, rotation: int, size: int) -> Image.Image:
    """Reduced from the cached one; larger ones, for printing only, are drawn."""
    if size > KEPT_PIXELS:
        return draw_tile(look, rotation, size)
    draw = partial(draw_tile, look, rotation, KEPT_PIXELS)
    kept = kept_sprite(f"{look_name(look)}-{rotation}", "RGB", KEPT_PIXELS, draw)
    if size == KEPT_PIXELS:
        return kept
    return kept.resize((size, size), Image.Resampling.HAMMING).filter(SHARPENING)


@lru_cache(maxsize=512)
def look_name(look: Look) -> str:
    return stable_name(look)


def clear_caches() -> None:
    with _lock:
        _tiles.clear()
    clear_memory()


def cached_bytes() -> int:
    return int(_tiles.currsize)


def piece_sprite(
    art: Art, colour: Colour, role: str, size: int, on_ground: bool = True
) -> Image.Image:
    """RGBA, for a tile ``size`` high; its middle belongs on the anchor."""
    return piece(art.figure(role), colour.number, colour.initials, size, on_ground)


def colour_badge(colour: Colour, size: int) -> Image.Image:
    """RGBA, ``size`` pixels wide, for the score strip."""
    return emblem(colour.number, colour.initials, size)
