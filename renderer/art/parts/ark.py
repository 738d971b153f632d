"""Drawings of the Ark of the Covenant: dry country, temples, Ark, scrolls, shepherd, prophet."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.animals import sheep, wolf
from renderer.art.buildings import PALE, SHADOW, flat_roofed, gate, tower, well
from renderer.art.curves import oval, smooth
from renderer.art.drawing import (
    ROADWAY,
    Building,
    Drawing,
    Extent,
    Figure,
    Land,
    MarkDrawing,
    MarkGround,
    MoveTargets,
    with_pen,
)
from renderer.art.figures import BARE, WOOD, knight, lying, straw_hat, thief
from renderer.art.land_colours import Tones
from renderer.art.pen import Pen, Rgba, shade
from renderer.art.pieces import with_light_rim
from renderer.art.trees import palm
from rules.game import Game
from rules.variants.ark_walk import SetArk

TONES: Final = Tones(
    ground=(202, 165, 97),
    ground_dark=(192, 156, 89),
    ground_light=(207, 171, 104),
    blade=(138, 132, 66),
    blade_light=(226, 204, 148),
    bank=(236, 220, 170),
    bank_edge=(160, 140, 88),
    water=(84, 162, 194),
    deep=(50, 112, 150),
    lake=(58, 132, 172),
    ripple=(150, 206, 220),
    road=(244, 232, 202),
    kerb=(146, 112, 70),
    mass=(222, 190, 152),
    mass_dark=(190, 146, 108),
    mass_shadow=(140, 112, 66),
)


def _shepherd(pen: Pen, ink: Rgba) -> None:
    """Flat in the field, the crook stuck in the ground behind."""
    pen.line(((72, 62), (72, 20), (78, 8), (88, 6), (94, 15), (88, 24)), 5.4, WOOD)
    lying(pen, ink)
    straw_hat(pen)


def _prophet(pen: Pen, ink: Rgba) -> None:
    """A bearded figure with a staff and a light around the head."""
    pen.oval((46, 22), 25, 21, (255, 226, 120))
    pen.line(((92, 96), (92, 10)), 4.4, WOOD)
    pen.line(((83, 20), (98, 20)), 4.4, WOOD)
    robe = [(46, 30), (60, 37), (72, 33), (83, 22), (94, 32), (82, 52), (67, 60), (77, 92)]
    robe += [(46, 94), (13, 92), (24, 60), (11, 54), (1, 36), (9, 26), (19, 35), (31, 37)]
    head = oval((46, 20), 14, 15, 40)
    pen.wood([smooth(robe, 8), head], ink)
    pen.oval((46, 20), 10, 11, BARE, 0)
    pen.blob(
        ((34, 22), (38, 29), (46, 27), (54, 29), (58, 22), (56, 40), (46, 47), (36, 40)),
        (250, 248, 240),
        3,
    )


def _scrolls(pen: Pen, variant: int) -> None:
    """A parchment rolled at both ends, with lines of writing and a red seal."""
    paper: Rgba = (252, 240, 206)
    pen.poly(((20, 20), (80, 20), (80, 82), (20, 82)), paper, 6)
    for y in (36, 48, 60):
        pen.line(((31, y), (69, y)), 4.5, (120, 92, 62), 0)
    for y in (18, 84):
        pen.line(((14, y), (86, y)), 13, shade(paper, -26), 4)
        pen.line(((14, y - 3), (86, y - 3)), 4, shade(paper, -4), 0)
    pen.oval((62, 72), 9, 9, (196, 48, 40), 3)


def _oasis(px: int, variant: int) -> Image.Image:
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


@lru_cache(maxsize=16)
def _temple(px: int) -> Image.Image:
    """A white temple: steps, six columns, a gable."""
    pen = Pen(px, 2)
    white: Rgba = (252, 250, 244)
    pen.poly(((6, 96), (98, 96), (106, 84), (92, 66)), SHADOW, 0)
    pen.poly(((10, 84), (10, 36), (90, 36), (90, 84)), (158, 140, 118))
    for x in (12, 26.5, 41, 55.5, 70, 82):
        pen.poly(((x, 84), (x, 38), (x + 7.5, 38), (x + 7.5, 84)), white, 1.4)
        pen.poly(((x + 5.4, 83), (x + 5.4, 39), (x + 7, 39), (x + 7, 83)), (214, 206, 196), 0)
    pen.poly(((6, 38), (6, 29), (94, 29), (94, 38)), white)
    pen.poly(((4, 30), (50, 5), (96, 30)), white)
    pen.poly(((22, 27), (50, 12), (78, 27)), (226, 214, 196), 0)
    pen.oval((50, 21), 4.6, 4.6, (234, 190, 70), 1.2)
    pen.poly(((6, 90), (6, 83), (94, 83), (94, 90)), white)
    pen.poly(((1, 97), (1, 89), (99, 89), (99, 97)), (238, 232, 222))
    return pen.done()


@lru_cache(maxsize=16)
def _ark(size: int) -> Image.Image:
    """The Ark of the Covenant: a golden chest on two poles, with two cherubs on its lid."""
    px = max(12, round(size * 0.5))
    pen = Pen(px, 3.4)
    gold: Rgba = (238, 184, 50)
    for y in (72, 80):
        pen.line(((2, y), (98, y)), 4.4, (150, 98, 50))
    pen.poly(((16, 48), (84, 48), (84, 86), (16, 86)), gold)
    pen.poly(((19, 52), (28, 52), (28, 83), (19, 83)), shade(gold, 50), 0)
    for x in (36, 54):
        pen.poly(((x, 56), (x + 12, 56), (x + 12, 78), (x, 78)), shade(gold, -44), 1.6)
    pen.poly(((10, 48), (12, 38), (88, 38), (90, 48)), shade(gold, 26))
    for side in (-1, 1):
        wing = [(50 + side * x, y) for x, y in ((34, 38), (36, 18), (24, 6), (4, 10), (10, 18))]
        pen.blob([*wing, (50 + side * 22, 38)], shade(gold, 40))
        pen.oval((50 + side * 32, 16), 6.5, 6.5, gold)
    for x in (20, 74):
        pen.poly(((x, 86), (x + 8, 86), (x + 8, 95), (x, 95)), shade(gold, -30))
    return with_light_rim(pen.done(), max(1, round(px * 0.04)))


def _ark_cell(game: Game, move: SetArk) -> MoveTargets:
    return MoveTargets(cells=(move.cell,))


DRAWING: Final = Drawing(
    land=Land(
        TONES,
        patches=5,
        furrows=False,
        grows={"olive": 0.16, "tuft": 0.7, "": 1.0},
        walls=(246, 232, 198),
        built={
            "house": flat_roofed,
            "tower": lambda px, variant: tower(px, PALE, False),
            "gate": lambda px, variant: gate(px, PALE),
            "well": lambda px, variant: well(px),
        },
        garden="olive",
    ),
    terrains={
        "city": Extent.MASS,
        "road": Extent.STRIP,
        "field": Extent.OPEN,
        "temple": Extent.HOUSE,
    },
    strips={"road": ROADWAY},
    buildings={"temple": Building(_temple, (TONES.kerb, TONES.mass_dark, TONES.mass))},
    marks={
        "scrolls": MarkDrawing(0.19, with_pen(_scrolls)),
        "oases": MarkDrawing(0.21, _oasis, plot=MarkGround(0.15, (160, 172, 88))),
        "sheep": MarkDrawing(0.2, with_pen(sheep)),
        "wolves": MarkDrawing(0.24, with_pen(wolf)),
    },
    figures={
        "knight": Figure(knight, (45, 58)),
        "thief": Figure(thief, (44, 62)),
        "shepherd": Figure(_shepherd, (70, 70), lying=True),
        "prophet": Figure(_prophet, (46, 72), 1.3),
    },
    tokens={"ark": _ark},
    moves={SetArk: _ark_cell},
)
