"""Drawings of the base game: green country, red-roofed towns, monasteries, pennants, people."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.buildings import PLASTER, SHADOW, STONE, gabled, gate, tower, well
from renderer.art.drawing import (
    ROADWAY,
    Building,
    Drawing,
    Extent,
    Figure,
    Land,
    MarkDrawing,
    with_pen,
)
from renderer.art.figures import BARE, WOOD, knight, lying, mirrored, straw_hat, thief
from renderer.art.land_colours import Tones
from renderer.art.pen import Pen, Rgba, shade

TONES: Final = Tones(
    ground=(151, 188, 86),
    ground_dark=(143, 181, 80),
    ground_light=(162, 196, 95),
    blade=(112, 150, 60),
    blade_light=(190, 212, 118),
    bank=(222, 206, 152),
    bank_edge=(120, 138, 74),
    water=(84, 156, 204),
    deep=(50, 108, 160),
    lake=(58, 126, 182),
    ripple=(146, 200, 226),
    road=(236, 224, 190),
    kerb=(118, 98, 70),
    mass=(214, 184, 138),
    mass_dark=(184, 148, 104),
    mass_shadow=(110, 140, 62),
)


def _farmer(pen: Pen, ink: Rgba) -> None:
    """Flat in the field under a straw hat, the hayfork stuck in the ground behind."""
    pen.line(((76, 62), (76, 26)), 4.4, WOOD)
    pen.line(((62, 4), (62, 24), (90, 24), (90, 4)), 4.4, WOOD)
    pen.line(((76, 4), (76, 24)), 4.4, WOOD)
    lying(pen, ink)
    straw_hat(pen)


def _monk(pen: Pen, ink: Rgba) -> None:
    """A hooded figure in a wide bell of a robe, without arms."""
    robe = ((50, 24), (34, 30), (23, 46), (14, 68), (5, 86), (9, 93), (30, 94), (50, 94))
    hood = ((50, 1), (38, 6), (31, 18), (32, 32), (50, 40))
    pen.wood([mirrored(robe), mirrored(hood)], ink)
    pen.oval((50, 24), 10.5, 11.5, BARE, 3)


def _pennants(pen: Pen, variant: int) -> None:
    shield = [(14, 8), (86, 8), (86, 48), (74, 74), (50, 96), (26, 74), (14, 48)]
    pen.poly(shield, (250, 246, 232), 8)
    pen.poly(((20, 14), (50, 14), (50, 50), (20, 50)), (36, 84, 168), 0)
    pen.poly(((50, 50), (80, 50), (70, 70), (50, 88)), (36, 84, 168), 0)
    pen.line([*shield, shield[0]], 3, (226, 182, 70), 0)
    pen.line(((32, 22), (38, 32)), 5, (120, 164, 226), 0)


@lru_cache(maxsize=16)
def _monastery(px: int) -> Image.Image:
    """A church with nave, tower and cross."""
    pen = Pen(px, 2)
    pen.poly(((12, 92), (96, 94), (104, 80), (90, 62)), SHADOW, 0)
    roof: Rgba = (188, 66, 48)
    pen.poly(((34, 92), (34, 52), (92, 52), (92, 92)), PLASTER)
    pen.poly(((30, 58), (40, 32), (86, 32), (97, 58)), roof)
    pen.poly(((42, 35), (85, 35), (88, 42), (39, 42)), shade(roof, 30), 0)
    for x in (50, 63, 76):
        pen.blob(((x, 84), (x, 70), (x + 4, 65), (x + 8, 70), (x + 8, 84)), (92, 116, 140), 1.2)
    pen.poly(((8, 92), (8, 34), (36, 34), (36, 92)), shade(PLASTER, -8))
    pen.poly(((11, 90), (11, 38), (17, 38), (17, 90)), shade(PLASTER, 10), 0)
    pen.poly(((4, 38), (22, 8), (40, 38)), roof)
    pen.poly(((8, 36), (22, 12), (20, 36)), shade(roof, 30), 0)
    pen.blob(((16, 92), (16, 76), (22, 69), (28, 76), (28, 92)), (104, 70, 48), 1.4)
    pen.oval((22, 52), 5, 5, (92, 116, 140), 1.4)
    pen.line(((22, 9), (22, -1)), 2.6, (240, 206, 96), 1.2)
    pen.line(((18, 3.6), (26, 3.6)), 2.6, (240, 206, 96), 1.2)
    pen.line(((22, 8), (22, 0)), 2.6, (240, 206, 96), 0)
    return pen.done()


DRAWING: Final = Drawing(
    land=Land(
        TONES,
        patches=5,
        furrows=True,
        grows={"tuft": 0.7, "": 0.9, "flower": 1.0},
        walls=(206, 200, 188),
        built={
            "house": gabled,
            "tower": lambda px, variant: tower(px, STONE, True),
            "gate": lambda px, variant: gate(px, STONE),
            "well": lambda px, variant: well(px),
        },
    ),
    terrains={
        "city": Extent.MASS,
        "road": Extent.STRIP,
        "field": Extent.OPEN,
        "monastery": Extent.HOUSE,
    },
    strips={"road": ROADWAY},
    buildings={
        "monastery": Building(_monastery, ((92, 126, 58), (126, 160, 70), (176, 204, 112))),
    },
    marks={"pennants": MarkDrawing(0.2, with_pen(_pennants))},
    figures={
        "knight": Figure(knight, (45, 58)),
        "thief": Figure(thief, (44, 62)),
        "farmer": Figure(_farmer, (70, 70), lying=True),
        "monk": Figure(_monk, (50, 68)),
    },
)
