"""Lay out boards, the tile in hand and previews as scenes: tile sizes, and positions of blocks."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stack
from renderer.board_block import board_block, cells_block
from renderer.board_margins import margins
from renderer.scene import Scene
from renderer.score_strip import (
    PANEL_SIDE_EMS,
    hand_forms,
    on_panel,
    rotations_block,
    score_strip,
)
from renderer.view import View
from rules.analysis.viewport import PHONE_PIXELS, Window
from rules.game import Game
from rules.geometry import xy

TILE_SIZES: Final = (
    *(16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256),
)
"""The sizes in pixels at which tiles are drawn: few, so that cached sprites are reused."""

EM_SHARE: Final = 11.2 / PHONE_PIXELS
"""An em as a share of the width; texts have 11 pixels or more on a phone."""

MAX_SIDE_PIXELS: Final = 2400
"""The most pixels a picture may have on a side."""

MIN_WIDTH_PIXELS: Final = 560
"""The least width of a picture."""

MAX_BOARD_ASPECT: Final = 1.75
"""The most height by width of a whole board, so that a phone shows all of it."""

SCORE_STRIP_EMS: Final = 4.5
"""The approximate ems of the score strip with its margins."""

FEW_TILES: Final = 6
"""The most tiles in a row that may be drawn larger."""

MAX_TILE_PIXELS: Final = 192
"""The largest tiles on a board, in pixels."""

MAX_BOARD_PIXELS: Final = 1_300_000
"""The most pixels of a whole board; a larger one gets smaller tiles.

A board's tiles are all drawn small: more pixels make a larger file, and no phone shows them.
"""

GAP_EMS: Final = 0.3
"""The space between stacked blocks, in ems."""

MAX_BARE_BOARD_ASPECT: Final = 1.1
MIN_BARE_BOARD_ASPECT: Final = 0.36
"""The least and the greatest height by width of a board alone."""

BUTTONED_WIDTH: Final = 332
BUTTONED_HEIGHT: Final = 490
BUTTON_ROW_HEIGHT: Final = 40
"""On a phone: width of a picture, height left beside the text, height of a button row."""

PREVIEW_WIDTH_PIXELS: Final = 532
PREVIEW_TILE_PIXELS: Final = 256
"""The width of a preview and of its tile, which is 145 pixels wide on a phone."""

SAMPLE_TILE_PIXELS: Final = 128
"""The tiles of a sample, of which Discord shows three as one large and two small pictures."""

PREVIEW_LETTER_EMS: Final = 1.4
"""The size of the letters on the large tile of a preview, in ems."""

MARGIN_EMS: Final = 0.5
"""The ems of the margin around a picture."""


def snap_tile_size(size: float) -> int:
    """The largest of TILE_SIZES up to ``size``, or the smallest of all."""
    return max((allowed for allowed in TILE_SIZES if allowed <= size), default=TILE_SIZES[0])


def board_scene(game: Game, view: View) -> Scene:
    size = largest_tile_size(view, MAX_BOARD_PIXELS)
    width, em = _measure(view, size)
    laid = board_block(game, view, size, em)
    width = max(width, laid.width)
    return stacked_scene(game, (laid, _score_strip(game, view, width, em)), em)


def largest_tile_size(view: View, max_pixels: int) -> int:
    """Larger on a small board, smaller if the picture has too many pixels."""
    window = view.window
    longer = max(window.columns, window.rows)
    size = snap_tile_size(
        min(
            max(view.tile, FEW_TILES * view.tile / longer),
            MAX_SIDE_PIXELS / longer,
            MAX_TILE_PIXELS,
        )
    )
    while size > TILE_SIZES[0]:
        width, em = _measure(view, size)
        height = window.rows * size + (margins(view).along + SCORE_STRIP_EMS) * em
        if max(width, height) <= MAX_SIDE_PIXELS and width * height <= max_pixels:
            break
        size = snap_tile_size(size - 1)
    return size


def hand_scene(game: Game) -> Scene:
    number = len(hand_forms(game))
    em, size = 26, 192
    return scene_with_margin(
        game, rotations_block(game, size, em, 2 if number == 4 else number), em
    )


def bare_board_scene(game: Game, view: View, highest: float = MAX_BARE_BOARD_ASPECT) -> Scene:
    """A board alone, with the largest tiles within the aspect."""
    size = snap_tile_size(view.tile)
    while True:
        width, em = _measure(view, size)
        scene = stacked_scene(game, (centred(board_block(game, view, size, em), width),), em)
        if scene.height <= highest * scene.width or size <= TILE_SIZES[0]:
            return scene
        size = snap_tile_size(size - 1)


def sample_scene(game: Game, view: View) -> Scene:
    """A small part of a board, without coordinates or marks."""
    em = ceil(EM_SHARE * MIN_WIDTH_PIXELS)
    board = cells_block(game, replace(view, frames=()), SAMPLE_TILE_PIXELS, em)
    return scene_with_margin(game, board, em)


def max_aspect_above_buttons(rows: int) -> float:
    """The greatest height by width that a phone shows above button rows."""
    room = (BUTTONED_HEIGHT - BUTTON_ROW_HEIGHT * rows) / BUTTONED_WIDTH
    return min(MAX_BARE_BOARD_ASPECT, max(MIN_BARE_BOARD_ASPECT, room))


def preview_scene(game: Game, view: View) -> Scene:
    """The placed tile, large, with letters and pieces, beside the board around it.

    So low that a phone shows the buttons below it too.
    """
    em = ceil(EM_SHARE * PREVIEW_WIDTH_PIXELS)
    x, y = xy(game.placed)
    alone = replace(view, window=Window(x, y, x, y), frames=())
    letter_em = round(PREVIEW_LETTER_EMS * em)
    tile = on_panel(
        cells_block(game, alone, PREVIEW_TILE_PIXELS, letter_em), em, above=PANEL_SIDE_EMS
    )
    beside = replace(view, zone_labels={})
    free, window = margins(beside), beside.window
    room = PREVIEW_WIDTH_PIXELS - tile.width - round((free.across + 2 * GAP_EMS) * em)
    high = tile.height - round(free.along * em)
    size = snap_tile_size(min(room / window.columns, high / window.rows))
    gap, rim = round(GAP_EMS * em), round(MARGIN_EMS * em)
    both = in_a_row((tile, board_block(game, beside, size, em)), gap)
    block = Block(PREVIEW_WIDTH_PIXELS, both.height + rim, blocks=((gap, rim, both),))
    return stacked_scene(game, (block,), em)


def _measure(view: View, size: int) -> tuple[int, int]:
    window, free = view.window, margins(view)
    width = max(MIN_WIDTH_PIXELS, (window.columns * size + 2) / (1 - EM_SHARE * free.across))
    height = window.rows * size + EM_SHARE * width * (free.along + SCORE_STRIP_EMS)
    width = max(width, height / MAX_BOARD_ASPECT)
    return ceil(width), ceil(EM_SHARE * width)


def centred(block: Block, width: int) -> Block:
    return stack((block, Block(width, 0)), 0)


def _score_strip(game: Game, view: View, width: int, em: int) -> Block:
    return centred(score_strip(game, view, width - 2 * round(MARGIN_EMS * em), em), width)


def stacked_scene(game: Game, blocks: Sequence[Block], em: int) -> Scene:
    """Stack blocks into a scene, with a margin at the bottom."""
    block = stack(blocks, round(GAP_EMS * em))
    height = block.height + round(MARGIN_EMS * em)
    return Scene(game.book, block.width, height, tuple(block.flat()))


def scene_with_margin(game: Game, block: Block, em: int) -> Scene:
    margin = em // 2
    items = tuple(block.flat(margin, margin))
    return Scene(game.book, block.width + em, block.height + em, items)
