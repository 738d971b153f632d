"""Game and view to scene: how large everything gets, and what goes beside or below what."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stacked
from renderer.scene import Scene
from renderer.score_strip import TILE_SIZES, just_placed, rotations, score_strip, snapped
from renderer.table import BOTTOM, LEFT, RIGHT, TOP, table
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

BELOW: Final = 6.7
BESIDE: Final = 5.4
LAID: Final = 8.0
"""The ems of a side of the tile in hand, below or beside the table, and of the tile just laid."""

ROOM: Final = 15.6
"""The ems of room that is worth using for the score strip: two seats side by side."""

FEW: Final = 6
"""Tiles in a row that leave room for larger ones."""

LARGEST: Final = 192
"""The largest tiles on a table, in pixels."""

MOST_PIXELS: Final = 1_800_000
"""The pixels a picture may have before its tiles are drawn smaller: more make it slow and heavy."""

MARGIN: Final = 0.5
"""The ems left free at the rim of a picture."""

IN_CHANNEL: Final = (560, 480)
"""About the pixels a picture is given in a channel."""


def board_scene(game: Game, view: View) -> Scene:
    """A table with the score strip below."""
    size = largest(view)
    width, em = _measure(view, size)
    laid = table(game, view, size, em)
    width = max(width, laid.width)
    return _scene(game, (laid, _score_strip(game, view, width, em)), em)


def largest(view: View) -> int:
    """The size of tiles: larger where there are few, smaller where the picture gets too large."""
    window = view.window
    longer = max(window.columns, window.rows)
    size = snapped(min(max(view.tile, FEW * view.tile / longer), SIDE / longer, LARGEST))
    while size > TILE_SIZES[0]:
        width, em = _measure(view, size)
        height = window.rows * size + (TOP + BOTTOM + SCORE_STRIP) * em
        if max(width, height) <= SIDE and width * height <= MOST_PIXELS:
            break
        size = snapped(size - 1)
    return size


def turn_scene(game: Game, view: View) -> Scene:
    """A table with the tile in hand beside or below it, whichever shows tiles larger."""
    if game.over:
        return board_scene(game, view)
    size = largest(view)
    number = len(game.hand.distinct) if game.hand is not None else 1
    found = [_below(game, view, size, number)]
    found += [_beside(game, view, size, columns) for columns in range(1, 1 + (number + 1) // 2)]

    def worth(made: tuple[Scene, int]) -> float:
        scene, shown = made
        scale = min(1.0, IN_CHANNEL[0] / scene.width, IN_CHANNEL[1] / scene.height)
        return scale * (size + shown)

    return max(found, key=worth)[0]


def hand_scene(game: Game) -> Scene | None:
    """The drawn tile in the rotations that look different; None with nothing in hand."""
    hand = game.hand
    if hand is None:
        return None
    number = len(hand.distinct)
    em, size = 26, 192
    return framed(game, rotations(game, size, em, 2 if number == 4 else number), em)


def preview_scene(game: Game, view: View) -> Scene:
    """A table alone, its tiles as large as the view lets them be."""
    size = snapped(view.tile)
    _, em = _measure(view, size)
    return _scene(game, (table(game, view, size, em),), em)


def _measure(view: View, size: int, more: float = 0.0) -> tuple[int, int]:
    """The width and em of a picture of a window; ``more`` are the ems of what stands beside it."""
    window = view.window
    width = max(NARROW, (window.columns * size + 2) / (1 - EM * (LEFT + RIGHT + more)))
    height = window.rows * size + EM * width * (TOP + BOTTOM + SCORE_STRIP)
    width = max(width, height / 2)
    return ceil(width), ceil(EM * width)


def _below(game: Game, view: View, size: int, number: int) -> tuple[Scene, int]:
    """The tile in hand in a row below the table, the strip beside it if there is room."""
    width, em = _measure(view, size)
    laid = table(game, view, size, em)
    hand, shown = _hand(game, BELOW, em, number)
    width, between = max(width, laid.width), round(0.35 * em)
    room = width - 2 * round(MARGIN * em) - hand.width - between
    if room >= ROOM * em:
        foot = in_a_row((hand, score_strip(game, view, room, em)), between)
        return _scene(game, (_wide(laid, width), foot), em), shown
    return _scene(game, (laid, hand, _score_strip(game, view, width, em)), em), shown


def _beside(game: Game, view: View, size: int, columns: int) -> tuple[Scene, int]:
    """The tile in hand in columns on the right of the table, the strip below both."""
    more = columns * BESIDE + (columns - 1) / 2 if game.hand is not None else LAID
    width, em = _measure(view, size, more + 2.0)
    laid = table(game, view, size, em)
    hand, shown = _hand(game, BESIDE, em, columns)
    strut = Block(round(RIGHT * em), hand.height + em)
    both = in_a_row((laid, hand, strut), round(0.35 * em))
    width = max(width, both.width)
    return _scene(game, (both, _score_strip(game, view, width, em)), em), shown


def _hand(game: Game, side: float, em: int, columns: int) -> tuple[Block, int]:
    """What is in hand, or the tile just laid, and the size it is shown at."""
    if game.hand is None:
        shown = snapped(LAID * em)
        return just_placed(game, shown, em), shown
    shown = snapped(side * em)
    return rotations(game, shown, em, columns), shown


def _wide(block: Block, width: int) -> Block:
    """A block in the middle of a width."""
    return stacked((block, Block(width, 0)), 0)


def _score_strip(game: Game, view: View, width: int, em: int) -> Block:
    """The score strip for a picture of a width."""
    return _wide(score_strip(game, view, width - 2 * round(MARGIN * em), em), width)


def _scene(game: Game, blocks: Sequence[Block], em: int) -> Scene:
    """Blocks under each other, with a margin at the bottom."""
    block = stacked(blocks, round(0.3 * em))
    height = block.height + round(MARGIN * em)
    return Scene(game.book, block.width, height, tuple(block.flat()))


def framed(game: Game, block: Block, em: int) -> Scene:
    """A block with a margin around it."""
    margin = em // 2
    items = tuple(block.flat(margin, margin))
    return Scene(game.book, block.width + em, block.height + em, items)
