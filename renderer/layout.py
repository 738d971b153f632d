"""Game and view to scene: how large everything gets, and what goes beside or below what."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stacked
from renderer.scene import Scene
from renderer.score_strip import TILE_SIZES, just_placed, rotations, score_strip, snapped
from renderer.table import table
from renderer.table_margins import margins
from renderer.view import View
from rules.game import Game

EM: Final = 14.6 / 500
"""An em as a part of the width: labels are 14 pixels and more where a picture is shown at 500."""

SIDE: Final = 2400
"""The most pixels a picture may have on a side."""

NARROW: Final = 560
"""The least width of a picture."""

SCORE_STRIP: Final = 4.5
"""About how many ems the score strip takes with its margins."""

FEW: Final = 6
"""Tiles in a row that leave room for larger ones."""

LARGEST: Final = 192
"""The largest tiles on a table, in pixels."""

MOST_PIXELS: Final = 1_800_000
"""The pixels a picture may have before its tiles are drawn smaller: more make it slow and heavy."""

GAP: Final = 0.3
"""The ems between what stands above each other."""

UPRIGHT: Final = 1.1
"""How much higher than wide a picture of the tile just laid may be where there is room."""

CLOSE: Final = 0.6
"""How low a picture has to be so that a tile on the table is too small for its letters."""

MARGIN: Final = 0.5
"""The ems left free at the rim of a picture."""


def board_scene(game: Game, view: View) -> Scene:
    """A table with the score strip below."""
    size = largest(view)
    width, em = _measure(view, size)
    laid = table(game, view, size, em)
    width = max(width, laid.width)
    return scene_of(game, (laid, _score_strip(game, view, width, em)), em)


def largest(view: View) -> int:
    """The size of tiles: larger where there are few, smaller where the picture gets too large."""
    window = view.window
    longer = max(window.columns, window.rows)
    size = snapped(min(max(view.tile, FEW * view.tile / longer), SIDE / longer, LARGEST))
    while size > TILE_SIZES[0]:
        width, em = _measure(view, size)
        height = window.rows * size + (margins(view).along + SCORE_STRIP) * em
        if max(width, height) <= SIDE and width * height <= MOST_PIXELS:
            break
        size = snapped(size - 1)
    return size


def hand_scene(game: Game) -> Scene | None:
    """The drawn tile in the rotations that look different; None with nothing in hand."""
    hand = game.hand
    if hand is None:
        return None
    number = len(hand.distinct)
    em, size = 26, 192
    return framed(game, rotations(game, size, em, 2 if number == 4 else number), em)


def preview_scene(game: Game, view: View, highest: float = UPRIGHT) -> Scene:
    """A table alone, its tiles as large as the view lets them be.

    The picture is at most ``highest`` times as high as wide, where need be with the tile just laid
    large beside the table.
    """
    if highest < CLOSE:
        return _close_up(game, view, highest)
    return table_scene(game, view, highest)


def table_scene(game: Game, view: View, highest: float = UPRIGHT) -> Scene:
    """A table alone, its tiles as large as they may be in a picture that is not too high."""
    size = snapped(view.tile)
    while True:
        width, em = _measure(view, size)
        scene = scene_of(game, (wide(table(game, view, size, em), width),), em)
        if scene.height <= highest * scene.width or size <= TILE_SIZES[0]:
            return scene
        size = snapped(size - 1)


def _close_up(game: Game, view: View, highest: float) -> Scene:
    """The tile just laid with its letters, and beside it a table on which it is only framed."""
    em, high = ceil(EM * NARROW), round(highest * NARROW)
    tile = just_placed(game, snapped(high - 2 * em), em)
    beside = replace(view, numbers={})
    free = margins(beside)
    columns, rows = beside.window.columns, beside.window.rows
    room = (NARROW - tile.width - free.across * em, high - free.along * em - em)
    size = snapped(max(TILE_SIZES[0], round(min(room[0] / columns, room[1] / rows))))
    both = in_a_row((tile, table(game, beside, size, em)), em // 2)
    return scene_of(game, (wide(both, NARROW),), em)


def _measure(view: View, size: int) -> tuple[int, int]:
    """The width and em of a picture of a window."""
    window, free = view.window, margins(view)
    width = max(NARROW, (window.columns * size + 2) / (1 - EM * free.across))
    height = window.rows * size + EM * width * (free.along + SCORE_STRIP)
    width = max(width, height / 2)
    return ceil(width), ceil(EM * width)


def wide(block: Block, width: int) -> Block:
    """A block in the middle of a width."""
    return stacked((block, Block(width, 0)), 0)


def _score_strip(game: Game, view: View, width: int, em: int) -> Block:
    """The score strip for a picture of a width."""
    return wide(score_strip(game, view, width - 2 * round(MARGIN * em), em), width)


def scene_of(game: Game, blocks: Sequence[Block], em: int) -> Scene:
    """Blocks under each other, with a margin at the bottom."""
    block = stacked(blocks, round(GAP * em))
    height = block.height + round(MARGIN * em)
    return Scene(game.book, block.width, height, tuple(block.flat()))


def framed(game: Game, block: Block, em: int) -> Scene:
    """A block with a margin around it."""
    margin = em // 2
    items = tuple(block.flat(margin, margin))
    return Scene(game.book, block.width + em, block.height + em, items)
