"""Draw a piece: a wooden figure in a seat's colour, with its emblem, its rim and its shadow.

A dark contour within a light rim stands out from any ground; a soft shadow lies at the foot. The
emblem names the seat by shape and initials, for players who do not see the colour.
"""

from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer import text
from renderer.art.drawing import Figure
from renderer.art.pen import OVERSAMPLING, Pen, Rgba
from renderer.art.seat_colours import EMBLEM_LETTER_BOXES, EMBLEMS, HUES, SHAPES
from renderer.sprite_files import kept_sprite, stable_name

PIECE_HEIGHT_SHARE: Final = 0.4
"""The height of a piece as a share of the height of a tile."""
EMBLEM_SHARE: Final = 0.41
"""The side of an emblem as a share of the height of its figure."""
RIM_SHARE: Final = 0.03
"""The width of a figure's light rim, as a share of a figure of normal size."""
CONTOUR_WIDTH: Final = 3.4
"""The width of a figure's dark contour, in the pen's box."""
MARGIN: Final = 4.0
"""The room around a figure for its contour, in the pen's box."""
SHADOW_STRENGTH: Final = 120
"""The strength, of 255, of a figure's shadow: below half, as it is no part of the figure."""
FOOT_SHARE: Final = 0.14
"""The lowest share of a figure, which touches the ground."""
KEPT_PIXELS: Final = 128
"""The height at which figures are drawn and kept; only emoji and prints have larger ones."""
RIM_COLOUR: Final[Rgba] = (255, 252, 240)
SHADOW_COLOUR: Final[Rgba] = (40, 34, 20)
CONTOUR_COLOUR: Final[Rgba] = (26, 20, 18)


@lru_cache(maxsize=512)
def piece(
    figure: Figure, colour: int, initials: str, size: int, on_ground: bool = True
) -> Image.Image:
    """A seat's piece for a tile of ``size`` pixels, with a shadow on ground."""
    px = max(8, round(size * PIECE_HEIGHT_SHARE * figure.scale))
    image = _body(figure, colour, px)
    side = max(6, round(EMBLEM_SHARE / figure.scale * px))
    x, y = (round((part + MARGIN) / (100 + 2 * MARGIN) * px - side / 2) for part in figure.emblem)
    emblem_layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    emblem_layer.paste(emblem(colour, initials, side), (x, y))
    image.alpha_composite(emblem_layer)
    # a larger figure's rim is no thicker: it would hide the outline
    rim_width = max(1, round(px / max(1.0, figure.scale) * RIM_SHARE))
    image = with_light_rim(image, rim_width, figure.rim)
    return with_contact_shadow(image) if on_ground else image


def _body(figure: Figure, colour: int, px: int) -> Image.Image:
    """A figure without emblem, reduced from the cached one; a larger one is drawn."""
    if px > KEPT_PIXELS:
        return _drawn_body(figure, colour, px)
    name, draw = stable_name(figure.draw, colour), partial(_drawn_body, figure, colour, KEPT_PIXELS)
    kept = kept_sprite(name, "RGBA", KEPT_PIXELS, draw)
    return kept.resize((px, px), Image.Resampling.LANCZOS)


def _drawn_body(figure: Figure, colour: int, px: int) -> Image.Image:
    pen = Pen(px, CONTOUR_WIDTH, margin=MARGIN)
    figure.draw(pen, HUES[colour])
    return pen.done()


@lru_cache(maxsize=256)
def emblem(colour: int, initials: str, side: int) -> Image.Image:
    """A colour's shape with a light and a dark rim, and the initials on it."""
    n, name = side * OVERSAMPLING, SHAPES[colour]
    big = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    for scale, ink in ((0.96, CONTOUR_COLOUR), (0.86, RIM_COLOUR), (0.74, HUES[colour])):
        shape = [
            ((0.5 + (x - 0.5) * scale) * n, (0.5 + (y - 0.5) * scale) * n) for x, y in EMBLEMS[name]
        ]
        draw.polygon(shape, fill=ink)
    if initials:
        wide, high, middle = EMBLEM_LETTER_BOXES[name]
        letters = _letters(initials, wide * n, high * n)
        corner = (round((n - letters.width) / 2), round(middle * n - letters.height / 2))
        big.paste(CONTOUR_COLOUR if is_light(colour) else (255, 255, 255), corner, letters)
    return big.reduce(OVERSAMPLING)


def _letters(initials: str, wide: float, high: float) -> Image.Image:
    size = max(6, round(high / 0.66))
    mask = text.ink_mask(initials, size)
    if mask.width > wide or mask.height > 1.3 * high:
        part = min(wide / mask.width, 1.3 * high / mask.height)
        mask = text.ink_mask(initials, max(6, int(size * part)))
    return mask


def is_light(colour: int) -> bool:
    """True if dark letters are more legible on it than light ones."""
    return sum(part * weight for part, weight in zip(HUES[colour], (3, 6, 1), strict=True)) > 1400


def with_contact_shadow(image: Image.Image) -> Image.Image:
    """Add a soft shadow to the right of the foot."""
    box = image.getchannel("A").getbbox()
    if box is None:
        return image
    top = round(box[3] - (box[3] - box[1]) * FOOT_SHARE)
    foot = image.getchannel("A").crop((0, top, image.width, box[3])).getbbox()
    assert foot is not None
    high, soft = 0.09 * image.height, 0.016 * image.width
    left = foot[0] + 0.02 * image.width
    right = min(foot[2] + 0.07 * image.width, image.width - 1 - 2 * soft)
    low = min(box[3] + 0.3 * high, image.height - 0.5)
    shadow = Image.new("L", image.size)
    ImageDraw.Draw(shadow).ellipse((left, low - 2 * high, right, low), fill=SHADOW_STRENGTH)
    shadow = shadow.filter(ImageFilter.GaussianBlur(soft))
    out = Image.new("RGBA", image.size, (*SHADOW_COLOUR[:3], 0))
    out.putalpha(shadow)
    out.alpha_composite(image)
    return out


def with_light_rim(image: Image.Image, rim_width: int, ink: Rgba = RIM_COLOUR) -> Image.Image:
    """Add a light rim of ``rim_width`` pixels outside the dark contour."""
    pad = rim_width + 1
    padded = Image.new("RGBA", (image.width + 2 * pad, image.height + 2 * pad), (0, 0, 0, 0))
    padded.paste(image, (pad, pad))
    alpha = padded.getchannel("A")
    rim = alpha.filter(ImageFilter.MaxFilter(2 * rim_width + 1))
    rim = rim.filter(ImageFilter.GaussianBlur(0.5)).point([min(255, 2 * v) for v in range(256)])
    out = Image.new("RGBA", padded.size, (*ink[:3], 0))
    out.putalpha(ImageChops.lighter(rim, alpha))
    out.alpha_composite(padded)
    return out
