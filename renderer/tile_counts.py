"""Kinds of tiles in titled groups, with their numbers."""

from collections.abc import Iterator, Sequence
from typing import Final

from renderer import text
from renderer.blocks import Block, in_a_row, stack
from renderer.scene import Align, Ink, Label, Scene, TileAt
from renderer.score_strip import TILE_SIZES
from rules.ruleset import Rulebook

Group = tuple[str, Sequence[tuple[str, int]]]
"""A title with the ids and numbers of kinds; a title alone is a heading."""

MAX_TILE_PIXELS: Final = 72
"""The largest size of tiles; seven of them are a row."""
COLUMNS: Final = 7
MAX_HEIGHT_PIXELS: Final = 2400
BETWEEN_PIXELS: Final = 33
"""The pixels between groups side by side."""
EM_PIXELS: Final = 22
"""The em of these pictures; 14 pixels and more on a phone of 420."""


def kinds_scenes(book: Rulebook, groups: Sequence[Group]) -> Iterator[Scene]:
    """The kinds by group; each further scene has smaller tiles.

    Small groups stand side by side. Tiles beyond the greatest height are left out.
    """
    width = COLUMNS * (MAX_TILE_PIXELS + EM_PIXELS // 2) - EM_PIXELS // 2
    for size in (size for size in reversed(TILE_SIZES) if size <= MAX_TILE_PIXELS):
        columns = (width + EM_PIXELS // 2) // (size + EM_PIXELS // 2)
        blocks = [_group(book, group, size, columns, width) for group in groups]
        block = stack(_rows(blocks, width), EM_PIXELS)
        if block.height + 2 * EM_PIXELS <= MAX_HEIGHT_PIXELS or size == TILE_SIZES[0]:
            items = tuple(block.flat(EM_PIXELS, EM_PIXELS))
            yield Scene(
                book,
                width + 2 * EM_PIXELS,
                min(MAX_HEIGHT_PIXELS, block.height + 2 * EM_PIXELS),
                items,
            )


def _rows(blocks: Sequence[Block], width: int) -> Iterator[Block]:
    """Put blocks side by side as long as they fit, aligned at the top."""
    row: list[Block] = []
    for block in (*blocks, None):
        if block is None or (
            row and sum(b.width + BETWEEN_PIXELS for b in row) + block.width > width
        ):
            height = max((member.height for member in row), default=0)
            level = [Block(member.width, height, blocks=((0, 0, member),)) for member in row]
            # every row begins at the left, so that kinds line up in columns
            yield Block(width, height, blocks=((0, 0, in_a_row(level, BETWEEN_PIXELS)),))
            row = []
        if block is not None:
            row.append(block)


def _group(book: Rulebook, group: Group, size: int, columns: int, width: int) -> Block:
    """A title above the rows of its kinds; a heading takes a row of its own."""
    title, counted = group
    high, heads = round(1.25 * EM_PIXELS), not counted
    words = text.shorten(title, width, EM_PIXELS, heads)
    wide = width if heads else text.width(words, EM_PIXELS, False) + EM_PIXELS // 4
    ink = Ink.AMBER if heads else Ink.CHALK
    head = Label(0, 0, wide, high, words, EM_PIXELS, ink, Ink.TABLE, Align.LEFT, heads)
    cards = [_card(book, tile, number, size) for tile, number in counted]
    rows = [in_a_row(cards[n : n + columns], EM_PIXELS // 2) for n in range(0, len(cards), columns)]
    wide = max([wide, *(row.width for row in rows)])
    level = [Block(wide, row.height, blocks=((0, 0, row),)) for row in rows]
    return stack((Block(wide, high, (head,)), *level), EM_PIXELS // 4)


def _card(book: Rulebook, tile: str, number: int, size: int) -> Block:
    """A kind with its number, pale if the number is 0."""
    ink = Ink.CHALK if number else Ink.FAINT
    high = round(1.25 * EM_PIXELS)
    label = Label(0, size, size, high, f"× {number}", EM_PIXELS, ink, Ink.TABLE, bold=number > 0)
    return Block(size, size + high, (TileAt(0, 0, size, book.forms[tile].tile, 0), label))
