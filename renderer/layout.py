"""Game and view to scene: how large everything gets, and what goes beside or below what."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from renderer.furniture import just_placed, rotations, snapped, strip
from renderer.scene import Block, Scene, stacked
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

HAND: Final = 5.8
"""The ems of a side of the tile in hand, about."""

POST: Final = (500, 560)
"""About the pixels a picture is given in a channel."""


def board_scene(game: Game, view: View) -> Scene:
    """A table with the score strip below."""
    size = snapped(min(view.tile, SIDE / view.window.columns, SIDE / view.window.rows))
    scene = _board(game, view, size)
    while max(scene.width, scene.height) > SIDE and size > snapped(0):
        size = snapped(size - 1)
        scene = _board(game, view, size)
    return scene


def _board(game: Game, view: View, size: int) -> Scene:
    width, em = _measure(view, size)
    em = min(em, SIDE // 34)
    laid = table(game, view, size, em)
    return _scene(game, view.names, laid, max(width, laid.width), em)


def turn_scene(game: Game, view: View) -> Scene:
    """A table with the tile in hand beside or below it, whichever shows it larger."""
    if game.over:
        return board_scene(game, view)
    scenes = [_turn(game, view, view.tile, below) for below in (True, False)]
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
    width = max(NARROW, window.columns * size / (1 - EM * (LEFT + RIGHT + more)))
    height = window.rows * size + EM * width * (TOP + BOTTOM + STRIP)
    width = max(width, height / 2)
    return round(width), ceil(EM * width)


def _turn(game: Game, view: View, size: int, below: bool) -> Scene:
    holding = game.hand is not None
    number = len(game.hand.distinct) if game.hand is not None else 1
    columns = number if below else 1
    side = HAND if holding else 1.4 * HAND
    more = 0.0 if below else columns * side + (columns + 2) / 2
    width, em = _measure(view, size, more)
    laid = table(game, view, size, em)
    shown = snapped(side * em)
    hand = rotations(game, shown, em, columns) if holding else just_placed(game, shown, em)
    if below:
        return _scene(game, view.names, stacked((laid, hand), em // 4), max(width, laid.width), em)
    top, gap = round(TOP * em), round(0.2 * em)
    high = max(laid.height, hand.height + 2 * top)
    both = Block(
        laid.width + gap + hand.width + round(RIGHT * em),
        high,
        (
            *laid.at(0, (high - laid.height) // 2),
            *hand.at(laid.width + gap, (high - hand.height) // 2),
        ),
    )
    return _scene(game, view.names, both, max(width, both.width), em)


def _scene(game: Game, names: Sequence[str], top: Block, width: int, em: int) -> Scene:
    """A block with the score strip below it."""
    margin = round(0.5 * em)
    scores = strip(game, names, width - 2 * margin, em)
    items = (
        *top.at((width - top.width) // 2, 0),
        *scores.at((width - scores.width) // 2, top.height + round(0.1 * em)),
    )
    return Scene(game.book, width, top.height + round(0.1 * em) + scores.height + margin, items)


def _framed(game: Game, block: Block, em: int) -> Scene:
    margin = em // 2
    return Scene(game.book, block.width + em, block.height + em, block.at(margin, margin))
