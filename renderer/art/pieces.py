"""Pieces: a wooden figure in a seat's colour with its emblem.

Every figure has a dark contour within a light one, so that it stands out from any ground; its
emblem says the colour by shape and by letter for those who do not see the colour.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.art.colours import EMBLEMS, HUES, LETTERS, SHAPES, font
from renderer.art.drawing import Figure
from renderer.art.pen import FINE, Pen, Rgba
from renderer.art.shapes import Point

PART: Final = 0.3
"""How much of its tile's height a piece takes."""
EDGING: Final[Rgba] = (255, 252, 240)
CONTOUR: Final[Rgba] = (26, 20, 18)


@lru_cache(maxsize=512)
def piece(figure: Figure, colour: int, size: int) -> Image.Image:
    """A colour's piece for a tile ``size`` high."""
    at = figure.emblem
    px = max(8, round(size * PART * figure.scale))
    pen = Pen(px, 4.4)
    figure.draw(pen, HUES[colour])
    image = pen.done()
    _emblem(image, colour, (at[0] / 100, at[1] / 100), 0.22)
    return haloed(image, max(1, round(px * 0.045)))


def _emblem(image: Image.Image, colour: int, at: Point, reach: float) -> None:
    """The colour's shape with its letter, laid on a figure."""
    px = image.width
    side = max(6, round(2 * reach * px))
    badge = emblem(colour, side)
    image.alpha_composite(badge, (round(at[0] * px - side / 2), round(at[1] * px - side / 2)))


@lru_cache(maxsize=64)
def emblem(colour: int, side: int) -> Image.Image:
    """The shape and letter of a colour: dark on light, or the other way on a light figure."""
    n = side * FINE
    big = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    shape = [(x * n, y * n) for x, y in EMBLEMS[SHAPES[colour]]]
    paper, ink = (CONTOUR, EDGING) if light(colour) else (EDGING, CONTOUR)
    draw.polygon(shape, fill=paper, outline=ink, width=max(1, n // 14))
    face = font(max(6, round(n * 0.58)))
    low = 0.62 if SHAPES[colour] == "triangle" else 0.53
    draw.text((n / 2, n * low), LETTERS[colour], font=face, fill=ink, anchor="mm")
    return big.reduce(FINE)


def light(colour: int) -> bool:
    """Whether dark letters are read best on a colour."""
    return sum(part * weight for part, weight in zip(HUES[colour], (3, 6, 1), strict=True)) > 1400


@lru_cache(maxsize=64)
def badge(colour: int, size: int) -> Image.Image:
    """A colour's shape filled with it, its letter on it."""
    n = size * FINE
    big = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    for reach, ink in ((0.92, CONTOUR), (0.8, EDGING), (0.7, HUES[colour])):
        shape = [
            ((0.5 + (x - 0.5) * reach) * n, (0.5 + (y - 0.5) * reach) * n)
            for x, y in EMBLEMS[SHAPES[colour]]
        ]
        draw.polygon(shape, fill=ink)
    letter = CONTOUR if light(colour) else (255, 255, 255)
    low = 0.6 if SHAPES[colour] == "triangle" else 0.52
    draw.text(
        (n / 2, n * low), LETTERS[colour], font=font(round(n * 0.42)), fill=letter, anchor="mm"
    )
    return big.reduce(FINE)


def haloed(image: Image.Image, reach: int) -> Image.Image:
    """A picture with a light rim outside its dark contour, and a soft shadow."""
    pad = reach + 1
    wide = Image.new("RGBA", (image.width + 2 * pad, image.height + 2 * pad), (0, 0, 0, 0))
    wide.paste(image, (pad, pad))
    alpha = wide.getchannel("A")
    rim = alpha.filter(ImageFilter.MaxFilter(2 * reach + 1))
    rim = rim.filter(ImageFilter.GaussianBlur(0.5)).point([min(255, 2 * v) for v in range(256)])
    out = Image.new("RGBA", wide.size, (*EDGING[:3], 0))
    out.putalpha(ImageChops.lighter(rim, alpha))
    out.alpha_composite(wide)
    return out
