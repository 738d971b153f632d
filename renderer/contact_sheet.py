"""A contact sheet: every tile of a box in its four rotations, lettered."""

from collections.abc import Collection
from math import ceil
from typing import Final

from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.blocks import Block, in_a_row, stack
from renderer.scene import Ink, Label, Scene
from renderer.score_strip import lettered_tile
from rules.ruleset import Rulebook

TILE_PIXELS: Final = 112
EM_PIXELS: Final = 16


def sheet_scene(book: Rulebook, without: Collection[str] = ()) -> Scene:
    """All tiles in columns, about as high as wide in all.

    ``without``: ids of tiles to leave out.
    """
    art = art_of(book)
    rows = [_row(art.look(form.tile)) for name, form in book.forms.items() if name not in without]
    columns = max(1, round((len(rows) / 4) ** 0.5))
    length = ceil(len(rows) / columns)
    parts = [stack(rows[n : n + length], EM_PIXELS // 2) for n in range(0, len(rows), length)]
    block = in_a_row(
        [Block(part.width, parts[0].height, blocks=((0, 0, part),)) for part in parts], EM_PIXELS
    )
    items = tuple(block.flat(EM_PIXELS, EM_PIXELS))
    return Scene(book, block.width + 2 * EM_PIXELS, block.height + 2 * EM_PIXELS, items)


def _row(look: Look) -> Block:
    tile = look.tile
    letters = {zone.letter for zone in tile.zones}
    label = Label(
        0,
        0,
        5 * EM_PIXELS,
        round(1.25 * EM_PIXELS),
        tile.id,
        EM_PIXELS,
        Ink.CHALK,
        Ink.TABLE,
        bold=True,
    )
    tiles = [
        Block(
            TILE_PIXELS,
            TILE_PIXELS,
            (lettered_tile(look, rotation, TILE_PIXELS, EM_PIXELS, letters),),
        )
        for rotation in range(4)
    ]
    return in_a_row((Block(5 * EM_PIXELS, label.height, (label,)), *tiles), 4)
