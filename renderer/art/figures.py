"""The wooden figures that several parts share, in the pen's box of 100 by 100.

All people are one meeple: a round head, short arms, legs apart. A role is recognized by its
outline at twenty pixels: by the posture of the meeple and by a tool of its own shape. A lying
figure is low and wide with its tool standing behind.
"""

from collections.abc import Sequence
from typing import Final

from renderer.art.curves import Line, Point, oval, smooth
from renderer.art.pen import Pen, Rgba, shade

WOOD: Final[Rgba] = (176, 122, 66)
STRAW: Final[Rgba] = (236, 200, 100)
GOLD: Final[Rgba] = (255, 206, 60)
STEEL: Final[Rgba] = (206, 210, 216)
BARE: Final[Rgba] = (240, 206, 170)
"""Unpainted wood, as of a face under a hood."""

HEAD: Final[Line] = oval((50, 18), 14.5, 14.5, 40)
TORSO: Final = (
    *((41, 29), (30, 35), (15, 41), (7, 48), (9, 57), (19, 60), (32, 58)),
    *((31, 66), (24, 78), (16, 88), (18, 93), (28, 94), (41, 94), (45, 91), (50, 81)),
)
"""The left half of a meeple's body, from the neck over the arm to between the legs."""


def mirrored(half: Sequence[Point]) -> Line:
    """Smooth and closed; ``half`` is the left one, from top to bottom."""
    return smooth([*half, *((100 - x, y) for x, y in reversed(half) if x != 50)], 6)


MEEPLE: Final[tuple[Line, Line]] = (HEAD, mirrored(TORSO))
"""The outlines of a standing meeple."""


def moved(outline: Sequence[Point], aside: float = 0, down: float = 0, size: float = 1) -> Line:
    """Enlarge an outline from the middle of its feet, then move it."""
    return tuple((50 + (x - 50) * size + aside, 94 + (y - 94) * size + down) for x, y in outline)


def standing(pen: Pen, ink: Rgba, at: float = 50, size: float = 0.96) -> None:
    """A meeple upright, its middle ``at`` an x."""
    pen.wood([moved(part, at - 50, size=size) for part in MEEPLE], ink)


def lying(pen: Pen, ink: Rgba) -> None:
    """A meeple flat on its back: the head to the left, the feet to the right."""
    body = [(0.98 * y, 95 - 0.5 * x) for x, y in MEEPLE[1]]
    pen.wood([oval((17, 70), 13.5, 13.5, 40), body], ink)


def straw_hat(pen: Pen) -> None:
    """A hat on the head of a lying figure."""
    pen.blob(((10, 60), (1, 62), (-3, 70), (1, 78), (10, 80)), STRAW)
    pen.oval((10, 70), 4, 17, STRAW)


def knight(pen: Pen, ink: Rgba) -> None:
    """Upright with helmet and plume, a lance as tall as the picture, a shield at the side."""
    pen.line(((8, 95), (8, 14)), 4.4, WOOD)
    pen.poly(((8, -1), (16, 18), (8, 24), (0, 18)), (240, 240, 244))
    standing(pen, ink, 46, 0.92)
    pen.blob(((46, 4), (57, 8), (62, 19), (46, 17), (30, 19), (35, 8)), STEEL)
    pen.blob(((44, 7), (50, -2), (64, -2), (72, 10), (64, 9), (54, 11)), shade(ink, 40))
    pen.wood([((69, 44), (95, 44), (95, 62), (82, 80), (69, 62))], STEEL, 3)
    pen.line(((82, 50), (82, 70)), 3, shade(STEEL, -70), 0)


def thief(pen: Pen, ink: Rgba) -> None:
    """Running off under a great sack, a broad hat drawn over the face."""
    sack = ((54, 26), (56, 8), (72, -1), (90, 6), (97, 24), (88, 42), (68, 44))
    pen.wood([smooth(sack, 8)], (200, 164, 110), 3)
    pen.line(((50, 22), (62, 30)), 5, (122, 84, 50), 0)
    head = oval((28, 30), 13, 13, 40)
    body = [(30, 38), (46, 38), (60, 46), (66, 58), (90, 77), (86, 91), (74, 91), (50, 75)]
    body += [(32, 86), (12, 94), (2, 85), (19, 72), (23, 61), (7, 64), (2, 53), (14, 46)]
    pen.wood([head, smooth(body, 8)], ink)
    hat = ((2, 24), (16, 21), (20, 9), (32, 6), (42, 11), (44, 21), (58, 28), (28, 30))
    pen.blob(hat, (92, 72, 58))
