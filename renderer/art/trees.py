"""Plants as small upright pictures: conifers, broad-leaved trees, palms, grass, reeds, flowers."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer.art.pen import Pen, Rgba, shade

LEAVES: Final[tuple[Rgba, ...]] = ((42, 82, 54), (58, 108, 64), (78, 132, 74), (106, 158, 90))
"""Four tones from shade to light, shared by all trees, so that crowns grow together."""
NIGHT: Final[Rgba] = (26, 52, 39, 255)
REEDS: Final[tuple[Rgba, ...]] = ((70, 116, 58), (104, 150, 70))
OLIVES: Final[tuple[Rgba, ...]] = ((132, 142, 82), (118, 132, 76), (146, 152, 92))


@lru_cache(maxsize=256)
def conifer(px: int, variant: int) -> Image.Image:
    """A fir of three tiers, 1.4 times as high as wide; light from the left."""
    pen = Pen(px, 0, 140)
    body, side, _ = LEAVES[variant % 2 :][:3]
    pen.oval((57, 124), 40, 14, (20, 40, 30, 150))
    pen.poly(((44, 112), (56, 112), (56, 130), (44, 130)), (74, 54, 36))
    for top, bottom, reach in ((58, 120, 44), (32, 92, 37), (6, 64, 28)):
        rim = (
            (50, top - 5),
            (50 + reach + 4, bottom + 1),
            (50, bottom + 12),
            (46 - reach, bottom + 1),
        )
        pen.poly(rim, NIGHT)
        pen.poly(
            ((50, top), (50 + reach, bottom - 2), (50, bottom + 7), (50 - reach, bottom - 2)), body
        )
        pen.poly(((50, top), (44, bottom + 6), (50 - reach, bottom - 2)), side)
    return pen.done()


@lru_cache(maxsize=256)
def crown(px: int, variant: int) -> Image.Image:
    """A broad-leaved tree, half from above: a round crown with a light shoulder."""
    pen = Pen(px, 0, 140)
    body, side, tip = LEAVES[variant % 2 :][:3]
    pen.oval((58, 112), 42, 22, (20, 40, 30, 150))
    pen.blob(
        ((50, 32), (80, 44), (96, 76), (82, 110), (50, 120), (18, 110), (4, 76), (20, 44)), NIGHT
    )
    pen.blob(
        ((50, 37), (77, 48), (91, 76), (78, 105), (50, 114), (22, 105), (9, 76), (23, 48)), body
    )
    pen.blob(((44, 42), (66, 50), (68, 74), (46, 86), (20, 78), (18, 58)), side)
    pen.oval((38, 56), 13, 9, tip)
    return pen.done()


@lru_cache(maxsize=64)
def olive(px: int, variant: int) -> Image.Image:
    """A small grey-green tree of the south."""
    pen = Pen(px, 0, 110)
    body = OLIVES[variant % len(OLIVES)]
    pen.oval((58, 92), 38, 12, (120, 104, 60, 130))
    pen.poly(((44, 64), (56, 64), (58, 94), (42, 94)), (112, 84, 54))
    pen.blob(
        ((50, 8), (78, 18), (92, 44), (76, 68), (50, 72), (24, 68), (8, 44), (22, 18)), (82, 86, 48)
    )
    pen.blob(((50, 13), (75, 22), (86, 44), (72, 62), (50, 66), (28, 62), (14, 44), (25, 22)), body)
    pen.oval((38, 30), 15, 10, shade(body, 34))
    return pen.done()


@lru_cache(maxsize=64)
def palm(px: int) -> Image.Image:
    """A date palm with a bent trunk."""
    pen = Pen(px, 2.2, 120)
    pen.oval((60, 112), 30, 7, (90, 90, 50, 120), 0)
    pen.line(((54, 112), (56, 86), (52, 62), (50, 46)), 7, (150, 108, 66))
    leaf: Rgba = (72, 134, 70)
    for tip in ((8, 58), (92, 58), (6, 30), (94, 30), (28, 8), (72, 8)):
        bend = ((50 + tip[0]) / 2, min(44, tip[1]) - 8)
        pen.line(((50, 44), bend, tip), 8, leaf)
    for tip in ((8, 58), (92, 58), (6, 30), (94, 30), (28, 8), (72, 8)):
        bend = ((50 + tip[0]) / 2, min(44, tip[1]) - 8)
        pen.line(((50, 44), bend, tip), 8, leaf, 0)
        pen.line(((50, 43), (bend[0], bend[1] - 1)), 3, (124, 178, 96), 0)
    pen.oval((45, 50), 5, 5, (206, 140, 60), 1.4)
    pen.oval((55, 51), 5, 5, (206, 140, 60), 1.4)
    return pen.done()


@lru_cache(maxsize=64)
def tuft(px: int, ink: Rgba) -> Image.Image:
    """Three blades of grass."""
    pen = Pen(px, 0)
    for tip in (18, 50, 82):
        pen.poly(((42, 92), (58, 92), (tip, 92 - (70 if tip == 50 else 50))), ink)
    return pen.done()


@lru_cache(maxsize=64)
def reed(px: int, variant: int) -> Image.Image:
    """Reeds at the edge of the water, with brown heads."""
    pen = Pen(px, 0, 130)
    stalks = ((22, 46, 6), (50, 12, -6), (78, 34, 8))
    for x, top, lean in stalks[variant % 2 :]:
        pen.poly(((x - 3, 124), (x + 4, 124), (x + lean + 2, top), (x + lean - 2, top)), REEDS[0])
        pen.oval((x + lean, top + 14), 8, 20, (104, 66, 40))
    for x, tip in ((10, -4), (36, 26), (64, 76), (90, 104)):
        pen.poly(((x - 8, 126), (x + 8, 126), (tip, 60)), REEDS[x % 2])
    return pen.done()


@lru_cache(maxsize=64)
def flower(px: int, ink: Rgba, leaf: Rgba) -> Image.Image:
    """A flower no larger than a tuft of grass."""
    pen = Pen(px, 0)
    pen.poly(((44, 96), (56, 96), (52, 50), (48, 50)), leaf)
    pen.poly(((50, 94), (20, 70), (40, 74)), leaf)
    for at in ((50, 22), (72, 40), (63, 64), (37, 64), (28, 40)):
        pen.oval(at, 17, 17, ink)
    pen.oval((50, 44), 13, 13, (250, 206, 70))
    return pen.done()
