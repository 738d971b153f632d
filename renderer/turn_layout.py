"""The picture of a turn: the board as large as possible, with the tile in hand and the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stack
from renderer.board_block import board_block
from renderer.board_margins import Margins, legend_block, margins
from renderer.layout import (
    EM_SHARE,
    GAP_EMS,
    MARGIN_EMS,
    MAX_PIXELS,
    MIN_WIDTH_PIXELS,
    board_scene,
    centred,
    largest_tile_size,
    stacked_scene,
)
from renderer.scene import Scene
from renderer.score_strip import (
    TILE_SIZES,
    hand_size,
    laid_tile_block,
    min_card_ems,
    rotations_block,
    score_strip,
    snap_tile_size,
    strip_height,
)
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game

MAX_ASPECT: Final = 1.15
"""The most height by width, so that the post is seen whole on a screen."""

MIN_HAND_TILE_EMS: Final = 5.4
MAX_HAND_TILE_EMS: Final = 8.0
"""The least and most ems of the tile in hand: its letters fit, the board still dominates."""

MIN_LETTERED_TILE_EMS: Final = 4.2
"""The ems of the smallest tile in hand, in which its letters still fit side by side."""

MAX_HAND_SHARE: Final = 1 / 6
"""The share of the picture that the rotations of the tile in hand may take."""

MIN_STRIP_ROOM_EMS: Final = 15.6
"""The least ems of room that are worth using for the score strip."""

MIN_STRIP_EMS: Final = 8
"""The ems of the narrowest score strip."""

BETWEEN_EMS: Final = 0.35
"""The ems between blocks side by side."""

MIN_EM_SHARE: Final = 11.2 / 420
"""The least em as a share of the width; labels have 11 pixels if shown 420 pixels wide."""

MAX_WIDTH_TRIES: Final = 8
"""The most tries to find the width of a picture."""

WIDTH_TOLERANCE: Final = 0.02
"""The relative tolerance of the width."""

TABLE_TILE_WEIGHT: Final = 2
SMALL_TILE_WEIGHT: Final = 10
"""The weight of board tiles against the tile in hand, and the extra weight while they are small."""

ENOUGH_TILE_SHARE: Final = 0.1
"""The share of the width from which board tiles are large enough."""

MIN_TILE_SHARE: Final = 0.08
"""The least share of the width of board tiles, below which a slower search is made."""

WIDTH_STEP_FACTOR: Final = 1.006
SKIPPED_SHARE: Final = 0.93
"""The factor between the widths of the slower search, and the share of the estimated width that it
skips.
"""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An arrangement: the columns of the tile in hand, ``beside`` the board or below it.

    ``seats`` is true if the score strip stands beside the board, too.
    """

    columns: int
    beside: bool
    seats: bool = False


@dataclass(frozen=True, slots=True)
class MeasuredArrangement:
    """The sizes of an arranged picture; ``shown`` is the size of the tile in hand.

    ``seats`` is the width of the score strip, ``hand`` the number of pixels of all rotations.
    """

    form: Arrangement
    width: int
    height: int
    em: int
    shown: int
    seats: int
    hand: int

    @property
    def is_hand_too_large(self) -> bool:
        """True if the rotations take too much of the picture and can be smaller."""
        share = self.hand / (self.width * self.height)
        return share > MAX_HAND_SHARE and self.shown > MIN_LETTERED_TILE_EMS * self.em

    @property
    def is_legible(self) -> bool:
        """True if the picture is not too high, and not too wide for its labels."""
        is_low = self.height <= MAX_ASPECT * self.width
        return is_low and self.em >= MIN_EM_SHARE * self.width

    def is_acceptable(self, size: int) -> bool:
        """Return True if the picture is legible and its tiles are large enough."""
        return self.is_legible and size >= MIN_TILE_SHARE * self.width


def turn_scene(game: Game, view: View) -> Scene:
    """A board with the tile in hand and the seats where they leave the board most room."""
    if game.over:
        return board_scene(game, view)
    return arranged_scene(game, view, *arrangement(game, view))


def arrangement(game: Game, view: View) -> tuple[int, MeasuredArrangement]:
    """The size of the board's tiles, and the arrangement that leaves them most room.

    It depends on the window of the view and on the tile in hand, not on what has happened.
    """
    size, free = largest_tile_size(view, MAX_PIXELS), margins(view)
    best = _best_arrangement(game, view.window, free, size)
    while best.width * best.height > MAX_PIXELS and size > TILE_SIZES[0]:
        size = snap_tile_size(size * (MAX_PIXELS / (best.width * best.height)) ** 0.5)
        best = _best_arrangement(game, view.window, free, size)
    smaller = snap_tile_size(size - 1)
    if not best.is_acceptable(size) and (
        plan := _best_arrangement(game, view.window, free, smaller)
    ).is_acceptable(smaller):
        # tile sizes come in steps, and the other blocks may fit better beside the next one
        size, best = smaller, plan
    return size, best


def arranged_scene(game: Game, view: View, size: int, best: MeasuredArrangement) -> Scene:
    """The scene of a turn that is still played, in an arrangement of its board."""
    blocks = _blocks(game, view, size, best)
    if view.legend is not None:
        blocks = (stack((legend_block(view, best.width, best.em), blocks[0]), 0), *blocks[1:])
    return stacked_scene(game, blocks, best.em)


def _arrangements(game: Game) -> Iterator[Arrangement]:
    """The possible arrangements."""
    number = len(game.hand.distinct) if game.hand is not None else 1
    yield Arrangement(number, beside=False)
    for columns in range(1, 1 + (number + 1) // 2):
        yield Arrangement(columns, beside=True)
        yield Arrangement(columns, beside=True, seats=True)


def _best_arrangement(game: Game, window: Window, free: Margins, size: int) -> MeasuredArrangement:
    """The arrangement with the largest tiles, on the board and in hand."""

    def worth(plan: MeasuredArrangement) -> tuple[bool, float]:
        side = max(plan.width, plan.height)
        tiles = TABLE_TILE_WEIGHT * size / side + SMALL_TILE_WEIGHT * min(
            size / plan.width, ENOUGH_TILE_SHARE
        )
        return plan.is_legible, tiles + plan.shown / side

    best = max(
        (_narrow_by_bisection(game, window, free, size, form) for form in _arrangements(game)),
        key=worth,
    )
    if best.is_acceptable(size):
        return best
    closer = (_narrowest_acceptable(game, window, free, size, form) for form in _arrangements(game))
    return max((plan for plan in closer if plan is not None), key=worth, default=best)


def _narrow_by_bisection(
    game: Game, window: Window, free: Margins, size: int, form: Arrangement
) -> MeasuredArrangement:
    """An arrangement with the least width that is not too high, found by bisection."""
    low = width = _min_width(window, free, size)
    best: MeasuredArrangement | None = None
    for _ in range(MAX_WIDTH_TRIES):
        plan = _measure_arrangement(game, window, free, size, form, ceil(width))
        if plan.width > ceil(width):
            low = width = plan.width
        elif plan.height <= MAX_ASPECT * width:
            best = plan
            if width - low < WIDTH_TOLERANCE * width:
                break
            width = (low + width) / 2
        else:
            low = width
            # everything but the cells grows with the width
            ems = (plan.height - window.rows * size) / width
            grown = window.rows * size / max(MAX_ASPECT - ems, 0.3)
            width = (low + best.width) / 2 if best else max(width * 1.02, grown)
    return best or plan


def _narrowest_acceptable(
    game: Game, window: Window, free: Margins, size: int, form: Arrangement
) -> MeasuredArrangement | None:
    """The narrowest acceptable picture with the smallest tile in hand; None if there is none."""
    width = _min_width(window, free, size)
    while size >= MIN_TILE_SHARE * width:
        plan = _measure_arrangement(game, window, free, size, form, ceil(width), MIN_HAND_TILE_EMS)
        if plan.is_acceptable(size):
            return plan
        # everything but the cells grows with the width, so widths far from enough are left out
        ems = (plan.height - window.rows * size) / plan.width
        low_enough = window.rows * size / max(MAX_ASPECT - ems, 0.3)
        wide_enough = plan.width * MIN_EM_SHARE / EM_SHARE
        width = max(width * WIDTH_STEP_FACTOR, SKIPPED_SHARE * max(low_enough, wide_enough))
    return None


def _strip_room_ems(game: Game) -> float:
    """The ems of room worth using for the score strip: two seats side by side."""
    return max(MIN_STRIP_ROOM_EMS, 2 * min_card_ems(game) + BETWEEN_EMS)


def _min_width(window: Window, free: Margins, size: int) -> float:
    """The least width of a picture with room for the board."""
    return max(MIN_WIDTH_PIXELS, window.columns * size / (1 - EM_SHARE * free.across))


def _measure_arrangement(
    game: Game,
    window: Window,
    free: Margins,
    size: int,
    form: Arrangement,
    width: int,
    most: float = MAX_HAND_TILE_EMS,
) -> MeasuredArrangement:
    """The sizes of an arrangement at a width, or at the larger width that it needs.

    The tile in hand is as large as fits, with ``most`` ems at most, and takes a sixth of the
    picture.
    """
    plan = _measure_with_hand(game, window, free, size, form, width, most)
    while plan.is_hand_too_large:
        smaller = snap_tile_size(plan.shown - 1) / plan.em
        plan = _measure_with_hand(game, window, free, size, form, width, smaller)
    return plan


def _measure_with_hand(
    game: Game,
    window: Window,
    free: Margins,
    size: int,
    form: Arrangement,
    width: int,
    most: float,
) -> MeasuredArrangement:
    """The sizes of an arrangement with a tile in hand of ``most`` ems at most."""
    em = ceil(EM_SHARE * width)
    across = window.columns * size + round(free.across * em)
    along, legend = window.rows * size + round(free.along * em), round(free.legend * em)
    gap, rim, between = round(GAP_EMS * em), round(MARGIN_EMS * em), round(BETWEEN_EMS * em)
    if not form.beside:
        high = round((MIN_HAND_TILE_EMS + 4) * em)
        shown = _hand_tile_size(game, em, form.columns, width - 2 * rim, high, most)
        wide, high = hand_size(game, shown, em, form.columns)
        hand = wide * high
        width = max(width, across, wide + 2 * rim)
        seats = width - 2 * rim
        if seats - wide - between >= _strip_room_ems(game) * em:
            seats -= wide + between
            high = max(high, strip_height(game, seats, em))
        else:
            high += gap + strip_height(game, seats, em)
        high += legend + along + gap + rim
        return MeasuredArrangement(form, width, high, em, shown, seats, hand)
    room = width - across - between - rim
    shown = _hand_tile_size(game, em, form.columns, room, along, most)
    wide, high = hand_size(game, shown, em, form.columns)
    hand = wide * high
    if form.seats:
        least = round(max(MIN_STRIP_EMS, min_card_ems(game)) * em)
        seats = max(least, min(room, max(wide, round(_strip_room_ems(game) * em))))
        high = max(along, high + gap + strip_height(game, seats, em))
        width = max(width, across + between + max(wide, seats) + rim)
    else:
        width = max(width, across + between + wide + rim)
        seats = width - 2 * rim
        high = max(along, high) + gap + strip_height(game, seats, em)
    return MeasuredArrangement(form, width, legend + high + rim, em, shown, seats, hand)


def _blocks(game: Game, view: View, size: int, plan: MeasuredArrangement) -> Sequence[Block]:
    """The blocks of a measured picture, from the top."""
    form, em = plan.form, plan.em
    gap, rim, between = round(GAP_EMS * em), round(MARGIN_EMS * em), round(BETWEEN_EMS * em)
    laid = board_block(game, view, size, em)
    hand = laid_tile_block(game, plan.shown, em)
    if game.hand is not None:
        hand = rotations_block(game, plan.shown, em, form.columns)
    seats = score_strip(game, view, plan.seats, em)
    if form.beside:
        column = stack((hand, seats), gap) if form.seats else hand
        ending = Block(column.width + rim, column.height, blocks=((0, 0, column),))
        both = centred(in_a_row((laid, ending), between), plan.width)
        return (both,) if form.seats else (both, centred(seats, plan.width))
    if plan.seats < plan.width - 2 * rim:
        return centred(laid, plan.width), in_a_row((hand, seats), between)
    return centred(laid, plan.width), hand, seats


def _hand_tile_size(game: Game, em: int, columns: int, room: int, height: int, most: float) -> int:
    """The size of the tile in hand: as large as fits, within its limits."""
    number = len(game.hand.distinct) if game.hand is not None else 1
    rows = -(-number // columns)
    by_width = (room / em - 1 - (columns - 1) / 2) / columns
    by_height = (height / em - 0.7 - (rows - 1) / 4) / rows - 1.5
    return snap_tile_size(min(most, max(MIN_HAND_TILE_EMS, min(by_width, by_height))) * em)
