"""Houses, towers, gates and wells, as small upright pictures."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.pen import Pen, Rgba, shade

ROOFS: Final[tuple[Rgba, ...]] = ((198, 66, 46), (216, 124, 58), (112, 84, 84))
"""The roofs of houses: red and orange tiles, and slate."""
SAND: Final[tuple[Rgba, ...]] = ((246, 234, 206), (232, 210, 168), (238, 220, 190))
HOUSE_FORMS: Final = 3
DOME: Final[Rgba] = (196, 112, 74)
AWNING: Final[Rgba] = (176, 74, 60)
DOOR: Final[Rgba] = (112, 76, 50)
GLASS: Final[Rgba] = (96, 120, 140)
CHIMNEY: Final[Rgba] = (150, 92, 70)
PLASTER: Final[Rgba] = (246, 234, 208)
STONE: Final[Rgba] = (198, 194, 184)
PALE: Final[Rgba] = (238, 222, 186)
SHADOW: Final[Rgba] = (70, 50, 30, 110)


@lru_cache(maxsize=256)
def gabled(px: int, variant: int) -> Image.Image:
    """A small house: gable to the front, long-roofed, or tall and narrow."""
    pen = Pen(px, 4.2)
    form, roof = variant % HOUSE_FORMS, ROOFS[variant // HOUSE_FORMS % len(ROOFS)]
    if form == 0:
        pen.poly(((20, 94), (96, 94), (104, 82), (92, 60)), SHADOW, 0)
        pen.poly(((18, 92), (18, 54), (50, 22), (82, 54), (82, 92)), PLASTER)
        pen.poly(((50, 10), (92, 54), (84, 64), (50, 28), (16, 64), (8, 54)), roof)
        pen.poly(((50, 13), (14, 52), (18, 58), (50, 24)), shade(roof, 34), 0)
        pen.poly(((42, 90), (42, 68), (58, 68), (58, 90)), DOOR, 0)
        pen.poly(((45, 56), (45, 47), (55, 47), (55, 56)), GLASS, 0)
    elif form == 1:
        pen.poly(((12, 94), (98, 94), (104, 82), (96, 60)), SHADOW, 0)
        pen.poly(((66, 36), (66, 14), (78, 14), (78, 36)), CHIMNEY)
        pen.poly(((8, 92), (8, 60), (92, 60), (92, 92)), PLASTER)
        pen.poly(((0, 64), (18, 26), (82, 26), (100, 64)), roof)
        pen.poly(((20, 31), (80, 31), (85, 43), (15, 43)), shade(roof, 34), 0)
        pen.poly(((44, 90), (44, 73), (57, 73), (57, 90)), DOOR, 0)
        for x in (18, 70):
            pen.poly(((x, 82), (x, 73), (x + 12, 73), (x + 12, 82)), GLASS, 0)
    else:
        pen.poly(((30, 94), (84, 94), (94, 84), (78, 60)), SHADOW, 0)
        pen.poly(((24, 92), (24, 40), (76, 40), (76, 92)), PLASTER)
        pen.poly(((26, 90), (26, 44), (36, 44), (36, 90)), shade(PLASTER, 10), 0)
        pen.poly(((16, 46), (50, 0), (84, 46)), roof)
        pen.poly(((22, 42), (48, 6), (42, 42)), shade(roof, 34), 0)
        for x in (34, 56):
            pen.poly(((x, 64), (x, 54), (x + 10, 54), (x + 10, 64)), GLASS, 0)
        pen.poly(((42, 90), (42, 74), (58, 74), (58, 90)), DOOR, 0)
    return pen.done()


@lru_cache(maxsize=256)
def flat_roofed(px: int, variant: int) -> Image.Image:
    """A small pale house: flat, domed, or of two storeys under an awning."""
    pen = Pen(px, 4.2)
    form, wall = variant % HOUSE_FORMS, SAND[variant // HOUSE_FORMS % len(SAND)]
    pen.poly(((20, 94), (96, 94), (104, 82), (92, 60)), SHADOW, 0)
    if form == 0:
        pen.poly(((10, 92), (10, 46), (90, 46), (90, 92)), shade(wall, -26))
        pen.poly(((10, 62), (10, 34), (90, 34), (90, 62)), wall)
        pen.poly(((19, 56), (19, 41), (81, 41), (81, 56)), shade(wall, -14), 0)
        pen.poly(((68, 84), (68, 73), (78, 73), (78, 84)), DOOR, 0)
        pen.poly(((22, 84), (22, 73), (32, 73), (32, 84)), DOOR, 0)
    elif form == 1:
        pen.poly(((14, 92), (14, 52), (86, 52), (86, 92)), shade(wall, -26))
        pen.blob(((22, 56), (24, 30), (50, 10), (76, 30), (78, 56), (50, 60)), DOME)
        pen.blob(((30, 46), (32, 30), (46, 20), (44, 34)), shade(DOME, 50), 0)
        pen.poly(((10, 66), (10, 52), (90, 52), (90, 66)), wall)
    else:
        pen.poly(((8, 92), (8, 60), (92, 60), (92, 92)), shade(wall, -26))
        pen.poly(((8, 70), (8, 54), (92, 54), (92, 70)), wall)
        pen.poly(((34, 64), (34, 26), (86, 26), (86, 64)), shade(wall, -26))
        pen.poly(((34, 38), (34, 16), (86, 16), (86, 38)), wall)
        pen.poly(((40, 33), (40, 22), (80, 22), (80, 33)), shade(wall, -14), 0)
        pen.poly(((12, 78), (16, 68), (34, 68), (40, 78)), AWNING, 2)
    pen.poly(((43, 90), (43, 74), (57, 74), (57, 90)), DOOR, 0)
    return pen.done()


@lru_cache(maxsize=64)
def tower(px: int, stone: Rgba, roofed: bool) -> Image.Image:
    """A round wall tower with a red cone or battlements."""
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
    """An open gate between two small towers, where a road enters."""
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
