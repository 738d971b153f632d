"""Houses, towers, gates and wells, as small upright pictures."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.pen import Pen, Rgba, shade

RED: Final[tuple[Rgba, ...]] = ((198, 72, 48), (184, 60, 44), (212, 92, 56), (170, 70, 52))
SAND: Final[tuple[Rgba, ...]] = ((240, 226, 192), (230, 210, 170), (222, 196, 152), (244, 234, 208))
PLASTER: Final[Rgba] = (246, 234, 208)
STONE: Final[Rgba] = (198, 194, 184)
PALE: Final[Rgba] = (238, 222, 186)
SHADOW: Final[Rgba] = (70, 50, 30, 110)


@lru_cache(maxsize=256)
def gabled(px: int, variant: int) -> Image.Image:
    """A small house with a red roof and a gable."""
    pen = Pen(px, 4.2)
    roof = RED[variant % len(RED)]
    pen.poly(((20, 94), (96, 94), (104, 82), (92, 60)), SHADOW, 0)
    if variant % 2:
        pen.poly(((16, 92), (16, 58), (84, 58), (84, 92)), PLASTER)
        pen.poly(((6, 62), (24, 20), (76, 20), (94, 62)), roof)
        pen.poly(((26, 26), (74, 26), (78, 36), (22, 36)), shade(roof, 26), 0)
        pen.poly(((44, 90), (44, 72), (57, 72), (57, 90)), (112, 76, 50), 0)
    else:
        pen.poly(((18, 92), (18, 54), (50, 22), (82, 54), (82, 92)), PLASTER)
        pen.poly(((50, 10), (92, 54), (84, 64), (50, 28), (16, 64), (8, 54)), roof)
        pen.poly(((50, 13), (14, 52), (18, 58), (50, 24)), shade(roof, 28), 0)
        pen.poly(((42, 90), (42, 68), (58, 68), (58, 90)), (112, 76, 50), 0)
        pen.poly(((45, 56), (45, 47), (55, 47), (55, 56)), (96, 120, 140), 0)
    return pen.done()


@lru_cache(maxsize=256)
def flat_roofed(px: int, variant: int) -> Image.Image:
    """A small pale house with a flat roof or a dome."""
    pen = Pen(px, 4.2)
    roof = SAND[variant % len(SAND)]
    pen.poly(((20, 94), (96, 94), (104, 82), (92, 60)), SHADOW, 0)
    pen.poly(((12, 92), (12, 42), (88, 42), (88, 92)), shade(roof, -22))
    pen.poly(((12, 60), (12, 30), (88, 30), (88, 60)), roof)
    pen.poly(((20, 54), (20, 37), (80, 37), (80, 54)), shade(roof, -12), 0)
    pen.poly(((42, 90), (42, 74), (56, 74), (56, 90)), (120, 84, 54), 0)
    pen.poly(((22, 78), (22, 70), (31, 70), (31, 78)), (128, 96, 66), 0)
    pen.poly(((67, 78), (67, 70), (76, 70), (76, 78)), (128, 96, 66), 0)
    if variant % 3 == 1:
        pen.oval((50, 36), 22, 18, shade(roof, 8))
        pen.oval((44, 30), 8, 6, shade(roof, 30), 0)
    return pen.done()


@lru_cache(maxsize=64)
def tower(px: int, stone: Rgba, roofed: bool) -> Image.Image:
    """A round wall tower of a stone, with a red cone on it or with battlements."""
    pen = Pen(px, 5, 150)
    pen.oval((58, 136), 44, 12, SHADOW, 0)
    pen.poly(((18, 136), (18, 58), (82, 58), (82, 136), (50, 144)), stone)
    pen.poly(((22, 132), (22, 60), (38, 60), (38, 138)), shade(stone, 28), 0)
    pen.poly(((70, 136), (70, 60), (79, 60), (79, 134)), shade(stone, -34), 0)
    pen.poly(((46, 104), (46, 84), (55, 84), (55, 104)), (70, 58, 50), 0)
    if roofed:
        pen.poly(((50, 4), (94, 62), (50, 74), (6, 62)), (190, 64, 46))
        pen.poly(((50, 8), (40, 68), (12, 61)), (222, 104, 70), 0)
    else:
        for left in (10, 39, 68):
            pen.poly(((left, 60), (left, 36), (left + 22, 36), (left + 22, 60)), stone)
        pen.poly(((10, 70), (10, 52), (90, 52), (90, 70)), shade(stone, 10))
    return pen.done()


@lru_cache(maxsize=16)
def gate(px: int, stone: Rgba) -> Image.Image:
    """An open gate of a stone between two small towers, where a road enters."""
    pen = Pen(px, 4)
    pen.poly(((8, 92), (8, 34), (92, 34), (92, 92)), stone)
    pen.blob(((30, 92), (30, 62), (50, 44), (70, 62), (70, 92)), (84, 62, 46), 3)
    for left in (2, 70):
        pen.poly(((left, 94), (left, 26), (left + 28, 26), (left + 28, 94)), shade(stone, 10))
        for notch in (0, 20):
            at = left + notch
            pen.poly(((at, 30), (at, 16), (at + 9, 16), (at + 9, 30)), shade(stone, 10), 2)
    return pen.done()


@lru_cache(maxsize=16)
def well(px: int) -> Image.Image:
    """A round well with a roof, where roads cross."""
    pen = Pen(px, 4)
    pen.oval((56, 84), 44, 13, SHADOW, 0)
    pen.poly(((16, 62), (84, 62), (80, 88), (50, 95), (20, 88)), (222, 204, 166))
    pen.oval((50, 63), 34, 13, (236, 222, 190))
    pen.oval((50, 64), 23, 8, (64, 132, 168), 2.4)
    for x in (20, 80):
        pen.line(((x, 62), (x, 30)), 5, (150, 104, 62))
    pen.poly(((50, 4), (96, 32), (4, 32)), (196, 120, 72))
    pen.poly(((50, 8), (44, 29), (14, 29)), (224, 156, 106), 0)
    return pen.done()
