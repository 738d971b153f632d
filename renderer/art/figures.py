"""The wooden figures that several parts share, in the pen's box of 100 by 100.

A role is recognized by its outline at twenty pixels: a standing figure is tall and narrow and
carries a tool of its own shape; a lying figure is low and wide with its tool standing behind.
"""

from typing import Final

from renderer.art.pen import Pen, Rgba, shade

WOOD: Final[Rgba] = (176, 122, 66)
STRAW: Final[Rgba] = (236, 200, 100)
GOLD: Final[Rgba] = (255, 206, 60)
STEEL: Final[Rgba] = (206, 210, 216)


def standing(pen: Pen, ink: Rgba, at: float = 50) -> None:
    """A figure with legs apart, its middle ``at`` a place."""
    body = [(50, 28), (64, 36), (80, 52), (74, 64), (66, 62), (74, 95)]
    body += [(56, 95), (50, 86), (44, 95), (26, 95), (34, 62), (26, 64), (20, 52), (36, 36)]
    pen.blob([(x - 50 + at, y) for x, y in body], ink)
    pen.oval((at, 21), 15, 15, ink)
    pen.oval((at - 5, 16), 5, 4.5, shade(ink, 60), 0)


def lying(pen: Pen, ink: Rgba) -> None:
    """A figure flat on its back: the head to the left, the feet to the right."""
    body = [(34, 75), (42, 62), (49, 55), (56, 61), (68, 61), (84, 58), (98, 60), (98, 73)]
    body += [(87, 78), (98, 82), (98, 95), (84, 97), (67, 94), (55, 98), (46, 95)]
    pen.blob(body, ink)
    pen.oval((26, 78), 14, 14, ink)
    pen.oval((23, 72), 4.5, 4, shade(ink, 60), 0)


def straw_hat(pen: Pen) -> None:
    """A hat on the head of a lying figure."""
    pen.blob(((16, 66), (4, 68), (1, 78), (4, 88), (16, 90)), STRAW)
    pen.oval((15, 78), 5, 19, STRAW)


def knight(pen: Pen, ink: Rgba) -> None:
    """Upright with helmet and plume, a lance as tall as the picture, a shield at the side."""
    pen.line(((12, 96), (12, 10)), 4.4, WOOD)
    pen.poly(((12, -2), (20, 18), (12, 24), (4, 18)), (240, 240, 244))
    standing(pen, ink, 46)
    pen.blob(((46, 2), (61, 10), (63, 27), (46, 23), (29, 27), (31, 10)), STEEL)
    pen.blob(((46, 4), (58, -2), (74, 4), (80, 18), (68, 14), (56, 12)), shade(ink, 40))
    pen.poly(((68, 44), (98, 44), (98, 66), (83, 88), (68, 66)), STEEL)
    pen.line(((83, 49), (83, 78)), 3, shade(STEEL, -70), 0)


def thief(pen: Pen, ink: Rgba) -> None:
    """Running off under a great sack, a broad hat drawn over the face."""
    pen.blob(((48, 24), (54, 6), (76, -1), (97, 12), (99, 38), (84, 54), (58, 54)), (200, 164, 110))
    pen.line(((52, 20), (64, 28)), 5, (122, 84, 50), 0)
    body = [(28, 38), (48, 36), (64, 48), (70, 64), (94, 80), (90, 94), (76, 92), (52, 80)]
    body += [(34, 88), (12, 97), (4, 86), (22, 74), (24, 64), (8, 66), (6, 54), (16, 48)]
    pen.blob(body, ink)
    pen.oval((28, 32), 13, 13, ink)
    hat = ((2, 26), (16, 22), (20, 10), (32, 7), (42, 12), (44, 22), (58, 30), (28, 31))
    pen.blob(hat, (92, 72, 58))
