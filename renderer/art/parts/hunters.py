"""Drawings of Hunters and Gatherers: people, huts, fish, gold, mushrooms, fire, shrine, volcano."""

from typing import Final

from renderer.art.animals import SHADOW, aurochs, deer, mammoth, tiger
from renderer.art.curves import oval, smooth
from renderer.art.drawing import Drawing, Extent, Figure, Land, MarkDrawing, Strip, with_pen
from renderer.art.figures import MEEPLE, STRAW, WOOD, lying, moved
from renderer.art.land_colours import Tones
from renderer.art.pen import Pen, Rgba, shade

TONES: Final = Tones(
    ground=(159, 183, 92),
    ground_dark=(150, 175, 85),
    ground_light=(168, 191, 101),
    blade=(118, 147, 66),
    blade_light=(190, 208, 124),
    bank=(230, 214, 162),
    bank_edge=(135, 140, 78),
    water=(84, 156, 196),
    deep=(50, 108, 154),
    lake=(58, 126, 174),
    ripple=(142, 197, 220),
    road=(232, 220, 186),
    kerb=(122, 104, 74),
    mass=(48, 89, 55),
    mass_dark=(34, 64, 44),
    mass_shadow=(112, 138, 66),
)


def _hunter(pen: Pen, ink: Rgba) -> None:
    """Flat in the grass, a drawn bow above, its arrow upwards."""
    pen.line(((60, 66), (60, 20)), 4.4, WOOD)
    pen.poly(((60, 5), (70, 23), (50, 23)), (236, 236, 230))
    pen.line(((16, 50), (60, 64), (97, 50)), 2, (246, 240, 222), 1.4)
    bow = ((16, 50), (19, 41), (29, 32), (44, 27), (60, 26), (74, 27), (86, 32), (94, 41), (97, 50))
    pen.line(bow, 6, WOOD)
    lying(pen, ink)


def _gatherer(pen: Pen, ink: Rgba) -> None:
    """Upright in a long skirt, a full basket as wide as the skirt held up at the side."""
    skirt = ((29, 30), (17, 36), (4, 46), (3, 56), (14, 60), (22, 58), (16, 74), (2, 88), (5, 94))
    side = (
        (36, 94),
        (66, 94),
        (70, 88),
        (56, 74),
        (50, 60),
        (58, 60),
        (66, 54),
        (62, 42),
        (46, 30),
    )
    pen.wood([oval((37, 19), 14, 14, 40), smooth((*skirt, *side), 6)], ink)
    for x, fruit in ((62, (206, 54, 40)), (77, (226, 92, 60)), (91, (206, 54, 40))):
        pen.oval((x, 42), 10, 10, fruit)
    pen.wood([((50, 44), (100, 44), (94, 70), (58, 70))], (206, 150, 84), 3)
    pen.line(((56, 53), (95, 53)), 2.6, (146, 96, 50), 0)


def _fisher(pen: Pen, ink: Rgba) -> None:
    """Upright at the left, a rod far over the water and a fish on its line."""
    pen.line(((42, 58), (64, 14), (78, 5), (88, 8)), 4, WOOD)
    pen.line(((88, 8), (88, 50)), 2, (244, 244, 240), 1.2)
    pen.wood(
        [[(0.74 * (x - 50) + 33, y) for x, y in moved(part, size=0.94)] for part in MEEPLE], ink
    )
    pen.blob(((4, 17), (19, 13), (24, 3), (33, 1), (42, 3), (47, 13), (62, 17), (33, 21)), STRAW)
    fish = (
        (88, 44),
        (98, 56),
        (97, 70),
        (90, 78),
        (98, 92),
        (78, 92),
        (86, 78),
        (79, 70),
        (78, 56),
    )
    pen.blob(fish, (244, 244, 236))


def _hut(pen: Pen, ink: Rgba) -> None:
    """A tent of poles with an opening."""
    pen.line(((39, 3), (60, 28)), 5, WOOD)
    pen.line(((61, 3), (40, 28)), 5, WOOD)
    pen.wood(
        [((50, 10), (60, 23), (94, 86), (72, 93), (50, 94), (28, 93), (6, 86), (40, 23))], ink, 4
    )


def _fish(pen: Pen, variant: int) -> None:
    """A light fish with a forked tail."""
    light: Rgba = (250, 246, 226)
    edge: Rgba = (24, 62, 96)
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
    stone: Rgba = (176, 176, 168)
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
    rock: Rgba = (104, 88, 82)
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


DRAWING: Final = Drawing(
    land=Land(TONES, patches=4, furrows=False, grows={"tuft": 0.7, "": 0.9, "flower": 1.0}),
    terrains={
        "forest": Extent.MASS,
        "river": Extent.STRIP,
        "meadow": Extent.OPEN,
        "lake": Extent.WATER,
    },
    strips={"river": Strip(0.125, 0.045, 0.016, 0.022)},
    marks={
        "fish": MarkDrawing(0.14, with_pen(_fish), small=True),
        "gold": MarkDrawing(0.17, with_pen(_gold)),
        "mushrooms": MarkDrawing(0.19, with_pen(_mushrooms)),
        "deer": MarkDrawing(0.27, with_pen(deer)),
        "mammoth": MarkDrawing(0.3, with_pen(mammoth)),
        "tiger": MarkDrawing(0.28, with_pen(tiger)),
        "aurochs": MarkDrawing(0.28, with_pen(aurochs)),
        "fire": MarkDrawing(0.2, with_pen(_fire)),
        "shrine": MarkDrawing(0.25, with_pen(_shrine)),
        "volcano": MarkDrawing(0.36, with_pen(_volcano)),
    },
    figures={
        "hunter": Figure(_hunter, (70, 70), 1.1, lying=True),
        "gatherer": Figure(_gatherer, (36, 68)),
        "fisher": Figure(_fisher, (33, 58)),
        "hut": Figure(_hut, (50, 70), 0.86),
    },
)
