"""Pieces that belong to nobody: the Ark of the Covenant and the ferries."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from renderer.art.pen import FINE, Ink, Pen, shade
from renderer.art.pieces import HALO, INK, haloed
from renderer.art.shapes import Point


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
