"""The wooden figures of each role, in the pen's box of 100 by 100."""

from collections.abc import Callable, Sequence
from typing import Final

from renderer.art.pen import Ink, Pen, shade
from renderer.art.shapes import Point


def _standing(pen: Pen, ink: Ink) -> None:
    """A figure with arms out and legs apart."""
    body = [(50, 27), (60, 33), (84, 42), (92, 50), (86, 58), (68, 56), (70, 70), (84, 92)]
    body += [(58, 93), (50, 82), (42, 93), (16, 92), (30, 70), (32, 56), (14, 58), (8, 50)]
    body += [(16, 42), (40, 33)]
    _body(pen, body, ink)
    pen.oval((50, 22), 14, 15, ink)
    pen.oval((46, 17), 6, 5, shade(ink, 60), 0)


def _body(pen: Pen, points: Sequence[Point], ink: Ink) -> None:
    pen.blob(points, ink)


def _lying(pen: Pen, ink: Ink) -> None:
    """A figure on its back: head to the left, arms up and down."""
    body = [(27, 58), (32, 46), (40, 30), (50, 28), (56, 36), (54, 48), (70, 46), (92, 36)]
    body += [(96, 54), (84, 62), (96, 70), (92, 88), (70, 78), (54, 76), (56, 86), (50, 94)]
    body += [(40, 92), (33, 76)]
    _body(pen, body, ink)
    pen.oval((19, 60), 15, 14.5, ink)
    pen.oval((15, 55), 6, 5, shade(ink, 60), 0)


def _hunter(pen: Pen, ink: Ink) -> None:
    pen.line(((8, 34), (96, 20)), 4, (176, 122, 66))
    pen.poly(((97, 13), (84, 16), (88, 29)), (226, 226, 220))
    _lying(pen, ink)


def _gatherer(pen: Pen, ink: Ink) -> None:
    _standing(pen, ink)
    pen.poly(((70, 60), (98, 60), (93, 84), (75, 84)), (206, 150, 84))
    pen.line(((73, 60), (77, 47), (91, 47), (95, 60)), 3, (206, 150, 84))
    pen.line(((74, 71), (94, 71)), 2.4, (146, 96, 50), 0)


def _fisher(pen: Pen, ink: Ink) -> None:
    pen.line(((78, 52), (90, 6)), 3.4, (176, 122, 66))
    _standing(pen, ink)
    pen.line(((90, 6), (97, 30), (95, 66)), 1.6, (244, 244, 240), 1)
    pen.blob(((90, 72), (94, 64), (99, 72), (95, 84)), (240, 240, 232))


def _hut(pen: Pen, ink: Ink) -> None:
    """A tent of poles with an opening."""
    pen.line(((40, 8), (60, 30)), 5, (176, 122, 66))
    pen.line(((60, 8), (40, 30)), 5, (176, 122, 66))
    pen.blob(((50, 14), (60, 26), (96, 88), (74, 94), (50, 95), (26, 94), (4, 88), (40, 26)), ink)
    pen.blob(((48, 24), (40, 40), (18, 84), (32, 88), (42, 56)), shade(ink, 46), 0)


def _knight(pen: Pen, ink: Ink) -> None:
    _standing(pen, ink)
    pen.blob(((50, 2), (64, 8), (67, 24), (60, 20), (40, 20), (33, 24), (36, 8)), (206, 210, 216))
    pen.poly(((80, 62), (98, 58), (98, 78), (88, 92), (78, 82)), (206, 210, 216))
    pen.line(((17, 84), (11, 10)), 4, (226, 228, 232))
    pen.line(((8, 64), (24, 62)), 4, (176, 122, 66))


def _thief(pen: Pen, ink: Ink) -> None:
    _standing(pen, ink)
    pen.blob(
        ((32, 16), (38, 6), (50, 2), (62, 6), (68, 16), (78, 18), (50, 21), (22, 18)), (92, 72, 58)
    )
    pen.blob(((72, 62), (82, 54), (96, 62), (99, 80), (88, 90), (74, 84)), (196, 160, 106))
    pen.line(((78, 60), (90, 59)), 3.4, (122, 84, 50), 0)


def _farmer(pen: Pen, ink: Ink) -> None:
    pen.line(((10, 30), (94, 18)), 4, (176, 122, 66))
    for y in (11, 18, 25):
        pen.line(((84, y + 2), (98, y)), 2.6, (176, 122, 66), 1.6)
    _lying(pen, ink)
    pen.blob(((4, 66), (8, 48), (22, 44), (18, 56), (12, 72)), (232, 196, 96))


def _monk(pen: Pen, ink: Ink) -> None:
    """A hooded figure in a long robe."""
    robe = [(50, 20), (66, 30), (78, 48), (84, 92), (50, 97), (16, 92), (22, 48), (34, 30)]
    _body(pen, robe, ink)
    pen.blob(((50, 2), (66, 12), (68, 32), (50, 40), (32, 32), (34, 12)), ink)
    pen.oval((50, 24), 10, 11, (240, 206, 170))
    pen.blob(((38, 14), (50, 7), (62, 14), (50, 16)), shade(ink, 50), 0)


def _shepherd(pen: Pen, ink: Ink) -> None:
    pen.line(((30, 32), (92, 22), (98, 14), (92, 7), (84, 12)), 4, (176, 122, 66))
    _lying(pen, ink)
    pen.oval((19, 46), 17, 5, (232, 196, 96))


def _prophet(pen: Pen, ink: Ink) -> None:
    """A bearded figure with a staff and a light around the head."""
    pen.oval((48, 21), 24, 20, (255, 226, 120))
    pen.line(((88, 94), (88, 26), (94, 16), (88, 8), (80, 12)), 4.4, (176, 122, 66))
    robe = [(48, 24), (64, 34), (88, 46), (88, 58), (70, 58), (78, 93), (48, 98), (18, 93)]
    robe += [(26, 58), (10, 60), (8, 48), (32, 34)]
    _body(pen, robe, ink)
    pen.oval((48, 20), 13, 14, (240, 206, 170))
    pen.blob(
        ((35, 22), (40, 30), (48, 28), (56, 30), (61, 22), (58, 40), (48, 47), (38, 40)),
        (250, 248, 240),
    )
    pen.blob(((34, 18), (38, 5), (48, 2), (58, 5), (62, 18), (48, 13)), ink)


ROLES: Final[dict[str, tuple[Callable[[Pen, Ink], None], Point, float]]] = {
    "hunter": (_hunter, (56, 61), 1.0),
    "gatherer": (_gatherer, (50, 58), 1.0),
    "fisher": (_fisher, (50, 58), 1.0),
    "hut": (_hut, (50, 70), 0.86),
    "knight": (_knight, (50, 58), 1.0),
    "thief": (_thief, (50, 58), 1.0),
    "farmer": (_farmer, (55, 61), 1.0),
    "monk": (_monk, (50, 66), 1.0),
    "shepherd": (_shepherd, (55, 61), 1.0),
    "prophet": (_prophet, (48, 70), 1.3),
}
"""How each role is drawn, where its emblem sits, how large it is."""
