"""The six seat colours, each with a hue and an emblem shape, for players who are colour-blind."""

import math
from typing import Final

from renderer.art.curves import Line, oval

HUES: Final[tuple[tuple[int, int, int], ...]] = (
    (208, 62, 10),
    (14, 40, 248),
    (225, 250, 255),
    (22, 20, 24),
    (158, 48, 122),
    (80, 248, 16),
)
"""From Okabe and Ito's colours, moved apart for the three colour blindnesses and the grounds."""
SHAPES: Final = ("circle", "triangle", "square", "diamond", "star", "cross")


def _star() -> Line:
    turn = math.tau / 10
    return tuple(
        (
            0.5 + (0.55, 0.39)[i % 2] * math.sin(turn * i),
            0.54 - (0.55, 0.39)[i % 2] * math.cos(turn * i),
        )
        for i in range(10)
    )


def _cross(arm: float = 0.27) -> Line:
    low, high = 0.5 - arm, 0.5 + arm
    corners = ((low, low), (high, low), (high, high), (low, high))
    ends = ((low, 0.0), (high, 0.0), (1.0, low), (1.0, high), (high, 1.0), (low, 1.0))
    around = (*ends, (0.0, high), (0.0, low))
    return tuple(
        point
        for side, corner in enumerate(corners)
        for point in (corner, *around[2 * side : 2 * side + 2])
    )


EMBLEMS: Final[dict[str, Line]] = {
    "circle": oval((0.5, 0.5), 0.46, 0.46),
    "triangle": ((0.5, -0.04), (1.02, 0.92), (-0.02, 0.92)),
    "square": ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),
    "diamond": ((0.5, -0.02), (1.02, 0.5), (0.5, 1.02), (-0.02, 0.5)),
    "star": _star(),
    "cross": _cross(),
}


EMBLEM_LETTER_BOXES: Final[dict[str, tuple[float, float, float]]] = {
    "circle": (0.56, 0.42, 0.5),
    "triangle": (0.42, 0.34, 0.63),
    "square": (0.58, 0.44, 0.5),
    "diamond": (0.48, 0.38, 0.5),
    "star": (0.46, 0.35, 0.55),
    "cross": (0.6, 0.38, 0.5),
}
"""The most width and height of letters on a shape, and their middle, in parts of its side."""
