"""Read terrains and connected areas back from the pixels of drawn tiles."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageFilter

from renderer.art import trees
from renderer.art.drawing import Land
from renderer.art.ground import ROCK
from renderer.art.look import Look
from renderer.art.pen import DARK, Rgba
from renderer.art.plan.tile_plan import plan_of
from renderer.art.plan.zone_map import MAP_PIXELS
from rules.tiles import Zone

OPEN = "open"
WHITE: Rgba = (252, 250, 244)
Point = tuple[int, int]


def _between(one: Rgba, other: Rgba) -> Rgba:
    """The result of blending two colours in a pixel."""
    red, green, blue = ((a + b) // 2 for a, b in zip(one[:3], other[:3], strict=True))
    return red, green, blue


@cache
def swatch(land: Land) -> tuple[Image.Image, tuple[str, ...]]:
    """The colours a land is drawn in, and what a pixel in the nearest of them shows."""
    t = land.tones
    shown = {
        "open": [t.ground, t.ground_dark, t.ground_light, t.blade, t.blade_light],
        "forest": [*trees.LEAVES, trees.NIGHT],
        "city": [t.mass, t.mass_dark],
        "river": [t.water],
        "lake": [t.lake],
        "road": [t.road],
        "other": [t.bank, t.bank_edge, t.deep, t.ripple, t.kerb, land.walls, DARK, WHITE, *ROCK],
    }
    meeting = [(t.bank, other) for other in (t.water, t.lake, t.deep, t.mass)]
    meeting += [(t.lake, t.ripple), (t.ground, t.kerb), (t.road, t.kerb)]
    shown["other"] += [_between(*both) for both in meeting]
    if not land.built:
        # a land without towns: its masses are forests
        shown["forest"] += [*shown.pop("city"), t.mass_shadow]
    names = tuple(name for name, shades in shown.items() for _ in shades)
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes(v for shades in shown.values() for shade in shades for v in shade[:3]))
    return palette, names


@dataclass(frozen=True)
class Drawn:
    """The zone of each pixel, and the label of its connected piece."""

    width: int
    labels: list[int]
    shows: bytes
    names: tuple[str, ...]

    @classmethod
    def of(cls, image: Image.Image, land: Land) -> "Drawn":
        """A picture of tiles of one land; pieces are joined also where only corners touch."""
        palette, nearest = swatch(land)
        names = tuple(dict.fromkeys(nearest))
        numbers = image.quantize(palette=palette, dither=Image.Dither.NONE)
        table = [names.index(name) for name in nearest]
        shows = numbers.tobytes().translate(bytes([*table, *[0] * (256 - len(table))]))
        return cls(image.width, _labels(shows, image.width), shows, names)

    def pieces(self, terrain: str, points: Iterable[Point]) -> set[int]:
        if terrain not in self.names:
            return set()
        number = self.names.index(terrain)
        pixels = (y * self.width + x for x, y in points)
        return {self.labels[n] for n in pixels if self.shows[n] == number}


def _labels(shows: bytes, width: int) -> list[int]:
    parent: list[int] = []
    out = [0] * len(shows)

    def root(label: int) -> int:
        while parent[label] != label:
            parent[label] = parent[parent[label]]
            label = parent[label]
        return label

    above: list[tuple[int, int, int, int]] = []
    for start in range(0, len(shows), width):
        row = []
        for run in re.finditer(rb"(.)\1*", shows[start : start + width], re.DOTALL):
            a, b, kind, label = run.start(), run.end(), run[0][0], len(parent)
            parent.append(label)
            for c, d, other, before in above:
                if other == kind and c <= b and a <= d:
                    parent[root(label)] = root(before)
            row.append((a, b, kind, label))
            out[start + a : start + b] = [label] * (b - a)
        above = row
    roots = [root(label) for label in range(len(parent))]
    return [roots[label] for label in out]


def terrain_of(look: Look, zone: Zone) -> str:
    """The terrain that a zone's pixels show."""
    return OPEN if look.extent(zone).value == "open" else str(zone.terrain)


@cache
def inner(look: Look, letter: str, rotation: int, size: int) -> tuple[Point, ...]:
    """The pixels of a turned tile that lie well within a zone."""
    mask = plan_of(look).zones.mask(look.tile.index(letter))
    if look.extent(look.tile.zone(letter)).value in ("open", "mass"):
        # framed, so that the sides of the tile count as its edge
        framed = Image.new("L", (MAP_PIXELS + 4, MAP_PIXELS + 4), 0)
        framed.paste(mask, (2, 2))
        mask = framed.filter(ImageFilter.MinFilter(5)).crop((2, 2, MAP_PIXELS + 2, MAP_PIXELS + 2))
    mask = mask.rotate(-90 * rotation)
    data = mask.tobytes()
    middles = [int((n + 0.5) * MAP_PIXELS / size) for n in range(size)]
    every = ((x, y) for y in range(size) for x in range(size))
    return tuple((x, y) for x, y in every if data[middles[y] * MAP_PIXELS + middles[x]])
