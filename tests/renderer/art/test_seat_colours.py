"""The six seat colours as seen with the three common colour blindnesses."""

import math
from itertools import combinations

import pytest

from renderer import sprites
from renderer.art.parts import ark, art_of, base, hunters
from renderer.art.pen import DARK
from renderer.art.pieces import RIM_COLOUR, is_light
from renderer.art.seat_colours import HUES, SHAPES
from renderer.players import Colour
from rules.variants import rulebook
from tests.support.for_each import for_each

Rgb = tuple[int, ...]
Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes (2009), full severity, for linear light
EYES: dict[str, Matrix] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
ART = art_of(rulebook("hunters"))
GROUNDS = {
    "meadow": hunters.TONES.ground,
    "forest": hunters.TONES.mass,
    "river": hunters.TONES.water,
    "field": base.TONES.ground,
    "lake": base.TONES.water,
    "city": base.TONES.mass,
    "sand": ark.TONES.ground,
    "stone town": ark.TONES.mass,
}
every_eye = pytest.mark.parametrize("eye", EYES)


def seen(colour: Rgb, eye: str) -> tuple[float, float, float]:
    """A colour in CIE Lab as an eye sees it."""
    linear = []
    for part in colour[:3]:
        v = part / 255
        linear.append(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in EYES[eye]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@every_eye
def test_any_two_colours_are_told_apart_by_colour(eye: str) -> None:
    for one, other in combinations(sprites.COLOUR_RGB, 2):
        assert math.dist(seen(one, eye), seen(other, eye)) >= 30


@every_eye
@for_each("ground", GROUNDS)
def test_every_colour_stands_out_from_every_ground(eye: str, ground: str) -> None:
    for colour in sprites.COLOUR_RGB:
        assert math.dist(seen(colour, eye), seen(GROUNDS[ground], eye)) >= 20


def test_each_colour_has_an_emblem_of_its_own_shape() -> None:
    assert len(set(SHAPES)) == len(sprites.COLOUR_RGB) == 6
    silhouettes = {
        sprites.colour_badge(Colour(colour), 40).getchannel("A").tobytes() for colour in range(6)
    }
    assert len(silhouettes) == 6


def test_every_piece_has_a_light_rim_around_a_dark_contour() -> None:
    for colour in range(6):
        image = sprites.piece_sprite(ART, Colour(colour, "A"), "hunter", 160)
        row = [image.getpixel((x, image.height * 6 // 10)) for x in range(image.width)]
        solid = [pixel for pixel in row if isinstance(pixel, tuple) and pixel[3] > 240]
        lights = [sum(pixel[:3]) for pixel in solid]
        assert lights[0] > 600
        assert min(lights[: len(lights) // 4]) < 200


def test_no_emblem_looks_like_a_segment_letter() -> None:
    """Each is filled with its colour; the only light one is no disc."""
    for colour, shape in enumerate(SHAPES):
        badge = sprites.colour_badge(Colour(colour, "I"), 60)
        red, green, blue, _ = badge.getpixel((23, 36))  # type: ignore[misc]
        assert max(abs(a - b) for a, b in zip((red, green, blue), HUES[colour], strict=True)) < 8
        assert not is_light(colour) or shape != "circle"
        letters = badge.crop((26, 28, 34, 40)).convert("L").getextrema()
        assert (letters[0] < 60) if is_light(colour) else (letters[1] > 240), shape


def luminance(colour: Rgb) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    shares = [part / 255 for part in colour[:3]]
    parts = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of two colours, from 1 to 21, as WCAG defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@for_each("tone", ("ground", "ground_dark", "ground_light"))
def test_sand_has_enough_contrast_under_every_piece(tone: str) -> None:
    """The sand was so light that the light seats had a contrast of 1.3 against it."""
    sand = getattr(ark.TONES, tone)
    for colour in HUES:
        assert contrast(colour, sand) >= 1.5, colour
    assert contrast(DARK, sand) >= 5 and contrast(RIM_COLOUR, sand) >= 1.9


def test_sand_and_stone_towns_differ_in_lightness() -> None:
    assert contrast(ark.TONES.mass, ark.TONES.ground) >= 1.2
    assert contrast(ark.TONES.road, ark.TONES.ground) >= 1.6
