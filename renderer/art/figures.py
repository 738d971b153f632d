"""The wooden figures that several parts share, in the pen's box of 100 by 100."""

from renderer.art.pen import Pen, Rgba, shade


def standing(pen: Pen, ink: Rgba) -> None:
    """A figure with arms out and legs apart."""
    body = [(50, 27), (60, 33), (84, 42), (92, 50), (86, 58), (68, 56), (70, 70), (84, 92)]
    body += [(58, 93), (50, 82), (42, 93), (16, 92), (30, 70), (32, 56), (14, 58), (8, 50)]
    body += [(16, 42), (40, 33)]
    pen.blob(body, ink)
    pen.oval((50, 22), 14, 15, ink)
    pen.oval((46, 17), 6, 5, shade(ink, 60), 0)


def lying(pen: Pen, ink: Rgba) -> None:
    """A figure on its back: head to the left, arms up and down."""
    body = [(27, 58), (32, 46), (40, 30), (50, 28), (56, 36), (54, 48), (70, 46), (92, 36)]
    body += [(96, 54), (84, 62), (96, 70), (92, 88), (70, 78), (54, 76), (56, 86), (50, 94)]
    body += [(40, 92), (33, 76)]
    pen.blob(body, ink)
    pen.oval((19, 60), 15, 14.5, ink)
    pen.oval((15, 55), 6, 5, shade(ink, 60), 0)


def knight(pen: Pen, ink: Rgba) -> None:
    standing(pen, ink)
    pen.blob(((50, 2), (64, 8), (67, 24), (60, 20), (40, 20), (33, 24), (36, 8)), (206, 210, 216))
    pen.poly(((80, 62), (98, 58), (98, 78), (88, 92), (78, 82)), (206, 210, 216))
    pen.line(((17, 84), (11, 10)), 4, (226, 228, 232))
    pen.line(((8, 64), (24, 62)), 4, (176, 122, 66))


def thief(pen: Pen, ink: Rgba) -> None:
    standing(pen, ink)
    pen.blob(
        ((32, 16), (38, 6), (50, 2), (62, 6), (68, 16), (78, 18), (50, 21), (22, 18)), (92, 72, 58)
    )
    pen.blob(((72, 62), (82, 54), (96, 62), (99, 80), (88, 90), (74, 84)), (196, 160, 106))
    pen.line(((78, 60), (90, 59)), 3.4, (122, 84, 50), 0)
