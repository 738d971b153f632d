"""Deer, mammoth, tiger, aurochs, sheep and wolf, drawn in profile and told apart by outline.

Each is a few smooth closed shapes in two tones in the pen's box of 100 by 100, feet at 90.
"""

from collections.abc import Iterable
from typing import Final

from renderer.art.curves import Point
from renderer.art.pen import DARK, Pen, Rgba, shade

IVORY: Final[Rgba] = (252, 246, 228)
SHADOW: Final[Rgba] = (60, 74, 40, 110)


def _legs(pen: Pen, hips: Iterable[tuple[float, float, float]], width: float, ink: Rgba) -> None:
    """Bent legs, each from a hip: x, y, and how far aside the foot stands."""
    for x, y, stride in hips:
        foot = x + stride
        pen.line(((x, y), (x + stride * 0.2, (y + 88) / 2), (foot, 88)), width, ink)
    for x, y, stride in hips:
        foot = x + stride
        pen.line(((x, y), (x + stride * 0.2, (y + 88) / 2), (foot, 86)), width, ink, 0)
        pen.line(((foot, 87), (foot + 1, 88.5)), width * 0.9, DARK, 0)


def deer(pen: Pen, variant: int) -> None:
    """A stag, a doe or a grazing doe."""
    coat: Rgba = ((186, 118, 60), (200, 136, 76), (172, 108, 58))[variant % 3]
    pen.oval((50, 90), 34, 5, SHADOW, 0)
    _legs(pen, ((33, 62, -3), (66, 60, 4)), 4.5, shade(coat, -40))
    _legs(pen, ((28, 60, 1), (61, 60, -1)), 5, coat)
    pen.line(((20, 50), (15, 46)), 5, IVORY)
    if variant % 3 == 2:
        _grazing(pen, coat)
        return
    body: list[Point] = [(19, 52), (24, 44), (42, 45), (57, 44), (64, 34), (70, 25), (78, 22)]
    body += [(86, 25), (93, 31), (91, 35), (82, 36), (77, 40), (74, 52), (68, 63), (46, 64)]
    body += [(27, 64), (20, 60)]
    if variant % 3 == 0:
        for antler in (
            ((75, 24), (70, 13), (74, 3)),
            ((71, 14), (62, 10), (60, 3)),
            ((79, 23), (84, 13), (80, 3)),
            ((84, 13), (93, 12), (97, 4)),
        ):
            pen.line(antler, 3.4, (92, 60, 36), 1.5)
    pen.blob(((71, 25), (62, 17), (60, 22), (67, 29)), coat)
    pen.blob(body, coat)
    pen.blob(((26, 61), (46, 59), (64, 60), (46, 63.5)), (236, 208, 164), 0)
    pen.blob(((66, 38), (71, 30), (72, 44), (67, 56), (63, 50)), shade(coat, 26), 0)
    for x, y in ((30, 50), (38, 53), (46, 50), (54, 53)):
        if variant % 3 == 1:
            pen.oval((x, y), 2.4, 2.2, (246, 228, 190), 0)
    pen.oval((80, 28), 2.0, 2.2, DARK, 0)
    pen.oval((92, 32), 2.2, 2, DARK, 0)


def _grazing(pen: Pen, coat: Rgba) -> None:
    body: list[Point] = [(19, 52), (24, 44), (42, 45), (58, 43), (69, 48), (77, 60), (84, 70)]
    body += [(91, 80), (88, 85), (82, 83), (75, 76), (69, 68), (60, 64), (40, 64), (24, 64)]
    pen.blob(((76, 68), (84, 58), (87, 62), (81, 71)), coat)
    pen.blob(body, coat)
    pen.blob(((26, 61), (44, 59), (60, 60), (44, 63.5)), (236, 208, 164), 0)
    for x, y in ((29, 50), (37, 53), (45, 49), (53, 52), (61, 50)):
        pen.oval((x, y), 2.4, 2.2, (246, 228, 190), 0)
    pen.oval((81, 74), 2, 2, DARK, 0)
    for x in (84, 89, 94):
        pen.line(((x, 91), (x + 2, 85)), 2, (92, 122, 54), 0)


def mammoth(pen: Pen, variant: int) -> None:
    """A high domed head, a sloping back, a trunk, long curved tusks and a skirt of hair."""
    coat: Rgba = (118, 80, 56)
    pen.oval((48, 90), 42, 6, SHADOW, 0)
    _legs(pen, ((36, 66, 0), (66, 66, 0)), 10, shade(coat, -34))
    _legs(pen, ((22, 64, 0), (54, 66, 0)), 11, coat)
    pen.line(((9, 50), (5, 62)), 4, coat)
    body: list[Point] = [(8, 58), (10, 42), (22, 30), (38, 26), (50, 22), (57, 10), (68, 5)]
    body += [(79, 9), (85, 22), (86, 36), (90, 52), (90, 66), (85, 76), (79, 74), (81, 64)]
    body += [(79, 54), (74, 52), (71, 60), (70, 72), (62, 67), (56, 75), (47, 69), (38, 76)]
    body += [(29, 69), (20, 75), (13, 69)]
    pen.blob(body, coat)
    pen.blob(
        ((16, 46), (26, 35), (42, 31), (50, 30), (44, 40), (28, 46), (18, 54)), shade(coat, 26), 0
    )
    pen.blob(((60, 14), (68, 9), (76, 12), (76, 18), (66, 19)), shade(coat, 30), 0)
    for x in (24, 36, 47, 58):
        pen.line(((x, 58), (x - 2, 67)), 2.2, shade(coat, -34), 0)
    pen.blob(((57, 22), (65, 22), (67, 36), (60, 44), (53, 36)), shade(coat, -18), 1.8)
    pen.line(((76, 46), (81, 58), (90, 61), (97, 54), (97, 45)), 4.4, IVORY, 1.8)
    pen.oval((76, 27), 2.4, 2.6, DARK, 0)


def tiger(pen: Pen, variant: int) -> None:
    """A low striped cat with a raised tail and two long fangs."""
    coat: Rgba = (228, 156, 56)
    pen.oval((52, 90), 38, 5, SHADOW, 0)
    _legs(pen, ((35, 66, -6), (70, 62, 8)), 7, shade(coat, -44))
    tail = ((19, 54), (8, 50), (4, 36), (10, 24))
    pen.line(tail, 5.5, coat)
    pen.line(((5, 32), (10, 24)), 5.5, DARK, 0)
    _legs(pen, ((25, 62, 0), (62, 64, -1)), 8, coat)
    pen.blob(((67, 30), (67, 20), (76, 26)), coat)
    body: list[Point] = [(15, 58), (20, 47), (38, 46), (54, 42), (62, 33), (70, 26), (81, 26)]
    body += [(89, 33), (97, 40), (97, 47), (88, 51), (79, 53), (74, 64), (60, 69), (42, 66)]
    body += [(28, 70), (17, 67)]
    pen.blob(body, coat)
    pen.blob(((28, 67), (44, 62), (60, 64), (72, 60), (62, 68), (42, 65)), (250, 224, 168), 0)
    pen.blob(((82, 44), (90, 41), (96, 44), (90, 50), (82, 51)), (250, 228, 180), 0)
    for x, y in ((25, 47), (34, 46), (43, 45), (52, 43)):
        pen.poly(((x, y), (x + 5, y), (x + 4, y + 15)), DARK, 0)
    pen.poly(((61, 36), (65, 32), (68, 46)), DARK, 0)
    pen.poly(((72, 26), (76, 26), (75, 34)), DARK, 0)
    for x in (84, 91):
        pen.poly(((x - 2.6, 49), (x + 3, 49), (x, 69)), IVORY, 1.6)
    pen.poly(((78, 36), (84, 35), (82, 40)), DARK, 0)
    pen.oval((96, 41), 2.6, 2.4, DARK, 0)


def aurochs(pen: Pen, variant: int) -> None:
    """A heavy bull, high at the shoulder, head low, wide horns forward."""
    coat: Rgba = (84, 56, 46)
    pen.oval((48, 90), 40, 6, SHADOW, 0)
    pen.line(((12, 48), (6, 62), (8, 72)), 3, coat)
    pen.oval((8, 75), 3.4, 4.6, DARK, 0)
    _legs(pen, ((32, 64, 2), (64, 66, 4)), 7, shade(coat, -26))
    _legs(pen, ((22, 62, 0), (55, 66, 0)), 8, coat)
    pen.line(((73, 38), (66, 24), (72, 10)), 6, (236, 222, 190), 2)
    body: list[Point] = [(10, 56), (13, 44), (28, 40), (42, 36), (54, 25), (66, 27), (77, 35)]
    body += [(88, 43), (97, 56), (96, 64), (88, 67), (80, 60), (74, 66), (66, 74), (54, 71)]
    body += [(36, 68), (18, 68)]
    pen.blob(body, coat)
    pen.blob(
        ((18, 48), (30, 44), (46, 38), (54, 31), (62, 32), (50, 44), (32, 50)), shade(coat, 26), 0
    )
    pen.blob(((87, 58), (95, 55), (97, 62), (90, 66), (86, 63)), (222, 196, 164), 0)
    pen.blob(((71, 42), (60, 42), (62, 49), (70, 50)), coat, 1.8)
    pen.line(((79, 39), (92, 36), (97, 24), (92, 14)), 6, (236, 222, 190), 2)
    pen.line(((96, 22), (92, 14)), 4, DARK, 0)
    pen.line(((68, 18), (72, 10)), 4, DARK, 0)
    pen.oval((84, 49), 2, 2.2, IVORY, 0)
    pen.oval((94, 61), 1.6, 1.4, DARK, 0)


def sheep(pen: Pen, variant: int) -> None:
    """A woolly cloud on four thin legs with a dark face."""
    wool: Rgba = (250, 246, 234)
    face: Rgba = (74, 58, 52)
    pen.oval((48, 90), 36, 6, (130, 110, 60, 120), 0)
    _legs(pen, ((32, 66, 0), (60, 66, 0)), 5, shade(face, -20))
    _legs(pen, ((25, 66, 0), (53, 66, 0)), 5.5, face)
    puffs = [(22, 52, 13), (30, 38, 14), (45, 33, 15), (60, 38, 14), (67, 52, 13)]
    puffs += [(58, 66, 13), (42, 69, 13), (28, 66, 12)]
    for x, y, reach in puffs:
        pen.oval((x, y), reach, reach, wool)
    for x, y, reach in puffs:
        pen.oval((x, y), reach - 0.6, reach - 0.6, wool, 0)
    pen.oval((45, 52), 24, 18, wool, 0)
    for at in ((30, 66), (44, 70), (58, 66)):
        pen.oval(at, 9, 6, (222, 212, 190), 0)
    for at in ((34, 48), (50, 46), (42, 58)):
        pen.line(
            ((at[0] - 5, at[1]), (at[0], at[1] + 4), (at[0] + 5, at[1])), 2, (214, 202, 178), 0
        )
    pen.blob(((66, 36), (78, 32), (90, 42), (95, 56), (88, 63), (78, 58), (70, 50)), face)
    pen.blob(((70, 40), (60, 46), (58, 53), (70, 50)), face, 1.8)
    for x, y, reach in ((66, 32, 8), (74, 29, 8), (81, 33, 6)):
        pen.oval((x, y), reach, reach * 0.85, wool, 1.8)
    pen.oval((73, 35), 8, 6, wool, 0)
    pen.oval((83, 46), 3, 3.2, (255, 255, 255), 0)
    pen.oval((83.6, 46.4), 1.7, 1.9, DARK, 0)


def wolf(pen: Pen, variant: int) -> None:
    """Grey, pricked ears, long muzzle, bushy tail carried low."""
    coat: Rgba = (118, 122, 132)
    pen.oval((50, 90), 38, 5, (110, 96, 60, 120), 0)
    _legs(pen, ((36, 64, -5), (68, 60, 6)), 5.5, shade(coat, -36))
    pen.blob(((24, 52), (12, 50), (3, 62), (1, 78), (9, 74), (17, 68), (25, 64)), coat)
    pen.blob(((5, 66), (2, 77), (9, 73), (11, 67)), (232, 228, 220), 0)
    _legs(pen, ((27, 62, 1), (61, 62, -1)), 6.5, coat)
    pen.poly(((69, 28), (66, 9), (78, 21)), shade(coat, -30))
    body: list[Point] = [(20, 58), (23, 47), (40, 47), (54, 42), (62, 32), (69, 24), (79, 22)]
    body += [(86, 30), (99, 37), (98, 43), (87, 46), (79, 47), (75, 58), (66, 66), (50, 65)]
    body += [(34, 60), (24, 66)]
    pen.blob(body, coat)
    pen.poly(((74, 24), (77, 6), (85, 24)), coat)
    pen.blob(
        ((80, 41), (97, 40), (96, 43), (86, 46), (77, 47), (73, 60), (66, 62), (70, 48)),
        (236, 232, 224),
        0,
    )
    pen.blob(((26, 50), (42, 49), (56, 44), (62, 38), (58, 50), (40, 54)), shade(coat, -28), 0)
    pen.poly(((76, 22), (78, 12), (82, 22)), shade(coat, -34), 0)
    pen.oval((81, 32), 2.6, 2.2, (244, 196, 70), 0.8)
    pen.oval((98, 38), 2.8, 2.6, DARK, 0)
