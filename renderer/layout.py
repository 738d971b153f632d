"""Game and view to scene: how large everything gets, and what goes beside or below what."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from renderer.furniture import SIZES, just_placed, rotations, snapped, strip
from renderer.scene import Block, Scene, in_a_row, stacked
from renderer.table import BOTTOM, LEFT, RIGHT, TOP, table
from renderer.view import View
from rules.game import Game

EM: Final = 14.6 / 500
"""An em as a part of the width: labels are 14 pixels and more where a picture is shown at 500."""

SIDE: Final = 2400
"""The most pixels a picture may have on a side."""

NARROW: Final = 560
"""The least width of a picture."""

STRIP: Final = 4.5
"""About how many ems the strip takes with its margins."""

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

AREA: Final = 2_200_000
"""The pixels a picture may have before its tiles are drawn smaller: more make it slow and heavy."""

MARGIN: Final = 0.5
"""The ems left free at the rim of a picture."""

POST: Final = (500, 560)
"""About the pixels a picture is given in a channel."""


def board_scene(game: Game, view: View) -> Scene:
    """A table with the score strip below."""
    size = largest(view)
    width, em = _measure(view, size)
    laid = table(game, view, size, em)
    width = max(width, laid.width)
    return _scene(game, (laid, _strip(game, view, width, em)), em)


def largest(view: View) -> int:
    """The size of tiles: larger where there are few, smaller where the picture gets too large."""
    window = view.window
    longer = max(window.columns, window.rows)
    size = snapped(min(max(view.tile, FEW * view.tile / longer), SIDE / longer, LARGEST))
    while size > SIZES[0]:
        width, em = _measure(view, size)
        height = window.rows * size + (TOP + BOTTOM + STRIP) * em
        if max(width, height) <= SIDE and width * height <= AREA:
            break
        size = snapped(size - 1)
    return size


def turn_scene(game: Game, view: View) -> Scene:
    """A table with the tile in hand beside or below it, whichever shows it larger."""
    if game.over:
        return board_scene(game, view)
    scenes = [_turn(game, view, largest(view), below) for below in (True, False)]
    return max(scenes, key=lambda scene: min(POST[0] / scene.width, POST[1] / scene.height))


def hand_scene(game: Game) -> Scene | None:
    """The drawn tile in the rotations that look different; None with nothing in hand."""
    hand = game.hand
    if hand is None:
        return None
    number = len(hand.distinct)
    em, size = 26, 192
    return _framed(game, rotations(game, size, em, 2 if number == 4 else number), em)


def placed_scene(game: Game) -> Scene:
    """The tile just laid as it lies, lettered."""
    return _framed(game, just_placed(game, 256, 26), 26)


def _measure(view: View, size: int, more: float = 0.0) -> tuple[int, int]:
    """The width and em of a picture of a window; ``more`` are the ems of what stands beside it."""
    window = view.window
    width = max(NARROW, (window.columns * size + 2) / (1 - EM * (LEFT + RIGHT + more)))
    height = window.rows * size + EM * width * (TOP + BOTTOM + STRIP)
    width = max(width, height / 2)
    return ceil(width), ceil(EM * width)


def _turn(game: Game, view: View, size: int, below: bool) -> Scene:
    number = len(game.hand.distinct) if game.hand is not None else 1
    side = LAID if game.hand is None else BELOW if below else BESIDE
    width, em = _measure(view, size, 0.0 if below else side + 1.5)
    laid = table(game, view, size, em)
    shown = snapped(side * em)
    columns = number if below else 1
    if game.hand is None:
        hand = just_placed(game, shown, em)
    else:
        hand = rotations(game, shown, em, columns)
    width = max(width, laid.width)
    between = round(0.35 * em)
    if not below:
        both = in_a_row((laid, hand, Block(round(RIGHT * em), 0)), between)
        return _scene(game, (both, _strip(game, view, max(width, both.width), em)), em)
    room = width - 2 * round(MARGIN * em) - hand.width - between
    if room >= ROOM * em:
        foot = in_a_row((hand, strip(game, view, room, em)), between)
        return _scene(game, (_wide(laid, width), foot), em)
    return _scene(game, (laid, hand, _strip(game, view, width, em)), em)


def _wide(block: Block, width: int) -> Block:
    """A block in the middle of a width."""
    return stacked((block, Block(width, 0)), 0)


def _strip(game: Game, view: View, width: int, em: int) -> Block:
    """The score strip for a picture of a width."""
    return _wide(strip(game, view, width - 2 * round(MARGIN * em), em), width)


def _scene(game: Game, blocks: Sequence[Block], em: int) -> Scene:
    """Blocks under each other, with a margin at the bottom."""
    block = stacked(blocks, round(0.3 * em))
    height = block.height + round(MARGIN * em)
    return Scene(game.book, block.width, height, tuple(block.flat()))


def _framed(game: Game, block: Block, em: int) -> Scene:
    """A block with a margin around it."""
    margin = em // 2
    items = tuple(block.flat(margin, margin))
    return Scene(game.book, block.width + em, block.height + em, items)
