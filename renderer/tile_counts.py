"""The picture of a game's kinds of tiles in titled groups, with the number of each."""

from collections.abc import Iterator, Sequence
from typing import Final

from renderer import text
from renderer.blocks import Block, in_a_row, stack
from renderer.cell_frames import numeral
from renderer.layout import TILE_SIZES
from renderer.requests import TitledTileKinds
from renderer.scene import Align, Ink, Label, Scene, TileAt
from rules.ruleset import Rulebook

MAX_TILE_PIXELS: Final = 80
"""The largest size of tiles; six of them are a row, and have 47 pixels on a phone."""
COLUMNS: Final = 6
GAP_PIXELS: Final = 5
MARGIN_PIXELS: Final = 4
"""The pixels between tiles, and around the picture."""
MAX_HEIGHT_PIXELS: Final = 2400
EM_PIXELS: Final = 24
"""The em of titles; 14 pixels and more on a phone."""
NUMBER_PIXELS: Final = 29
"""The height of the card with the number of equal tiles, in a corner of the largest tile."""


def kinds_scenes(book: Rulebook, groups: Sequence[TitledTileKinds]) -> Iterator[Scene]:
    """The kinds by group, cropped; each further scene has smaller tiles.

    Tiles beyond the greatest height are left out.
    """
    width = COLUMNS * (MAX_TILE_PIXELS + GAP_PIXELS) - GAP_PIXELS
    for size in (size for size in reversed(TILE_SIZES) if size <= MAX_TILE_PIXELS):
        columns = (width + GAP_PIXELS) // (size + GAP_PIXELS)
        block = _stack_left(
            [_group(book, group, size, columns, width) for group in groups], EM_PIXELS // 2
        )
        height = block.height + 2 * MARGIN_PIXELS
        if height <= MAX_HEIGHT_PIXELS or size == TILE_SIZES[0]:
            items = tuple(block.flat(MARGIN_PIXELS, MARGIN_PIXELS))
            yield Scene(
                book, block.width + 2 * MARGIN_PIXELS, min(MAX_HEIGHT_PIXELS, height), items
            )


def _group(book: Rulebook, group: TitledTileKinds, size: int, columns: int, width: int) -> Block:
    title, counted = group
    high, words = round(1.25 * EM_PIXELS), text.shorten(title, width, EM_PIXELS, True)
    wide = text.width(words, EM_PIXELS, True) + EM_PIXELS // 4
    label = Label(0, 0, wide, high, words, EM_PIXELS, Ink.AMBER, Ink.TABLE, Align.LEFT, True)
    tiles = [_tile(book, tile, number, size) for tile, number in counted]
    rows = [in_a_row(tiles[n : n + columns], GAP_PIXELS) for n in range(0, len(tiles), columns)]
    heading = Block(min(wide, width), high, (label,))
    return _stack_left((heading, _stack_left(rows, GAP_PIXELS)), GAP_PIXELS)


def _tile(book: Rulebook, tile: str, number: int | str, size: int) -> Block:
    """A tile, its corner with letters, or a number of copies above 1."""
    items = (TileAt(0, 0, size, book.forms[tile].tile, 0),)
    if number == 1:
        return Block(size, size, items)
    card = numeral(str(number), NUMBER_PIXELS * size // MAX_TILE_PIXELS, size)
    corner = size - card.width - 2, size - card.height - 2
    return Block(size, size, items, ((*corner, card),))


def _stack_left(blocks: Sequence[Block], between: int) -> Block:
    width = max((block.width for block in blocks), default=0)
    return stack([Block(width, block.height, blocks=((0, 0, block),)) for block in blocks], between)
