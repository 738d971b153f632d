"""Pieces, tokens and ferries: a wooden figure in the seat's colour with the seat's emblem.

Every figure has a dark contour within a light one, so that it stands out from any ground; its
emblem says the seat by shape and by letter for those who do not see the colour.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.art.pen import FINE, Ink, Pen, shade
from renderer.art.seats import EMBLEMS, INKS, LETTERS, SHAPES, font
from renderer.art.shapes import Point

PART: Final = 0.3
"""How much of its tile's height a piece takes."""
HALO: Final[Ink] = (255, 252, 240)
INK: Final[Ink] = (26, 20, 18)


def _standing(pen: Pen, ink: Ink) -> None:
    """A figure with arms out and legs apart."""
    body = [(50, 27), (60, 33), (84, 42), (92, 50), (86, 58), (68, 56), (70, 70), (84, 92)]
    body += [(58, 93), (50, 82), (42, 93), (16, 92), (30, 70), (32, 56), (14, 58), (8, 50)]
    body += [(16, 42), (40, 33)]
    _body(pen, body, ink)
    pen.oval((50, 22), 14, 15, ink)
    pen.oval((46, 17), 6, 5, shade(ink, 60), 0)


def _body(pen: Pen, points: list[Point], ink: Ink) -> None:
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
    pen.blob(((32, 16), (38, 6), (50, 2), (62, 6), (68, 16), (78, 18), (50, 21), (22, 18)), (92, 72, 58))
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
    pen.blob(((35, 22), (40, 30), (48, 28), (56, 30), (61, 22), (58, 40), (48, 47), (38, 40)), (250, 248, 240))
    pen.blob(((34, 18), (38, 5), (48, 2), (58, 5), (62, 18), (48, 13)), ink)


ROLES: Final[dict[str, tuple[Callable[[Pen, Ink], None], Point, float]]] = {
    "hunter": (_hunter, (56, 61), 1.0),
    "gatherer": (_gatherer, (50, 58), 1.0),
    "fisher": (_fisher, (50, 58), 1.0),
    "hut": (_hut, (50, 70), 1.0),
    "knight": (_knight, (50, 58), 1.0),
    "thief": (_thief, (50, 58), 1.0),
    "farmer": (_farmer, (55, 61), 1.0),
    "monk": (_monk, (50, 66), 1.0),
    "shepherd": (_shepherd, (55, 61), 1.0),
    "prophet": (_prophet, (48, 70), 1.3),
}
"""How each role is drawn, where its emblem sits, how large it is."""


@lru_cache(maxsize=512)
def piece(seat: int, role: str, size: int) -> Image.Image:
    """A seat's piece for a tile ``size`` high; KeyError for a role nobody drew."""
    draw, at, scale = ROLES[role]
    px = max(8, round(size * PART * scale))
    pen = Pen(px, 4.4)
    draw(pen, INKS[seat])
    image = pen.done()
    _emblem(image, seat, (at[0] / 100, at[1] / 100), 0.22)
    return haloed(image, max(1, round(px * 0.045)))


def _emblem(image: Image.Image, seat: int, at: Point, reach: float) -> None:
    """The seat's shape with its letter, laid on a figure."""
    px = image.width
    side = max(6, round(2 * reach * px))
    badge = emblem(seat, side)
    image.alpha_composite(badge, (round(at[0] * px - side / 2), round(at[1] * px - side / 2)))


@lru_cache(maxsize=64)
def emblem(seat: int, side: int) -> Image.Image:
    """The shape and letter of a seat: dark on light, or the other way on a light figure."""
    n = side * FINE
    big = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    shape = [(x * n, y * n) for x, y in EMBLEMS[SHAPES[seat]]]
    paper, ink = (INK, HALO) if light(seat) else (HALO, INK)
    draw.polygon(shape, fill=paper, outline=ink, width=max(1, n // 14))
    face = font(max(6, round(n * 0.58)))
    low = 0.62 if SHAPES[seat] == "triangle" else 0.53
    draw.text((n / 2, n * low), LETTERS[seat], font=face, fill=ink, anchor="mm")
    return big.reduce(FINE)


def light(seat: int) -> bool:
    """Whether dark letters are read best on a seat's colour."""
    return sum(part * weight for part, weight in zip(INKS[seat], (3, 6, 1), strict=True)) > 1400


@lru_cache(maxsize=64)
def badge(seat: int, size: int) -> Image.Image:
    """A seat's shape filled with its colour, its letter on it."""
    n = size * FINE
    big = Image.new("RGBA", (n, n), (0, 0, 0, 0))
    draw = ImageDraw.Draw(big)
    for reach, ink in ((0.92, INK), (0.8, HALO), (0.7, INKS[seat])):
        shape = [
            ((0.5 + (x - 0.5) * reach) * n, (0.5 + (y - 0.5) * reach) * n)
            for x, y in EMBLEMS[SHAPES[seat]]
        ]
        draw.polygon(shape, fill=ink)
    letter = INK if light(seat) else (255, 255, 255)
    low = 0.6 if SHAPES[seat] == "triangle" else 0.52
    draw.text((n / 2, n * low), LETTERS[seat], font=font(round(n * 0.42)), fill=letter, anchor="mm")
    return big.reduce(FINE)


def haloed(image: Image.Image, reach: int) -> Image.Image:
    """A picture with a light rim outside its dark contour, and a soft shadow."""
    pad = reach + 1
    wide = Image.new("RGBA", (image.width + 2 * pad, image.height + 2 * pad), (0, 0, 0, 0))
    wide.paste(image, (pad, pad))
    alpha = wide.getchannel("A")
    rim = alpha.filter(ImageFilter.MaxFilter(2 * reach + 1))
    rim = rim.filter(ImageFilter.GaussianBlur(0.5)).point([min(255, 2 * v) for v in range(256)])
    out = Image.new("RGBA", wide.size, (*HALO[:3], 0))
    out.putalpha(ImageChops.lighter(rim, alpha))
    out.alpha_composite(wide)
    return out


@lru_cache(maxsize=16)
def ark(size: int) -> Image.Image:
    """The Ark of the Covenant: a golden chest on two poles, with two cherubs on its lid."""
    px = max(12, round(size * 0.36))
    pen = Pen(px, 3.4)
    gold: Ink = (238, 184, 50)
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
    return haloed(pen.done(), max(1, round(px * 0.04)))


def ferry(size: int, a: Point, b: Point) -> tuple[Image.Image, Point]:
    """A flat wooden ferry from quay a to quay b, and the middle to set it at, parts of the tile."""
    length, turn = math.dist(a, b), math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    boat = _boat(max(8, round(size * length)), max(6, round(size * 0.13)))
    boat = boat.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    return boat, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


@lru_cache(maxsize=64)
def _boat(length: int, width: int) -> Image.Image:
    fine = FINE
    w, h = length * fine, width * fine
    image = Image.new("RGBA", (w, h), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge = max(fine, h // 9)
    for inset, ink in ((0, HALO), (edge // 2, INK), (edge, (198, 138, 78))):
        draw.rounded_rectangle(
            (inset, inset, w - 1 - inset, h - 1 - inset), max(1, h // 3 - inset), fill=ink
        )
    plank = max(2, h // 3)
    for x in range(plank, w - plank // 2, plank):
        draw.line((x, edge + 1, x, h - edge - 2), fill=(142, 94, 52), width=max(1, fine // 2))
    draw.line((edge, h // 3, w - edge, h // 3), fill=(228, 178, 118), width=fine // 2)
    for y in (edge + fine // 2, h - edge - fine):
        draw.line((edge, y, w - edge, y), fill=(110, 70, 40), width=fine)
    return image.reduce(fine)
