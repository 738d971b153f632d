"""Houses, towers, gates, the monastery and the temple, as small upright pictures."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.kinds import World
from renderer.art.pen import Ink, Pen, shade

ROOFS: Final[dict[World, tuple[Ink, ...]]] = {
    World.HUNTERS: ((176, 120, 70),),
    World.BASE: ((198, 72, 48), (184, 60, 44), (212, 92, 56), (170, 70, 52)),
    World.ARK: ((240, 226, 192), (230, 210, 170), (222, 196, 152), (244, 234, 208)),
}
PLASTER: Final[Ink] = (246, 234, 208)
STONE: Final[Ink] = (198, 194, 184)
SHADOW: Final[Ink] = (70, 50, 30, 110)


@lru_cache(maxsize=256)
def house(px: int, variant: int, place: World) -> Image.Image:
    """A small house: red roof and gable, or flat-roofed and pale in the Ark's land."""
    pen = Pen(px, 4.2)
    roof = ROOFS[place][variant % len(ROOFS[place])]
    pen.poly(((20, 94), (96, 94), (104, 82), (92, 60)), SHADOW, 0)
    if place is World.ARK:
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


@lru_cache(maxsize=64)
def tower(px: int, place: World) -> Image.Image:
    """A round wall tower: a red cone over stone, or a flat pale one with battlements."""
    pen = Pen(px, 5, 150)
    stone = STONE if place is World.BASE else (238, 222, 186)
    pen.oval((58, 136), 44, 12, SHADOW, 0)
    pen.poly(((18, 136), (18, 58), (82, 58), (82, 136), (50, 144)), stone)
    pen.poly(((22, 132), (22, 60), (38, 60), (38, 138)), shade(stone, 28), 0)
    pen.poly(((70, 136), (70, 60), (79, 60), (79, 134)), shade(stone, -34), 0)
    pen.poly(((46, 104), (46, 84), (55, 84), (55, 104)), (70, 58, 50), 0)
    if place is World.BASE:
        pen.poly(((50, 4), (94, 62), (50, 74), (6, 62)), (190, 64, 46))
        pen.poly(((50, 8), (40, 68), (12, 61)), (222, 104, 70), 0)
    else:
        for left in (10, 39, 68):
            pen.poly(((left, 60), (left, 36), (left + 22, 36), (left + 22, 60)), stone)
        pen.poly(((10, 70), (10, 52), (90, 52), (90, 70)), shade(stone, 10))
    return pen.done()


@lru_cache(maxsize=16)
def monastery(px: int, place: World) -> Image.Image:
    """A church with nave, tower and cross."""
    pen = Pen(px, 2)
    pen.poly(((12, 92), (96, 94), (104, 80), (90, 62)), SHADOW, 0)
    roof: Ink = (188, 66, 48)
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


@lru_cache(maxsize=16)
def temple(px: int) -> Image.Image:
    """A white temple: steps, six columns, a gable."""
    pen = Pen(px, 2)
    white: Ink = (252, 250, 244)
    pen.poly(((6, 96), (98, 96), (106, 84), (92, 66)), SHADOW, 0)
    pen.poly(((10, 84), (10, 36), (90, 36), (90, 84)), (158, 140, 118))
    for x in (12, 26.5, 41, 55.5, 70, 82):
        pen.poly(((x, 84), (x, 38), (x + 7.5, 38), (x + 7.5, 84)), white, 1.4)
        pen.poly(((x + 5.4, 83), (x + 5.4, 39), (x + 7, 39), (x + 7, 83)), (214, 206, 196), 0)
    pen.poly(((6, 38), (6, 29), (94, 29), (94, 38)), white)
    pen.poly(((4, 30), (50, 5), (96, 30)), white)
    pen.poly(((22, 27), (50, 12), (78, 27)), (226, 214, 196), 0)
    pen.oval((50, 21), 4.6, 4.6, (234, 190, 70), 1.2)
    pen.poly(((6, 90), (6, 83), (94, 83), (94, 90)), white)
    pen.poly(((1, 97), (1, 89), (99, 89), (99, 97)), (238, 232, 222))
    return pen.done()


@lru_cache(maxsize=16)
def gate(px: int, place: World) -> Image.Image:
    """An open gate between two small towers, where a road enters a city."""
    pen = Pen(px, 4)
    stone = STONE if place is World.BASE else (238, 222, 186)
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
    """A round well with a roof, where roads of the Ark's land cross."""
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
