"""The picture of a turn: the table as large as it gets, the tile in hand and the seats by it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stacked
from renderer.layout import (
    EM,
    MARGIN,
    MOST_PIXELS,
    NARROW,
    board_scene,
    largest,
    scene_of,
    wide,
)
from renderer.rim import margins
from renderer.scene import Scene
from renderer.score_strip import just_placed, rotations, score_strip, snapped
from renderer.table import table
from renderer.view import View
from rules.game import Game

HIGHEST: Final = 1.15
"""The most a picture of a turn is higher than wide: its post is seen whole on a screen."""

LEAST: Final = 5.4
MOST: Final = 8.0
"""The ems of a side of the tile in hand: its letters lie beside each other, it draws no more eyes
than the table."""

ROOM: Final = 15.6
"""The ems of room that is worth using for the score strip: two seats side by side."""

BETWEEN: Final = 0.35
"""The ems between what stands side by side."""

STEP: Final = 1.03
"""How much wider a picture is tried that is too high for its width."""

TABLE: Final = 2
"""How much more the size of tiles on the table counts than that of the tile in hand."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A picture before its table is drawn: its size, and what stands beside and below the table.

    ``shown`` is the size of the tile in hand.
    """

    width: int
    height: int
    em: int
    beside: tuple[Block, ...]
    below: tuple[Block, ...]
    shown: int


def turn_scene(game: Game, view: View) -> Scene:
    """A table with the tile in hand and the seats where they leave it most room."""
    if game.over:
        return board_scene(game, view)
    size = largest(view)
    plans = [_fitted(game, view, size, form) for form in _forms(game)]

    def worth(plan: Plan) -> float:
        scale = 1 / max(plan.width, plan.height)
        return scale * (TABLE * size + plan.shown)

    best = max(plans, key=worth)
    while best.width * best.height > MOST_PIXELS and size > snapped(0):
        size = snapped(size - 1)
        best = max((_fitted(game, view, size, form) for form in _forms(game)), key=worth)
    laid = table(game, view, size, best.em)
    both = in_a_row((laid, *best.beside), round(BETWEEN * best.em))
    return scene_of(game, (wide(both, best.width), *best.below), best.em)


@dataclass(frozen=True, slots=True)
class Form:
    """A way to arrange a picture: the tile in hand in columns, ``beside`` the table or below it.

    ``seats`` says whether the score strip stands beside the table, too.
    """

    columns: int
    beside: bool
    seats: bool = False


def _forms(game: Game) -> Iterator[Form]:
    """The ways to arrange a picture."""
    number = len(game.hand.distinct) if game.hand is not None else 1
    yield Form(number, beside=False)
    for columns in range(1, 1 + (number + 1) // 2):
        yield Form(columns, beside=True)
        yield Form(columns, beside=True, seats=True)


def _fitted(game: Game, view: View, size: int, form: Form) -> Plan:
    """A picture arranged in a way, just wide enough that it is not too high."""
    width = float(NARROW)
    while True:
        plan = _plan(game, view, size, form, ceil(width))
        if plan.width <= ceil(width) and plan.height <= HIGHEST * width:
            return plan
        width = max(width * STEP, plan.width)


def _plan(game: Game, view: View, size: int, form: Form, width: int) -> Plan:
    """A picture of a width, or of what it takes; the tile in hand as large as there is room."""
    em, window, free = ceil(EM * width), view.window, margins(view)
    across = window.columns * size + round(free.across * em)
    along = window.rows * size + round(free.along * em)
    gap, rim = round(0.3 * em), round(MARGIN * em)
    inner = width - 2 * rim
    if not form.beside:
        hand, shown = _hand(game, em, form.columns, inner, round((LEAST + 4) * em))
        room = inner - hand.width - round(BETWEEN * em)
        if room >= ROOM * em:
            foot = in_a_row((hand, score_strip(game, view, room, em)), round(BETWEEN * em))
            below: tuple[Block, ...] = (wide(foot, width),)
        else:
            below = (wide(hand, width), wide(score_strip(game, view, inner, em), width))
        most = max(across, hand.width + 2 * rim)
        return Plan(max(width, most), _height(along, below, gap) + rim, em, (), below, shown)
    room = width - across - round(BETWEEN * em) - rim
    if not form.seats:
        strip = wide(score_strip(game, view, inner, em), width)
        hand, shown = _hand(game, em, form.columns, room, along)
        most = across + round(BETWEEN * em) + hand.width + rim
        high = max(along, hand.height) + gap + strip.height + rim
        return Plan(max(width, most), high, em, (_ending(hand, rim),), (strip,), shown)
    hand, shown = _hand(game, em, form.columns, room, along)
    side = max(round(8 * em), min(room, max(hand.width, round(ROOM * em))))
    column = stacked((hand, score_strip(game, view, side, em)), gap)
    most = across + round(BETWEEN * em) + column.width + rim
    high = max(along, column.height) + rim
    return Plan(max(width, most), high, em, (_ending(column, rim),), (), shown)


def _height(along: int, blocks: Iterable[Block], gap: int) -> int:
    """How high something is with blocks below it."""
    return along + sum(gap + block.height for block in blocks)


def _ending(block: Block, rim: int) -> Block:
    """A block at the right rim of a picture, a little below its upper one."""
    return Block(block.width + rim, block.height, blocks=((0, 0, block),))


def _hand(game: Game, em: int, columns: int, room: int, height: int) -> tuple[Block, int]:
    """What is in hand, or the tile just laid, as large as fits, and the size it is shown at."""
    number = len(game.hand.distinct) if game.hand is not None else 1
    rows = -(-number // columns)
    by_width = (room / em - 1 - (columns - 1) / 2) / columns
    by_height = (height / em - 0.7 - (rows - 1) / 4) / rows - 1.5
    side = min(MOST, max(LEAST, min(by_width, by_height)))
    shown = snapped(side * em)
    if game.hand is None:
        return just_placed(game, shown, em), shown
    return rotations(game, shown, em, columns), shown
