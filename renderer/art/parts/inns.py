"""Drawings of Inns and Cathedrals: inns by the roads, cathedrals over the roofs, big followers."""

from dataclasses import replace
from typing import Final

from renderer.art.buildings import PLASTER, SHADOW
from renderer.art.drawing import Drawing, MarkDrawing, MarkGround, with_pen
from renderer.art.figures import GOLD
from renderer.art.parts import base
from renderer.art.pen import Pen, Rgba, shade

SLATE: Final[Rgba] = (56, 92, 138)
TIMBER: Final[Rgba] = (104, 66, 42)
ASHLAR: Final[Rgba] = (222, 214, 204)
LEAD: Final[Rgba] = (92, 116, 142)
LIT: Final[Rgba] = (255, 214, 96)
GLASS: Final[Rgba] = (70, 96, 160)

BIG: Final = 1.32
"""The size of the big follower relative to the others."""


def _inn(pen: Pen, variant: int) -> None:
    """A half-timbered house with a steep blue roof, lit windows, and a sign over the door."""
    pen.poly(((14, 96), (92, 96), (102, 82), (86, 60)), SHADOW, 0)
    pen.poly(((58, 28), (58, 8), (68, 8), (68, 34)), (176, 92, 70))
    pen.poly(((10, 94), (10, 50), (78, 50), (78, 94)), PLASTER)
    for x in (10, 32, 56, 78):
        pen.line(((x, 52), (x, 92)), 4, TIMBER, 0)
    pen.line(((10, 70), (78, 70)), 4, TIMBER, 0)
    for low, high in ((12, 30), (76, 58)):
        pen.line(((low, 90), (high, 73)), 3, TIMBER, 0)
    pen.poly(((2, 54), (20, 16), (68, 16), (88, 54)), SLATE, 5)
    pen.poly(((21, 20), (66, 20), (71, 30), (16, 30)), shade(SLATE, 34), 0)
    for x in (15, 62):
        pen.poly(((x, 67), (x, 57), (x + 12, 57), (x + 12, 67)), LIT, 1.6)
    pen.poly(((36, 92), (36, 74), (52, 74), (52, 92)), (84, 50, 32), 1.6)
    pen.line(((78, 60), (94, 60)), 3.4, TIMBER)
    pen.oval((90, 74), 10, 11, LIT, 4)
    pen.poly(((85, 69), (94, 69), (93, 80), (86, 80)), (150, 84, 40), 0)


def _spire(pen: Pen, left: float, right: float, eaves: float, top: float) -> None:
    """A tower with a window and a pointed roof that bears a cross."""
    middle = (left + right) / 2
    pen.poly(((left, 93), (left, eaves), (right, eaves), (right, 93)), ASHLAR)
    pen.poly(
        ((left + 1, 91), (left + 1, eaves), (left + 4, eaves), (left + 4, 91)), shade(ASHLAR, 24), 0
    )
    pen.poly(((left - 2, eaves), (middle, top), (right + 2, eaves)), LEAD)
    pen.poly(((left, eaves - 1), (middle, top + 3), (middle - 2, eaves - 1)), shade(LEAD, 34), 0)
    for y in (eaves + 6, eaves + 22):
        window = ((-3, 12), (-3, 4), (0, 0), (3, 4), (3, 12))
        pen.poly([(middle + x, y + down) for x, down in window], GLASS, 1)
    pen.line(((middle, top + 1), (middle, top - 9)), 2.2, GOLD, 0.9)
    pen.line(((middle - 4, top - 5), (middle + 4, top - 5)), 2.2, GOLD, 0.9)
    pen.line(((middle, top + 1), (middle, top - 9)), 2.2, GOLD, 0)


def _cathedral(pen: Pen, variant: int) -> None:
    """Two tall towers, a rose window between them, and a long nave with buttresses behind."""
    pen.poly(((10, 96), (98, 96), (106, 84), (92, 56)), SHADOW, 0)
    pen.poly(((48, 92), (48, 54), (96, 54), (96, 92)), shade(ASHLAR, -14))
    pen.poly(((44, 58), (56, 36), (90, 36), (100, 58)), LEAD)
    pen.poly(((57, 39), (89, 39), (92, 45), (54, 45)), shade(LEAD, 30), 0)
    for x in (60, 73, 86):
        pen.poly(((x - 3, 88), (x - 3, 68), (x, 63), (x + 3, 68), (x + 3, 88)), GLASS, 1)
        pen.line(((x + 6.5, 90), (x + 6.5, 60)), 2.6, shade(ASHLAR, 12), 1)
    pen.poly(((22, 93), (22, 48), (34, 34), (46, 48), (46, 93)), ASHLAR)
    pen.oval((34, 55), 7.5, 7.5, GLASS, 1.8)
    pen.oval((34, 55), 3, 3, LIT, 0)
    pen.blob(((28, 92), (28, 78), (34, 70), (40, 78), (40, 92)), (104, 66, 42), 1.4)
    _spire(pen, 5, 22, 44, 14)
    _spire(pen, 46, 63, 44, 14)


DRAWING: Final = Drawing(
    marks={
        "inns": MarkDrawing(0.26, with_pen(_inn), plot=MarkGround(0.13, beside=True)),
        "cathedrals": MarkDrawing(0.54, with_pen(_cathedral)),
    },
    figures={
        f"big {role}": replace(figure, scale=BIG * figure.scale, rim=GOLD)
        for role, figure in base.DRAWING.figures.items()
    },
)
