"""Cached indexed images for pictures: tiles with pieces and tints, words, icons, discs, arrows."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from renderer import text
from renderer.art.curves import seeded_random
from renderer.art.look import Art, Look
from renderer.art.parts import art_of
from renderer.art.plan.tile_plan import plan_of
from renderer.fonts import font
from renderer.palette import INKS, TINT_STRENGTH, palette
from renderer.plates import plate
from renderer.players import Colour
from renderer.scene import DiscOn, Heading, Ink, LinkOn, On, PieceOn, PlateOn, TintOn, TokenOn
from renderer.sprites import COLOUR_RGB, colour_badge, piece_sprite, tile_sprite
from rules.ruleset import Rulebook


def tint_zone(
    image: Image.Image,
    look: Look,
    rotation: int,
    letter: str,
    shades: Sequence[tuple[int, int, int]],
) -> None:
    """Tint a zone, in stripes for several colours."""
    zone = plan_of(look).zones.mask(look.tile.index(letter))
    zone = zone.rotate(-90 * rotation).resize(image.size, Image.Resampling.BILINEAR)
    zone = zone.point(lambda v: v * TINT_STRENGTH // 255)
    for n, shade in enumerate(shades):
        part = zone
        if len(shades) > 1:
            part = ImageChops.multiply(zone, _stripes(image.width, n, len(shades)))
        image.paste(shade, (0, 0), part)


@lru_cache(maxsize=64)
def _stripes(size: int, which: int, number: int) -> Image.Image:
    """Mask of one colour's slanting stripes, which continue from tile to tile."""
    # a whole number of stripes per colour fits along the side
    repeats = max(1, size // (number * max(3, size // (4 * number))))
    stripe = size / repeats / number
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    for repeat in range(-repeats - 1, 2 * repeats):
        start = (repeat * number + which) * stripe
        draw.polygon(
            ((start, 0), (start + stripe, 0), (start + stripe - size, size), (start - size, size)),
            fill=255,
        )
    return mask


OVERSAMPLING: Final = 4
"""The factor by which shapes are drawn larger and then reduced, for soft edges."""

MAX_SIMPLIFIED_TILE_PIXELS: Final = 96
"""Tiles up to this size are simplified, as large boards have many of them."""

DETAIL_EXPONENT: Final = 4
"""The exponent by which smaller tiles keep more of their texture."""

HALF_ALPHA: Final = 127
"""The transparency, of 255, below which a pixel is no part of a loose figure."""

PLANK_CELLS: Final = 4
"""The length of a plank of the table, in cells."""

PLANK_VARIANTS: Final = 4
"""The number of different planks of the table."""

STREAK_LINES: Final = 3
"""The number of streaks in a plank."""

GONE_SHARE: Final = 0.65
"""The strength of a piece that has gone."""

TILE_EDGE_COLOUR: Final = (38, 44, 28)
"""The colour of the faint line between tiles."""


@lru_cache(maxsize=1024)
def tile_with(
    book: Rulebook, tile: str, rotation: int, size: int, on: tuple[On, ...]
) -> Image.Image:
    """Draw an indexed tile, in the game's palette."""
    image = tile_image(book, tile, rotation, size, on)
    shades = palette(book)
    tinted = any(isinstance(thing, TintOn) for thing in on)
    if size > MAX_SIMPLIFIED_TILE_PIXELS:
        return shades.indexed(image, tinted)
    # on a smaller tile each pixel is a larger share
    return shades.simplified(image, (size / MAX_SIMPLIFIED_TILE_PIXELS) ** DETAIL_EXPONENT, tinted)


def tile_image(
    book: Rulebook, tile: str, rotation: int, size: int, on: tuple[On, ...]
) -> Image.Image:
    art = art_of(book)
    look = art.look(book.forms[tile].tile)
    image = tile_sprite(look, rotation, size).copy()
    image.paste(TILE_EDGE_COLOUR, (0, 0), _edge_mask(size))
    for thing in on:
        match thing:
            case PieceOn(x, y, colour, role, gone):
                sprite = piece_sprite(art, colour, role, size)
                _paste_centred(image, _faint(sprite) if gone else sprite, x, y)
            case TokenOn(x, y, name):
                _paste_centred(image, art.token(name, size), x, y)
            case DiscOn(x, y, letter, em, live):
                _paste_centred(image, disc(letter, em, live), x, y)
            case PlateOn(x, y, words, em, ground, edge):
                _paste_centred(image, plate(words, em, ground, edge), x, y)
            case LinkOn():
                _link(image, thing, art)
            case TintOn(letter, colours):
                tint_zone(
                    image, look, rotation, letter, tuple(COLOUR_RGB[one.number] for one in colours)
                )
    return image


@lru_cache(maxsize=256)
def ghost(book: Rulebook, tile: str, rotation: int, size: int) -> Image.Image:
    """A tile, half of each colour mixed with the table's."""
    shades = palette(book)
    return tile_with(book, tile, rotation, size, ()).point(list(shades.faint))


@lru_cache(maxsize=1024)
def words_on(
    book: Rulebook, words: str, size: int, bold: bool, ink: Ink, ground: Ink
) -> Image.Image:
    """Draw words on a plain ground, capitals centred vertically."""
    wide, high = max(1, text.width(words, size, bold) + 2), ceil(1.25 * size)
    mask = Image.new("L", (wide, high))
    base = round((high + text.CAPITAL_HEIGHT * size) / 2)
    text.draw_line(ImageDraw.Draw(mask), 1, base, words, size, bold)
    return _ink_through_mask(book, mask, ink, ground)


@lru_cache(maxsize=128)
def badge_on(book: Rulebook, colour: Colour, size: int, ground: Ink) -> Image.Image:
    return _on_ground(book, colour_badge(colour, size), size, ground)


@lru_cache(maxsize=256)
def icon_on(book: Rulebook, colour: Colour, role: str, size: int, ground: Ink) -> Image.Image:
    """Draw a piece as large as fits, on a plain ground."""
    sprite = piece_sprite(art_of(book), colour, role, 4 * size, on_ground=False)
    box = sprite.getchannel("A").getbbox()
    sprite = sprite.crop(box) if box else sprite
    scale = size / max(sprite.size)
    sprite = sprite.resize(
        (max(1, round(sprite.width * scale)), max(1, round(sprite.height * scale))),
        Image.Resampling.LANCZOS,
    )
    return _on_ground(book, sprite, size, ground)


@lru_cache(maxsize=64)
def figure_with_mask(
    book: Rulebook, colour: Colour, role: str, size: int
) -> tuple[Image.Image, Image.Image]:
    """A piece as on a tile ``size`` high, and the mask of its outline."""
    sprite = piece_sprite(art_of(book), colour, role, size)
    outline = sprite.getchannel("A").point(lambda alpha: 255 * (alpha > HALF_ALPHA)).convert("1")
    return palette(book).indexed(sprite), outline


@lru_cache(maxsize=64)
def mark_on(book: Rulebook, name: str, size: int, ground: Ink) -> Image.Image:
    return _on_ground(book, art_of(book).mark(name, size), size, ground)


@lru_cache(maxsize=256)
def disc(letter: str, em: int, live: bool) -> Image.Image:
    """A letter in a light disc, pale if unavailable."""
    fine = OVERSAMPLING * em
    side = round(2 * text.DISC_RADIUS_EMS * fine) + 2 * OVERSAMPLING
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    fill = (*INKS[Ink.PAPER], 255 if live else 190)
    edge = (*INKS[Ink.DARK], 255 if live else 120)
    draw.ellipse(
        (OVERSAMPLING // 2, OVERSAMPLING // 2, side - OVERSAMPLING, side - OVERSAMPLING),
        fill,
        edge,
        max(2, fine // 14),
    )
    size, wide = fine, text.width(letter, fine, True)
    if wide > 1.0 * fine:
        size = round(fine * fine / wide)
    ink = (*INKS[Ink.DARK], 255 if live else 150)
    high = 0.5 if letter in "acemnorsuvwxz" else text.CAPITAL_HEIGHT
    drop = 0.0 if letter not in "gpqy" else 0.2
    base = round(side / 2 + (high - drop) * size / 2)
    draw.text((side / 2, base), letter, ink, font(0, size, True), anchor="ms")
    return image.resize((side // OVERSAMPLING, side // OVERSAMPLING), Image.Resampling.LANCZOS)


@lru_cache(maxsize=64)
def plank_row(book: Rulebook, size: int, columns: int, variant: int) -> Image.Image:
    """A plank under a row of cells, with pegs at their corners."""
    shades, chance = palette(book), seeded_random("plank", variant)
    streak, groove, peg = (shades.inks[ink] for ink in (Ink.STREAK, Ink.GROOVE, Ink.GRID))
    wide, line, reach = columns * size, max(1, size // 64), max(1, size // 40)
    plank = shades.blank(wide, size, shades.inks[Ink.PLANK])
    draw = ImageDraw.Draw(plank)
    for n in range(STREAK_LINES):
        base = (n + chance.uniform(0.2, 0.9)) / STREAK_LINES * size
        wave = chance.uniform(0.01, 0.02) * size
        start, length = chance.uniform(0, 2 * pi), chance.uniform(5, 9) * size
        points = [
            (x, base + wave * sin(start + 2 * pi * x / length))
            for x in range(0, wide + size, max(1, size // 4))
        ]
        draw.line(points, fill=streak, width=line)
    draw.rectangle((0, 0, wide, line), fill=groove)
    for column in range(2 * variant % PLANK_CELLS, columns, PLANK_CELLS):
        draw.rectangle((column * size, 0, column * size + line, size), fill=groove)
    for x in range(0, wide + 1, size):
        for y in (0, size):
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=peg)
    return plank


@lru_cache(maxsize=32)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("1", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), radius, fill=1)
    return mask


@lru_cache(maxsize=64)
def pointer_on(book: Rulebook, size: int, way: Heading, ink: Ink, ground: Ink) -> Image.Image:
    n = OVERSAMPLING * size
    corners = {
        Heading.UP: ((0, n), (n, n), (n / 2, n * 0.1)),
        Heading.DOWN: ((0, 0), (n, 0), (n / 2, n * 0.9)),
        Heading.LEFT: ((n, 0), (n, n), (n * 0.1, n / 2)),
        Heading.RIGHT: ((0, 0), (0, n), (n * 0.9, n / 2)),
    }[way]
    return _ink_through_mask(book, _polygon(size, corners), ink, ground)


@lru_cache(maxsize=64)
def star_on(book: Rulebook, size: int, ink: Ink, ground: Ink) -> Image.Image:
    n = OVERSAMPLING * size
    corners = tuple(
        (
            n / 2 + sin(k * pi / 5) * n * (0.22 if k % 2 else 0.5),
            n * 0.54 - cos(k * pi / 5) * n * (0.22 if k % 2 else 0.5),
        )
        for k in range(10)
    )
    return _ink_through_mask(book, _polygon(size, corners), ink, ground)


@lru_cache(maxsize=64)
def rotation_arrow_on(book: Rulebook, size: int, ink: Ink, ground: Ink) -> Image.Image:
    """A clockwise arrow on a plain ground."""
    n = OVERSAMPLING * size
    mask = Image.new("L", (n, n))
    draw = ImageDraw.Draw(mask)
    draw.arc((n * 0.12, n * 0.12, n * 0.88, n * 0.88), 5, 280, fill=255, width=n // 9)
    draw.polygon(((n * 0.48, -n * 0.04), (n * 0.48, n * 0.4), (n * 0.82, n * 0.18)), fill=255)
    return _ink_through_mask(book, mask.resize((size, size), Image.Resampling.BOX), ink, ground)


@lru_cache(maxsize=32)
def _edge_mask(size: int) -> Image.Image:
    mask = Image.new("L", (size, size))
    ImageDraw.Draw(mask).line(((0, size - 1), (0, 0), (size - 1, 0)), fill=150)
    return mask


def _ink_through_mask(book: Rulebook, mask: Image.Image, ink: Ink, ground: Ink) -> Image.Image:
    """Draw ink on ground, with the mask as strength."""
    image = Image.frombytes("P", mask.size, mask.point(_ramp(book, ink, ground)).tobytes())
    image.putpalette(palette(book).swatch.getpalette() or [])
    return image


@lru_cache(maxsize=256)
def _ramp(book: Rulebook, ink: Ink, ground: Ink) -> tuple[int, ...]:
    """The index of the mix of ink and ground, by strength."""
    shades = palette(book)
    return tuple(shades.ramp(shades.inks[ground], shades.inks[ink]))


def _polygon(size: int, corners: tuple[tuple[float, float], ...]) -> Image.Image:
    mask = Image.new("L", (OVERSAMPLING * size, OVERSAMPLING * size))
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    return mask.resize((size, size), Image.Resampling.BOX)


def _paste_centred(image: Image.Image, sprite: Image.Image, x: int, y: int) -> None:
    image.paste(sprite, corner_inside(image.size, sprite.size, x, y), sprite)


def corner_inside(room: tuple[int, int], size: tuple[int, int], x: int, y: int) -> tuple[int, int]:
    """The corner of a sprite whose middle is at (x, y), moved inside the image."""
    (wide, high), (width, height) = room, size
    left = min(max(0, x - width // 2), max(0, wide - width))
    return left, min(max(0, y - height // 2), max(0, high - height))


def _faint(sprite: Image.Image) -> Image.Image:
    faint = sprite.copy()
    faint.putalpha(sprite.getchannel("A").point(lambda v: round(v * GONE_SHARE)))
    return faint


def _on_ground(book: Rulebook, sprite: Image.Image, size: int, ground: Ink) -> Image.Image:
    image = Image.new("RGB", (size, size), INKS[ground])
    _paste_centred(image, sprite, size // 2, size // 2)
    return palette(book).simplified(image, 1.0)


def _link(image: Image.Image, link: LinkOn, art: Art) -> None:
    size = image.width
    ends = (link.x / size, link.y / size), (link.to_x / size, link.to_y / size)
    sprite, (x, y) = art.linked(size, *ends)
    _paste_centred(image, sprite, round(x * size), round(y * size))


def warm_caches(book: Rulebook, sizes: Sequence[int] = (96,)) -> Iterator[None]:
    """Draw every tile in every rotation ahead of time, yielding after each."""
    for size in sizes:
        for name in book.forms:
            for rotation in range(4):
                tile_with(book, name, rotation, size, ())
                yield


def clear_caches() -> None:
    on_tiles = (tile_with, ghost, disc, plate)
    beside = (words_on, badge_on, icon_on, mark_on, pointer_on, star_on, rotation_arrow_on)
    for brush in (*on_tiles, *beside, figure_with_mask, plank_row, rounded_mask, _ramp):
        brush.cache_clear()
