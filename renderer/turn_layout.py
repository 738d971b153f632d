"""The picture of a turn: the table as large as it gets, the tile in hand and the seats by it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stacked
from renderer.layout import (
    EM,
    GAP,
    MARGIN,
    MOST_PIXELS,
    NARROW,
    board_scene,
    largest,
    scene_of,
    wide,
)
from renderer.scene import Scene
from renderer.score_strip import (
    box,
    just_placed,
    least_card,
    rotations,
    score_strip,
    snapped,
    strip_height,
)
from renderer.table import table
from renderer.table_margins import Margins, margins
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game

HIGHEST: Final = 1.15
"""The most a picture of a turn is higher than wide: its post is seen whole on a screen."""

LEAST: Final = 5.4
MOST: Final = 8.0
"""The ems of a side of the tile in hand: its letters lie beside each other, it draws no more eyes
than the table."""

ROOM: Final = 15.6
"""The least ems of room that are worth using for the score strip."""

LEAST_SEAT: Final = 8
"""The ems of the narrowest score strip."""

BETWEEN: Final = 0.35
"""The ems between what stands side by side."""

TRIES: Final = 8
"""How often it is tried how wide a picture has to be that must not be too high."""

NEAR: Final = 0.02
"""How near to the least width is near enough."""

TABLE: Final = 2
SMALL: Final = 10
"""How much more the size of tiles on the table counts than that of the tile in hand; and how much
again up to a size that is ENOUGH."""

ENOUGH: Final = 0.1
"""The part of the width of a picture that tiles on the table should have."""

SEEN: Final = 0.08
"""The part they have to have; where they seem to get less, it is looked more closely."""

STEP: Final = 1.003
"""How much wider each picture is that is tried then."""


@dataclass(frozen=True, slots=True)
class TurnForm:
    """A way to arrange a picture: the tile in hand in columns, ``beside`` the table or below it.

    ``seats`` says whether the score strip stands beside the table, too.
    """

    columns: int
    beside: bool
    seats: bool = False


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """How large a picture arranged in a form gets; ``shown`` is the size of the tile in hand.

    ``seats`` is the width of the score strip.
    """

    form: TurnForm
    width: int
    height: int
    em: int
    shown: int
    seats: int

    def seen(self, size: int) -> bool:
        """Return True if it is not too high and tiles of a size are large enough on it."""
        return self.height <= HIGHEST * self.width and size >= SEEN * self.width


def turn_scene(game: Game, view: View) -> Scene:
    """A table with the tile in hand and the seats where they leave it most room."""
    if game.over:
        return board_scene(game, view)
    size, free = largest(view), margins(view)
    best = _best(game, view.window, free, size)
    if best.width * best.height > MOST_PIXELS:
        size = snapped(size * (MOST_PIXELS / (best.width * best.height)) ** 0.5)
        best = _best(game, view.window, free, size)
    smaller = snapped(size - 1)
    if not best.seen(size) and (plan := _best(game, view.window, free, smaller)).seen(smaller):
        # the sizes of tiles are steps, and what stands beside them may fit those of another
        size, best = smaller, plan
    return scene_of(game, _blocks(game, view, size, best), best.em)


def _forms(game: Game) -> Iterator[TurnForm]:
    """The ways to arrange a picture."""
    number = len(game.hand.distinct) if game.hand is not None else 1
    yield TurnForm(number, beside=False)
    for columns in range(1, 1 + (number + 1) // 2):
        yield TurnForm(columns, beside=True)
        yield TurnForm(columns, beside=True, seats=True)


def _best(game: Game, window: Window, free: Margins, size: int) -> TurnPlan:
    """The picture with the largest tiles, on the table and in hand."""

    def worth(plan: TurnPlan) -> tuple[bool, float]:
        side = max(plan.width, plan.height)
        tiles = TABLE * size / side + SMALL * min(size / plan.width, ENOUGH)
        return plan.height <= HIGHEST * plan.width, tiles + plan.shown / side

    best = max((_fitted(game, window, free, size, form) for form in _forms(game)), key=worth)
    if best.seen(size):
        return best
    closer = (_closely(game, window, free, size, form) for form in _forms(game))
    return max((plan for plan in closer if plan is not None), key=worth, default=best)


def _fitted(game: Game, window: Window, free: Margins, size: int, form: TurnForm) -> TurnPlan:
    """A picture arranged in a way, just wide enough that it is not too high if that can be."""
    low = width = _least(window, free, size)
    best: TurnPlan | None = None
    for _ in range(TRIES):
        plan = _plan(game, window, free, size, form, ceil(width))
        if plan.width > ceil(width):
            low = width = plan.width
        elif plan.height <= HIGHEST * width:
            best = plan
            if width - low < NEAR * width:
                break
            width = (low + width) / 2
        else:
            low = width
            # what is no cell grows with the width
            ems = (plan.height - window.rows * size) / width
            grown = window.rows * size / max(HIGHEST - ems, 0.3)
            width = (low + best.width) / 2 if best else max(width * 1.02, grown)
    return best or plan


def _closely(
    game: Game, window: Window, free: Margins, size: int, form: TurnForm
) -> TurnPlan | None:
    """The narrowest picture that is not too high, tiles large enough, that in hand no larger."""
    width = _least(window, free, size)
    while size >= SEEN * width:
        plan = _plan(game, window, free, size, form, ceil(width), LEAST)
        if plan.seen(size):
            return plan
        width *= STEP
    return None


def _room(game: Game) -> float:
    """The ems of room that is worth using for the score strip: two seats side by side."""
    return max(ROOM, 2 * least_card(game) + BETWEEN)


def _least(window: Window, free: Margins, size: int) -> float:
    """The least width of a picture that has room for a table."""
    return max(NARROW, window.columns * size / (1 - EM * free.across))


def _plan(
    game: Game,
    window: Window,
    free: Margins,
    size: int,
    form: TurnForm,
    width: int,
    most: float = MOST,
) -> TurnPlan:
    """A picture of a width, or of what it takes; the tile in hand as large as there is room.

    It has ``most`` ems at the most.
    """
    em = ceil(EM * width)
    across = window.columns * size + round(free.across * em)
    along = window.rows * size + round(free.along * em)
    gap, rim, between = round(GAP * em), round(MARGIN * em), round(BETWEEN * em)
    seats = width - 2 * rim
    if not form.beside:
        shown = _side(game, em, form.columns, seats, round((LEAST + 4) * em), most)
        wide, high = box(game, shown, em, form.columns)
        if seats - wide - between >= _room(game) * em:
            seats -= wide + between
            high = max(high, strip_height(game, seats, em))
        else:
            high += gap + strip_height(game, seats, em)
        most = max(width, across, wide + 2 * rim)
        return TurnPlan(form, most, along + gap + high + rim, em, shown, seats)
    room = width - across - between - rim
    shown = _side(game, em, form.columns, room, along, most)
    wide, high = box(game, shown, em, form.columns)
    if form.seats:
        least = round(max(LEAST_SEAT, least_card(game)) * em)
        seats = max(least, min(room, max(wide, round(_room(game) * em))))
        high = max(along, high + gap + strip_height(game, seats, em))
        wide = max(wide, seats)
    else:
        high = max(along, high) + gap + strip_height(game, seats, em)
    return TurnPlan(form, max(width, across + between + wide + rim), high + rim, em, shown, seats)


def _blocks(game: Game, view: View, size: int, plan: TurnPlan) -> Sequence[Block]:
    """The blocks of a planned picture, from above."""
    form, em = plan.form, plan.em
    gap, rim, between = round(GAP * em), round(MARGIN * em), round(BETWEEN * em)
    laid = table(game, view, size, em)
    hand = just_placed(game, plan.shown, em)
    if game.hand is not None:
        hand = rotations(game, plan.shown, em, form.columns)
    seats = score_strip(game, view, plan.seats, em)
    if form.beside:
        column = stacked((hand, seats), gap) if form.seats else hand
        ending = Block(column.width + rim, column.height, blocks=((0, 0, column),))
        both = wide(in_a_row((laid, ending), between), plan.width)
        return (both,) if form.seats else (both, wide(seats, plan.width))
    if plan.seats < plan.width - 2 * rim:
        return wide(laid, plan.width), in_a_row((hand, seats), between)
    return wide(laid, plan.width), hand, seats


def _side(game: Game, em: int, columns: int, room: int, height: int, most: float) -> int:
    """The size of the tile in hand, as large as fits and makes sense."""
    number = len(game.hand.distinct) if game.hand is not None else 1
    rows = -(-number // columns)
    by_width = (room / em - 1 - (columns - 1) / 2) / columns
    by_height = (height / em - 0.7 - (rows - 1) / 4) / rows - 1.5
    return snapped(min(most, max(LEAST, min(by_width, by_height))) * em)
