"""Printed marks as small upright pictures, each ``px`` wide: animals, fish, gold and the rest."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.animals import ANIMALS, SHADOW
from renderer.art.pen import DARK, Ink, Pen, shade
from renderer.art.trees import palm


def _fish(pen: Pen, variant: int) -> None:
    """A light fish with a forked tail."""
    light: Ink = (250, 246, 226)
    edge: Ink = (24, 62, 96)
    tail = ((30, 50), (4, 24), (12, 50), (4, 76))
    body = ((22, 50), (40, 30), (64, 26), (86, 38), (96, 52), (84, 64), (62, 72), (40, 68))
    for ink, grow in ((edge, 15.0), (light, 0.0)):
        pen.line((*tail, tail[0]), grow, ink, 0)
        pen.poly(tail, ink, 0)
        if grow:
            pen.line((*body, body[0]), grow, ink, 0)
        pen.blob(body, ink, 0)
    pen.blob(((40, 56), (66, 62), (84, 60), (64, 70), (42, 66)), (226, 178, 120), 0)
    pen.line(((68, 38), (64, 49), (68, 60)), 3.4, edge, 0)
    pen.oval((81, 46), 5, 5.5, edge, 0)


def _gold(pen: Pen, variant: int) -> None:
    """A heap of three nuggets with a spark."""
    pen.oval((54, 80), 46, 15, (18, 32, 22, 170), 0)
    for nugget in (
        ((10, 70), (16, 52), (36, 48), (54, 60), (52, 80), (30, 86)),
        ((46, 74), (52, 54), (72, 48), (92, 60), (90, 80), (66, 87)),
        ((26, 44), (34, 22), (58, 16), (74, 32), (70, 54), (44, 60)),
    ):
        pen.blob(nugget, (236, 176, 30), 6)
        x, y = nugget[0][0] + 8, nugget[2][1] + 8
        pen.blob(((x, y + 12), (x + 6, y), (x + 20, y - 1), (x + 16, y + 8)), (255, 232, 128), 0)
    pen.poly(
        ((78, 2), (82, 14), (94, 18), (82, 22), (78, 34), (74, 22), (62, 18), (74, 14)),
        (255, 250, 220),
        0,
    )


def _mushrooms(pen: Pen, variant: int) -> None:
    """Two red caps with white dots."""
    pen.oval((52, 88), 44, 10, (18, 32, 22, 170), 0)
    for x, y, size in ((66, 62, 0.72), (36, 50, 1.0)):
        stem = [(x - 9 * size, y), (x + 9 * size, y), (x + 12 * size, 88), (x - 12 * size, 88)]
        pen.blob(stem, (246, 236, 212), 4)
        cap = [(x - 33 * size, y + 4), (x - 24 * size, y - 24 * size), (x, y - 36 * size)]
        cap += [(x + 24 * size, y - 24 * size), (x + 33 * size, y + 4), (x, y + 11 * size)]
        pen.blob(cap, (206, 54, 40), 4)
        for dx, dy, reach in ((-14, -10, 6), (4, -22, 6), (15, -6, 5), (-2, -4, 4)):
            at = (x + dx * size, y + dy * size)
            pen.oval(at, reach * size, reach * size * 0.85, (255, 248, 232), 0)


def _fire(pen: Pen, variant: int) -> None:
    """A blaze over crossed logs."""
    pen.oval((50, 88), 42, 9, SHADOW, 0)
    flame = (
        (50, 4),
        (60, 26),
        (74, 22),
        (84, 52),
        (76, 78),
        (50, 88),
        (24, 78),
        (14, 52),
        (28, 34),
        (38, 40),
    )
    pen.blob(flame, (222, 74, 30), 4)
    pen.blob(
        ((50, 30), (60, 46), (70, 52), (68, 74), (50, 84), (32, 74), (30, 56), (42, 58)),
        (248, 152, 40),
        0,
    )
    pen.blob(((50, 52), (60, 66), (56, 80), (50, 83), (42, 78), (42, 66)), (255, 228, 110), 0)
    pen.line(((18, 92), (82, 80)), 9, (122, 80, 48), 3)
    pen.line(((18, 80), (82, 92)), 9, (150, 100, 60), 3)


def _shrine(pen: Pen, variant: int) -> None:
    """Two standing stones with a lintel and smaller stones around."""
    stone: Ink = (176, 176, 168)
    pen.oval((52, 88), 48, 9, SHADOW, 0)
    for left, right, top in ((6, 22, 56), (78, 94, 52)):
        pen.blob(
            ((left, 88), (left + 1, top), (right - 2, top - 3), (right, 88)), shade(stone, -20), 3
        )
    for left, right in ((24, 41), (59, 76)):
        pen.poly(((left, 90), (left + 2, 36), (right - 1, 34), (right, 90)), stone, 3)
        pen.poly(
            ((left + 2, 88), (left + 3, 38), (left + 8, 37), (left + 7, 88)), shade(stone, 34), 0
        )
    pen.poly(((16, 38), (18, 20), (82, 16), (85, 34)), shade(stone, 10), 3)
    pen.poly(((19, 27), (19, 22), (81, 18), (82, 23)), shade(stone, 46), 0)
    pen.oval((50, 92), 12, 5, shade(stone, -26), 3)


def _volcano(pen: Pen, variant: int) -> None:
    """A dark mountain with a glowing mouth, lava and smoke; decor only."""
    rock: Ink = (104, 88, 82)
    pen.oval((50, 92), 50, 8, (20, 30, 24, 150), 0)
    for x, y, reach in ((60, 16, 13), (44, 10, 11), (72, 7, 9)):
        pen.oval((x, y), reach, reach * 0.8, (214, 208, 204), 0)
    pen.poly(
        ((2, 93), (20, 66), (34, 36), (42, 30), (60, 30), (67, 38), (82, 68), (98, 93)), rock, 2.4
    )
    pen.poly(((4, 92), (21, 66), (35, 37), (44, 33), (38, 60), (30, 92)), shade(rock, 28), 0)
    pen.poly(((70, 50), (82, 70), (96, 92), (72, 92), (74, 72)), shade(rock, -24), 0)
    pen.poly(
        (
            (42, 30),
            (60, 30),
            (62, 42),
            (66, 66),
            (60, 74),
            (57, 56),
            (52, 46),
            (49, 60),
            (44, 74),
            (42, 52),
        ),
        (232, 92, 34),
        0,
    )
    pen.poly(((46, 31), (57, 31), (58, 42), (54, 42), (50, 40), (47, 48)), (255, 206, 84), 0)
    pen.oval((51, 31), 9.5, 3.4, (255, 226, 120), 1.6)


def _pennants(pen: Pen, variant: int) -> None:
    """A shield, quartered blue and white."""
    shield = [(14, 8), (86, 8), (86, 48), (74, 74), (50, 96), (26, 74), (14, 48)]
    pen.poly(shield, (250, 246, 232), 8)
    pen.poly(((20, 14), (50, 14), (50, 50), (20, 50)), (36, 84, 168), 0)
    pen.poly(((50, 50), (80, 50), (70, 70), (50, 88)), (36, 84, 168), 0)
    pen.line([*shield, shield[0]], 3, (226, 182, 70), 0)
    pen.line(((32, 22), (38, 32)), 5, (120, 164, 226), 0)


def _scrolls(pen: Pen, variant: int) -> None:
    """A parchment rolled at both ends, with lines of writing and a red seal."""
    paper: Ink = (252, 240, 206)
    pen.poly(((20, 20), (80, 20), (80, 82), (20, 82)), paper, 6)
    for y in (36, 48, 60):
        pen.line(((31, y), (69, y)), 4.5, (120, 92, 62), 0)
    for y in (18, 84):
        pen.line(((14, y), (86, y)), 13, shade(paper, -26), 4)
        pen.line(((14, y - 3), (86, y - 3)), 4, shade(paper, -4), 0)
    pen.oval((62, 72), 9, 9, (196, 48, 40), 3)


def _draw_oasis(px: int) -> Image.Image:
    """A pond under two palms."""
    pen = Pen(px, 2.4)
    pen.blob(
        ((12, 76), (30, 64), (60, 62), (88, 72), (84, 88), (54, 96), (22, 92)), (84, 148, 74), 0
    )
    pen.blob(
        ((22, 80), (38, 72), (62, 71), (78, 78), (72, 87), (50, 91), (30, 88)), (70, 152, 190), 2
    )
    pen.line(((40, 80), (52, 80)), 2.6, (180, 222, 236), 0)
    image = pen.done()
    for part, x, y in ((0.56, 0.4, -0.02), (0.68, 0.0, 0.0)):
        tree = palm(max(1, round(px * part)))
        image.alpha_composite(tree, (round(px * x), max(0, round(px * y))))
    return image


DRAWN: Final[dict[str, Callable[[Pen, int], None]]] = {
    "fish": _fish,
    "gold": _gold,
    "mushrooms": _mushrooms,
    "fire": _fire,
    "shrine": _shrine,
    "volcano": _volcano,
    "pennants": _pennants,
    "scrolls": _scrolls,
    **ANIMALS,
}


@lru_cache(maxsize=256)
def mark(name: str, px: int, variant: int = 0) -> Image.Image:
    """A mark's picture; KeyError for a mark nobody drew."""
    if name == "oases":
        return _draw_oasis(px)
    pen = Pen(px)
    DRAWN[name](pen, variant)
    return pen.done()


__all__ = ["DARK", "mark"]
