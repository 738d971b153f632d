"""The five colours: a hue, a shape and a letter each, never told by the colour alone."""

import math
from functools import lru_cache
from typing import Final

from font_source_sans_pro import SourceSansProBold
from PIL import ImageFont

from renderer.art.shapes import Line, oval

LETTERS: Final = "ABCDE"
HUES: Final[tuple[tuple[int, int, int], ...]] = (
    (208, 62, 10),
    (24, 46, 212),
    (225, 250, 255),
    (22, 20, 24),
    (130, 14, 118),
)
"""From Okabe and Ito's colours, moved apart for the three colour blindnesses and the grounds."""
SHAPES: Final = ("circle", "triangle", "square", "diamond", "star")


def _star() -> Line:
    turn = math.tau / 10
    return tuple(
        (
            0.5 + (0.54, 0.33)[i % 2] * math.sin(turn * i),
            0.54 - (0.54, 0.33)[i % 2] * math.cos(turn * i),
        )
        for i in range(10)
    )


EMBLEMS: Final[dict[str, Line]] = {
    "circle": oval((0.5, 0.5), 0.46, 0.46),
    "triangle": ((0.5, -0.04), (1.02, 0.92), (-0.02, 0.92)),
    "square": ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    "diamond": ((0.5, -0.02), (1.02, 0.5), (0.5, 1.02), (-0.02, 0.5)),
    "star": _star(),
}


@lru_cache(maxsize=32)
def font(size: int) -> ImageFont.FreeTypeFont:
    """The letter face at a size in pixels."""
    return ImageFont.truetype(SourceSansProBold, size)
