"""The indexed palette of a game: at most 256 colours, chosen from its sprites, and quantization.

Sprites are converted to the palette once, when they are drawn; pictures are then composed of
bytes without any colour search. `INKS` are the colours of frames and labels.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import mul
from typing import Any, Final, TypeAlias

from PIL import Image

from renderer.art.drawing import Figure
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.art.pen import lit, unlit
from renderer.art.pieces import piece
from renderer.scene import Ink
from renderer.sprite_files import kept_values, stable_name
from renderer.sprites import COLOUR_RGB, look_name, tile_sprite
from rules.ruleset import Rulebook
from rules.tiles import Tile

Rgb: TypeAlias = tuple[int, int, int]

MAX_TILE_COLOURS: Final = 28
"""The most colours for a game's tiles; fewer make files smaller, more make them finer."""

MAX_COLOURS: Final = 256
"""The most colours of an indexed picture, tinted zones included."""

MAX_CACHED_BOOKS: Final = 64
"""The most cached games; for another game its tiles are looked up, and no palette is made."""

SAMPLE_TILE_PIXELS: Final = 96
"""The size of the sprites that the palette is sampled from."""

TINT_STRENGTH: Final = 150
"""The strength, of 255, of a tint on a zone."""

GHOST_STRENGTH: Final = 0.5
"""The share of its colour that a ghost tile keeps; the rest is the table's."""

FREQUENCY_EXPONENT: Final = 0.55
"""The exponent of a colour's frequency: 0 ignores it, 1 is proportional."""

MAX_SHORT_RUN_PIXELS: Final = 4
MAX_UNSEEN_DIFFERENCE: Final = 5000
"""The longest runs that `Palette.simplified` removes, and the largest invisible change, in pixels
by `_distance`.
"""

EDGE_STEPS: Final = 5
"""The number of steps of a soft edge."""

INKS: Final[Mapping[Ink, Rgb]] = {
    Ink.TABLE: (44, 39, 35),
    Ink.GRID: (84, 78, 70),
    Ink.PLANK: (75, 59, 46),
    Ink.STREAK: (84, 67, 52),
    Ink.GROOVE: (48, 36, 28),
    Ink.GAP: (216, 205, 178),
    Ink.DEAD: (120, 62, 52),
    Ink.PANEL: (64, 60, 55),
    Ink.PAPER: (250, 244, 228),
    Ink.CHALK: (236, 229, 212),
    Ink.FAINT: (158, 150, 136),
    Ink.DARK: (44, 38, 32),
    Ink.AMBER: (232, 178, 54),
    Ink.BRONZE: (158, 98, 12),
}


_RUN: Final = re.compile(rb"((.)\2*)", re.DOTALL)
_PIXEL: Final = tuple(bytes((n,)) for n in range(256))


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Indexed colours, then those of tinted zones, for tinted tiles only.

    ``swatch`` holds the colours as Pillow's quantization needs them, ``washes`` all colours with
    the tinted ones; ``faint`` maps each index to the same colour on a ghost tile. A colour's
    ``distances`` end at MAX_UNSEEN_DIFFERENCE; the last one stands for no neighbour.
    """

    swatch: Image.Image
    washes: Image.Image
    shades: tuple[Rgb, ...]
    inks: Mapping[Ink, int]
    colours: tuple[int, ...]
    faint: bytes
    distances: tuple[tuple[int, ...], ...]

    def indexed(self, image: Image.Image, tinted: bool = False) -> Image.Image:
        swatch = self.washes if tinted else self.swatch
        return image.convert("RGB").quantize(palette=swatch, dither=Image.Dither.NONE)

    def simplified(self, image: Image.Image, part: float, tinted: bool = False) -> Image.Image:
        """Use nearest colours, merging short runs into a similar neighbour.

        Soft edges and fine texture are most bytes of a picture with many small tiles; merging saves
        a third of them invisibly. ``part``: share of `MAX_UNSEEN_DIFFERENCE` that may be lost.
        """
        indexed = self.indexed(image, tinted)
        data, distances, unseen = indexed.tobytes(), self.distances, part * MAX_UNSEEN_DIFFERENCE
        # the bottom of the stack is a sentinel that never merges
        shades: list[int] = []
        lengths: list[int] = []
        before, size = -1, len(data)
        for run, _ in _RUN.findall(data):
            current, length = run[0], len(run)
            # both neighbours of the previous run are known now
            while before == current or size <= MAX_SHORT_RUN_PIXELS:
                distances_from_run = distances[before]
                left, right = distances_from_run[shades[-1]], distances_from_run[current]
                if size * (left if left <= right else right) >= unseen:
                    break
                if left <= right:
                    size += lengths.pop()
                else:
                    length += size
                    size = lengths.pop()
                before = shades.pop()
            shades.append(before)
            lengths.append(size)
            before, size = current, length
        shades = [*shades[1:], before]
        lengths = [*lengths[1:], size]
        runs = map(mul, map(_PIXEL.__getitem__, shades), lengths)
        calm = Image.frombytes("P", indexed.size, b"".join(runs))
        calm.putpalette(indexed.getpalette() or [])
        return calm

    def nearest(self, shade: Rgb) -> int:
        return min(range(len(self.shades)), key=lambda n: _distance(self.shades[n], shade))

    def ramp(self, ground: int, ink: int) -> bytes:
        """The index of the mix of ink and ground, by strength from 0 to 255."""
        low, high = self.shades[ground], self.shades[ink]
        steps = [ground]
        for n in range(1, EDGE_STEPS):
            steps.append(self.nearest(_mixed(low, high, n / EDGE_STEPS)))
        steps.append(ink)
        return bytes(steps[round(v * EDGE_STEPS / 255)] for v in range(256))

    def blank(self, width: int, height: int, index: int) -> Image.Image:
        image = Image.new("P", (width, height), index)
        image.putpalette(self.washes.getpalette() or [])
        return image


@lru_cache(maxsize=MAX_CACHED_BOOKS)
def palette(book: Rulebook) -> Palette:
    """Inks and seat colours exactly, tile colours approximately."""
    art = art_of(book)
    looks = tuple(art.look(form.tile) for form in book.forms.values())
    return _palette(looks, tuple(art.figure(role.name) for role in book.ruleset.roles))


def clear_caches() -> None:
    palette.cache_clear()
    _palette.cache_clear()


@cache  # keyed by looks and figures: games with the same tiles and pieces share one
def _palette(looks: tuple[Look, ...], figures: tuple[Figure, ...]) -> Palette:
    name = stable_name("palette", *map(look_name, looks), *figures)
    kept = kept_values(name, lambda: _chosen_colours(looks, figures))
    every = [_rgb(shade) for shade in kept["every"]]
    shades = tuple(every[: kept["own"]])
    return Palette(
        _swatch(shades),
        _swatch(every),
        shades,
        {ink: shades.index(shade) for ink, shade in INKS.items()},
        tuple(shades.index(_rgb(shade)) for shade in COLOUR_RGB),
        bytes(kept["faint"]),
        tuple(map(tuple, kept["distances"])),
    )


def _chosen_colours(looks: tuple[Look, ...], figures: tuple[Figure, ...]) -> Mapping[str, Any]:
    """The colours of a palette as JSON values: ``own`` of ``every`` are for plain tiles."""
    exact = list(dict.fromkeys(map(_rgb, (*INKS.values(), *_greys(), *COLOUR_RGB, *_wood()))))
    # rare colours count too, such as the only blue of a box
    common = {
        shade: often**FREQUENCY_EXPONENT for shade, often in _count_colours(looks, figures).items()
    }
    own = _spread_colours(common, exact, MAX_TILE_COLOURS)
    shades = [*exact, *own]
    ghosts = [_mixed(INKS[Ink.TABLE], shade, GHOST_STRENGTH) for shade in shades]
    every = list(dict.fromkeys([*shades, *ghosts[len(exact) :]]))
    # there are too many tinted colours, so similar ones share an index
    every += _spread_colours(
        dict.fromkeys(_tinted_colours(own), 1.0), every, MAX_COLOURS - len(every)
    )
    distances = [
        [min(_distance(one, other), MAX_UNSEEN_DIFFERENCE) for other in every] for one in every
    ]
    return {
        "own": len(shades),
        "every": every,
        "faint": list(_nearest_indexes(ghosts, every)),
        "distances": [[*row, MAX_UNSEEN_DIFFERENCE] for row in distances],
    }


def _spread_colours(wanted: Mapping[Rgb, float], fixed: Iterable[Rgb], number: int) -> list[Rgb]:
    """Choose ``number`` colours with one near every wanted colour.

    Distances are weighted by how much a colour is wanted.
    """
    lacking = {colour: min(_distance(colour, other) for other in fixed) for colour in wanted}
    chosen: list[Rgb] = []
    while len(chosen) < min(number, len(wanted)):
        shade = max(wanted, key=lambda colour: lacking[colour] * wanted[colour])
        chosen.append(shade)
        lacking = {colour: min(off, _distance(colour, shade)) for colour, off in lacking.items()}
    return chosen


def _nearest_indexes(wanted: Sequence[Rgb], every: Sequence[Rgb]) -> bytes:
    """The nearest wanted colour by index; unwanted ones map to themselves."""
    near = [min(range(len(every)), key=lambda n: _distance(every[n], one)) for one in wanted]
    return bytes([*near, *range(len(near), 256)])


def _swatch(shades: Iterable[Rgb]) -> Image.Image:
    swatch = Image.new("P", (1, 1))
    swatch.putpalette(bytes(v for shade in shades for v in shade))
    return swatch


def _tinted_colours(shades: Iterable[Rgb]) -> Iterator[Rgb]:
    for shade in shades:
        for colour in COLOUR_RGB:
            yield _mixed(shade, colour, TINT_STRENGTH / 255)


def _count_colours(box: Iterable[Look], figures: Sequence[Figure]) -> dict[Rgb, int]:
    looks = list(_sample_looks(box))
    columns = 6
    rows = -(-len(looks) // columns)
    sheet = Image.new(
        "RGB", (columns * SAMPLE_TILE_PIXELS, (rows + 1) * SAMPLE_TILE_PIXELS), INKS[Ink.PAPER]
    )
    for n, look in enumerate(looks):
        position = (n % columns * SAMPLE_TILE_PIXELS, n // columns * SAMPLE_TILE_PIXELS)
        sheet.paste(tile_sprite(look, 0, SAMPLE_TILE_PIXELS), position)
    for colour in range(len(COLOUR_RGB)):
        # below the tiles, so that pieces hide no marks
        position = (colour % columns * SAMPLE_TILE_PIXELS, rows * SAMPLE_TILE_PIXELS)
        sprite = piece(figures[colour % len(figures)], colour, "", SAMPLE_TILE_PIXELS)
        sheet.paste(sprite, position, sprite)
    quantized = sheet.quantize(256, method=Image.Quantize.FASTOCTREE)
    flat = quantized.getpalette() or []
    shades = zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    return {
        shade: number
        for shade, number in zip(shades, quantized.histogram(), strict=False)
        if number
    }


def _sample_looks(box: Iterable[Look]) -> Iterator[Look]:
    seen: set[str] = set()
    for look in box:
        tile = look.tile
        facts = {mark for zone in tile.zones for mark in zone.marks}
        facts |= {str(zone.terrain) for zone in tile.zones} | {tile.decor or "", *_ends(tile)}
        if not facts <= seen:
            seen |= facts
            yield look


def _ends(tile: Tile) -> Iterator[str]:
    return (zone.inner_end for zone in tile.zones if zone.inner_end and len(zone.inner_end) > 1)


def _wood() -> Iterator[Rgb]:
    for colour in COLOUR_RGB:
        yield lit(colour)
        yield unlit(colour)


def _greys() -> list[Rgb]:
    """Greys between the darkest and the lightest ink, for soft edges."""
    low, high = INKS[Ink.TABLE], INKS[Ink.PAPER]
    return [_mixed(low, high, n / 8) for n in range(2, 8)]


def _rgb(shade: Rgb | str) -> Rgb:
    if isinstance(shade, str):
        return (int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16))
    return (shade[0], shade[1], shade[2])


def _mixed(low: Rgb, high: Rgb, part: float) -> Rgb:
    r, g, b = (round(one + (other - one) * part) for one, other in zip(low, high, strict=True))
    return (r, g, b)


def _distance(one: Rgb, other: Rgb) -> int:
    """The squared distance, weighted as the eye sees it."""
    r, g, b = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return (3 * r * r + 4 * g * g + 2 * b * b) // 3
