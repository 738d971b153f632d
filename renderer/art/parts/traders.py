"""Drawings of Traders and Builders: signs of wine, grain and cloth, the builder, and the pig."""

from functools import partial
from typing import Final

from renderer.art.curves import oval, smooth
from renderer.art.drawing import Drawing, Figure, MarkDrawing, with_pen
from renderer.art.figures import STEEL, STRAW, WOOD, mirrored
from renderer.art.pen import DARK, Pen, Rgba, shade
from rules.game import Game
from rules.variants.traders import GOODS, goods_of

GRAPE: Final[Rgba] = (96, 36, 150)
LEAF: Final[Rgba] = (74, 142, 62)
CORN: Final[Rgba] = (244, 190, 44)
DYED: Final[Rgba] = (20, 148, 148)


def _wine(pen: Pen, variant: int) -> None:
    """A bunch of grapes under a leaf."""
    rows = ((28, (27, 50, 73)), (45, (19, 40, 60, 81)), (63, (30, 50, 70)), (80, (41, 59)))
    places = [(x, y) for y, row in rows for x in row]
    for at in places:
        pen.oval(at, 16, 15, DARK, 6)
    for x, y in places:
        pen.oval((x, y), 14, 13, GRAPE, 2.4)
        pen.oval((x - 4, y - 4), 4.4, 4, shade(GRAPE, 74), 0)
    pen.line(((52, 22), (58, 2)), 6, (120, 84, 50))
    pen.blob(((54, 18), (36, 6), (14, 8), (6, 22), (24, 30), (44, 26)), LEAF, 5)
    pen.blob(((56, 18), (70, 6), (88, 8), (95, 20), (78, 27), (62, 25)), LEAF, 5)


def _grain(pen: Pen, variant: int) -> None:
    """A sheaf of corn, bound in the middle."""
    stalks = ((20, 42), (34, 22), (50, 16), (66, 22), (80, 42))
    for x, y in stalks:
        pen.line(((50 + (x - 50) * 0.4, 90), (50, 66), (x, y + 8)), 8, CORN, 4)
    for x, y in stalks:
        lean = (x - 50) * 0.16
        ear = ((x - 10, y + 22), (x - 9 + lean, y), (x + lean * 1.5, y - 12), (x + 9 + lean, y))
        pen.blob((*ear, (x + 10, y + 22), (x, y + 32)), CORN, 4.4)
        pen.blob(
            ((x - 5, y + 16), (x - 4 + lean, y + 2), (x + lean, y - 4), (x, y + 16)),
            shade(CORN, 44),
            0,
        )
    pen.poly(((24, 93), (42, 68), (58, 68), (76, 93)), CORN, 4.4)
    for x in (38, 50, 62):
        pen.line(((50 + (x - 50) * 0.4, 74), (x, 90)), 2.4, shade(CORN, -70), 0)
    pen.line(((37, 66), (63, 66)), 10, (186, 62, 40), 4)


def _cloth(pen: Pen, variant: int) -> None:
    """A bolt of dyed cloth, a length of it unrolled."""
    pen.poly(((14, 44), (86, 44), (98, 92), (2, 92)), DYED, 6)
    for x in (28, 50, 72):
        pen.line(((x, 56), (50 + (x - 50) * 1.3, 88)), 4, shade(DYED, -46), 0)
    pen.poly(((2, 92), (98, 92), (96, 82), (4, 82)), (250, 232, 190), 4)
    pen.poly(((12, 8), (88, 8), (88, 46), (12, 46)), DYED, 6)
    pen.poly(((14, 13), (84, 13), (84, 24), (14, 24)), shade(DYED, 66), 0)
    for x in (10, 90):
        pen.oval((x, 27), 10, 20, shade(DYED, 30), 5)
        pen.oval((x, 27), 4, 9, (250, 232, 190), 3)


def _builder(pen: Pen, ink: Rgba) -> None:
    """Upright, both arms up to a beam across the head, a hammer in the belt."""
    arm = ((50, 46), (38, 50), (27, 47), (24, 36), (24, 18), (11, 18), (11, 38), (15, 53))
    leg = ((26, 62), (33, 66), (29, 78), (22, 90), (26, 94), (43, 94), (50, 82))
    pen.wood([oval((50, 37), 12.5, 12.5, 40), mirrored((*arm, *leg))], ink)
    pen.blob(((34, 34), (38, 25), (50, 22), (62, 25), (66, 34), (50, 32)), STRAW)
    pen.wood([((1, 3), (97, 3), (97, 18), (1, 18))], WOOD, 3)
    pen.line(((70, 66), (82, 88)), 4, WOOD, 2.6)
    pen.poly(((62, 62), (74, 54), (80, 64), (68, 72)), STEEL, 2.6)


def _pig(pen: Pen, ink: Rgba) -> None:
    pen.line(((12, 46), (5, 39), (10, 32), (15, 39)), 4, ink)
    legs = [((x, 70), (x + 14, 70), (x + 13, 94), (x + 1, 94)) for x in (17, 35, 59, 75)]
    body = [(8, 56), (13, 35), (31, 25), (52, 25), (64, 20), (76, 23), (84, 34), (93, 40)]
    body += [(93, 58), (84, 64), (79, 76), (63, 84), (38, 85), (16, 78)]
    pen.wood([*legs, smooth(body, 8)], ink)
    pen.blob(((54, 23), (58, 7), (72, 15), (76, 27), (66, 33)), shade(ink, 46))
    pen.oval((91, 49), 5.5, 10, shade(ink, 70))
    pen.oval((80, 39), 4, 4.4, (255, 255, 255), 1.4)
    pen.oval((81, 39.6), 2, 2.2, DARK, 0)


def _goods(kind: str, game: Game) -> tuple[int, ...]:
    return tuple(hand.get(kind, 0) for hand in goods_of(game.story, game.seats))


DRAWING: Final = Drawing(
    marks={
        "wine": MarkDrawing(0.21, with_pen(_wine)),
        "grain": MarkDrawing(0.21, with_pen(_grain)),
        "cloth": MarkDrawing(0.21, with_pen(_cloth)),
    },
    figures={
        "builder": Figure(_builder, (47, 66)),
        "pig": Figure(_pig, (44, 56)),
    },
    held={kind: partial(_goods, kind) for kind in GOODS},
)
