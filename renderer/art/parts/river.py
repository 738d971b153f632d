"""Drawings of the River: a wide stream from the rocks of its spring to a lake with swans."""

from typing import Final

from renderer.art.drawing import Drawing, Extent, MarkDrawing, Strip, with_pen
from renderer.art.pen import DARK, Pen, Rgba, shade

ROCK: Final[Rgba] = (158, 156, 148)
FOAM: Final[Rgba] = (236, 248, 252)
GUSH: Final[Rgba] = (132, 196, 232)
DOWN: Final[Rgba] = (252, 252, 248)
GREY: Final[Rgba] = (176, 172, 164)


def _rocks(pen: Pen, variant: int) -> None:
    """A heap of boulders out of which the water falls."""
    boulders = (
        ((4, 70), (8, 50), (24, 44), (36, 54), (36, 76), (18, 82)),
        ((64, 76), (64, 54), (78, 44), (94, 50), (97, 70), (82, 82)),
        ((18, 50), (24, 26), (42, 16), (52, 30), (50, 54), (30, 58)),
        ((50, 52), (52, 24), (66, 14), (82, 26), (82, 50), (68, 58)),
        ((34, 26), (40, 8), (56, 4), (66, 14), (64, 30), (46, 34)),
    )
    for one in boulders:
        pen.blob(one, ROCK, 4)
        (x, y), (a, b) = one[1], one[2]
        pen.blob(((x + 5, y + 6), (a, b + 5), (a + 9, b + 8), (x + 12, y + 14)), shade(ROCK, 46), 0)
    pen.poly(((40, 32), (62, 32), (68, 84), (34, 84)), GUSH, 3)
    for x, low in ((44, 80), (51, 84), (58, 78)):
        pen.line(((x, 38), (x + (x - 51) * 0.2, low)), 3, FOAM, 0)
    for x, y, reach in ((30, 84, 8), (42, 89, 9), (57, 90, 9), (70, 85, 8)):
        pen.oval((x, y), reach, 0.6 * reach, FOAM, 0)


def _swans(pen: Pen, variant: int) -> None:
    """A swan before a young one, their wakes behind them."""
    for y, x, wide in ((70, 34, 34), (94, 82, 16)):
        pen.line(((x - wide, y), (x + wide, y)), 4, GUSH, 0)
    for x, y, size, ink in ((34, 48, 0.92, DOWN), (82, 84, 0.5, GREY)):
        _swan(pen, x, y, size, ink)


def _swan(pen: Pen, x: float, y: float, size: float, ink: Rgba) -> None:
    """A swan with its neck bent, its head to the left."""

    def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + a * size, y + b * size) for a, b in points]

    neck = at((-16, 8), (-24, -8), (-14, -22), (-20, -34))
    pen.line(neck, 9 * size, ink, 3)
    body = at((-28, 6), (-14, -6), (6, -8), (34, -16), (30, 8), (16, 22), (-14, 22))
    pen.blob(body, ink, 3)
    pen.line(neck, 9 * size, ink, 0)
    pen.blob(at((-6, 4), (10, -2), (26, -8), (18, 8), (4, 12)), shade(ink, -26), 0)
    pen.oval(at((-22, -36))[0], 8 * size, 7 * size, ink, 3)
    pen.poly(at((-27, -40), (-42, -33), (-27, -30)), (240, 140, 40), 2)
    pen.oval(at((-23, -38))[0], 2 * size, 2 * size, DARK, 0)


DRAWING: Final = Drawing(
    terrains={"river": Extent.STRIP, "lake": Extent.WATER},
    strips={
        "river": Strip(
            0.21,
            0.024,
            0.01,
            0.016,
            head=MarkDrawing(0.3, with_pen(_rocks)),
            mouth=MarkDrawing(0.3, with_pen(_swans)),
        )
    },
)
