"""Tint zones of a tile in the colours of seats."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderer.art.look import Look
from renderer.art.tile_plan import plan_of
from renderer.palette import TINT_STRENGTH


def tint_zone(
    image: Image.Image,
    look: Look,
    rotation: int,
    letter: str,
    shades: Sequence[tuple[int, int, int]],
) -> None:
    """Tint a zone of a tile's image in colours, in stripes if there are several."""
    zone = plan_of(look).zones.mask(look.tile.index(letter))
    zone = zone.rotate(-90 * rotation).resize(image.size, Image.Resampling.BILINEAR)
    zone = zone.point(lambda v: v * TINT_STRENGTH // 255)
    for n, shade in enumerate(shades):
        part = zone
        if len(shades) > 1:
            part = ImageChops.multiply(zone, _stripes(image.width, n, len(shades)))
        image.paste(shade, (0, 0), part)


@lru_cache(maxsize=64)
def _stripes(size: int, which: int, number: int) -> Image.Image:
    """The mask of one colour's slanting stripes, which continue from tile to tile."""
    stripe = max(3, size // (4 * number))
    while size % (stripe * number) and stripe < size:
        stripe += 1
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    for start in range(-size + which * stripe - number * stripe, 2 * size, number * stripe):
        draw.polygon(
            ((start, 0), (start + stripe, 0), (start + stripe - size, size), (start - size, size)),
            fill=255,
        )
    return mask
