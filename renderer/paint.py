"""Paint a scene: paste indexed sprites, from back to front."""

from itertools import pairwise
from typing import Final, assert_never

from PIL import Image, ImageDraw

from renderer import text
from renderer.brushes import (
    PLANK_VARIANTS,
    badge_on,
    ghost,
    icon_on,
    mark_on,
    plank_row,
    pointer_on,
    rotation_arrow_on,
    rounded_mask,
    star_on,
    tile_with,
    words_on,
)
from renderer.palette import Palette, palette
from renderer.scene import (
    Align,
    Badge,
    Curve,
    Frame,
    GapMark,
    Icon,
    Ink,
    Item,
    Label,
    MarkIcon,
    Panel,
    Planks,
    Pointer,
    RotationArrow,
    Scene,
    Star,
    Tab,
    TileAt,
)
from rules.ruleset import Rulebook

GAP_LINE_EMS: Final = 0.95
"""The ems of a line of coordinates in an empty cell."""


def paint(scene: Scene) -> Image.Image:
    shades = palette(scene.book)
    image = shades.blank(scene.width, scene.height, shades.inks[scene.ground])
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    for item in scene.items:
        _put(scene, shades, image, draw, item)
    return image


def _put(
    scene: Scene, shades: Palette, image: Image.Image, draw: ImageDraw.ImageDraw, item: Item
) -> None:
    inks, book = shades.inks, scene.book
    match item:
        case TileAt(x, y, size, tile, rotation, on):
            image.paste(tile_with(book, tile.id, rotation, size, on), (x, y))
        case Panel(x, y, width, height, ink, radius):
            box = (x, y, x + width - 1, y + height - 1)
            if radius:
                image.paste(inks[ink], (x, y), rounded_mask(width, height, radius))
            else:
                draw.rectangle(box, fill=inks[ink])
        case GapMark():
            _gap(shades, image, draw, item, book)
        case Planks(x, y, size, columns, rows):
            for row in range(rows):
                plank = plank_row(book, size, columns, row % PLANK_VARIANTS)
                image.paste(plank, (x, y + row * size))
        case Frame():
            _frame(shades, draw, item)
        case Tab():
            _tab(shades, image, item, book)
        case Label(x, y, width, height, line, size, ink, ground, align, bold):
            words = words_on(book, line, size, bold, ink, ground)
            room = min(width, words.width), min(height, words.height)
            if room != words.size:
                words = words.crop((0, 0, *room))
            slack = width - words.width
            shift = {Align.LEFT: 0, Align.CENTRE: slack // 2, Align.RIGHT: slack}[align]
            image.paste(words, (x + shift, y + (height - words.height) // 2))
        case Badge(x, y, size, colour, ground):
            image.paste(badge_on(book, colour, size, ground), (x, y))
        case Icon(x, y, size, colour, role, ground):
            image.paste(icon_on(book, colour, role, size, ground), (x, y))
        case MarkIcon(x, y, size, name, ground):
            image.paste(mark_on(book, name, size, ground), (x, y))
        case Pointer(x, y, size, way, ink, ground):
            image.paste(pointer_on(book, size, way, ink, ground), (x, y))
        case RotationArrow(x, y, size, ink, ground):
            image.paste(rotation_arrow_on(book, size, ink, ground), (x, y))
        case Star(x, y, size, ink, ground):
            image.paste(star_on(book, size, ink, ground), (x, y))
        case Curve():
            # the rim below it shows a dark colour on a dark ground, and a light one on paper
            _curve(draw, item, item.width + max(4, item.width // 2), inks[item.rim])
            _curve(draw, item, item.width, shades.colours[item.colour.number])
        case _:
            assert_never(item)


def _curve(draw: ImageDraw.ImageDraw, curve: Curve, width: int, index: int) -> None:
    places = [(curve.x + x, curve.y + y) for x, y in curve.points]
    reach = width // 2
    for x, y in places:
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=index)
    for start, end in pairwise(places):
        draw.line((*start, *end), fill=index, width=width)


def _gap(
    shades: Palette, image: Image.Image, draw: ImageDraw.ImageDraw, gap: GapMark, book: Rulebook
) -> None:
    """An empty cell's coordinates, or a cross if no tile can fit."""
    inset, size = max(1, gap.size // 20), gap.size
    side = size - 2 * inset
    x, y = gap.x + inset, gap.y + inset
    mask = rounded_mask(side, side, max(2, size // 10))
    if gap.tile is not None:
        _ghost(shades, image, gap, mask, book)
        return
    ink = Ink.DEAD if gap.dead else Ink.GAP
    image.paste(shades.inks[ink], (x, y), mask)
    if gap.dead:
        a, b, width = size // 3, side - size // 3, max(2, size // 16)
        for ends in ((x + a, y + a, x + b, y + b), (x + a, y + b, x + b, y + a)):
            draw.line(ends, fill=shades.inks[Ink.FAINT], width=width)
    if gap.text:
        _coordinates(image, gap, gap.y + size // 2, book)


def _coordinates(image: Image.Image, gap: GapMark, middle: int, book: Rulebook) -> None:
    lines, step = gap.text.split("\n"), round(GAP_LINE_EMS * gap.em)
    top = middle - len(lines) * step // 2
    for n, line in enumerate(lines):
        words = words_on(book, line, gap.em, True, Ink.DARK, Ink.GAP)
        # the free space above and below the letters is cut off, as lines stand close together
        cut = max(0, words.height - step) // 2
        words = words.crop((0, cut, words.width, words.height - cut))
        image.paste(words, (gap.x + (gap.size - words.width) // 2, top + n * step))


def _ghost(
    shades: Palette, image: Image.Image, gap: GapMark, mask: Image.Image, book: Rulebook
) -> None:
    """A faint tile in a cell, coordinates below."""
    assert gap.tile is not None
    inset = (gap.size - mask.width) // 2
    faint = ghost(book, gap.tile.id, gap.rotation, gap.size)
    faint = faint.crop((inset, inset, inset + mask.width, inset + mask.height))
    image.paste(faint, (gap.x + inset, gap.y + inset), mask)
    if gap.text:
        lines = gap.text.split("\n")
        wide = max(text.width(line, gap.em, True) for line in lines) + gap.em // 2
        high = round((len(lines) + 0.2) * GAP_LINE_EMS * gap.em)
        top = gap.y + gap.size - 2 * inset - high
        card = rounded_mask(wide, high, gap.em // 3)
        image.paste(shades.inks[Ink.GAP], (gap.x + (gap.size - wide) // 2, top), card)
        _coordinates(image, gap, top + high // 2, book)


def _frame(shades: Palette, draw: ImageDraw.ImageDraw, frame: Frame) -> None:
    """A border that covers nothing of its cell."""
    wide, colour = frame.width, shades.colours[frame.colour.number]
    if frame.strong:
        rings = [
            (frame.reach, frame.reach, shades.inks[Ink.PAPER]),
            (wide + frame.line, wide, colour),
        ]
    else:
        rings = [(frame.reach, frame.reach, shades.inks[Ink.DARK]), (wide, wide, colour)]
    for out, width, index in rings:
        low, high = -out, frame.size - 1 + out
        box = (frame.x + low, frame.y + low, frame.x + high, frame.y + high)
        draw.rectangle(box, outline=index, width=width)


def _tab(shades: Palette, image: Image.Image, tab: Tab, book: Rulebook) -> None:
    size, radius = tab.size, tab.size // 4
    image.paste(
        shades.inks[Ink.DARK], (tab.x - 1, tab.y - 1), rounded_mask(size + 2, size + 2, radius)
    )
    image.paste(shades.inks[Ink.PAPER], (tab.x, tab.y), rounded_mask(size, size, radius))
    inner = size - max(2, size // 8)
    inset = (size - inner) // 2
    image.paste(badge_on(book, tab.colour, inner, Ink.PAPER), (tab.x + inset, tab.y + inset))
