"""A chart of points over turns, the table of points, and the picture of a game's end."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final

from renderer import text
from renderer.blocks import Block, stack
from renderer.layout import EM_SHARE, MARGIN_EMS, MAX_TILE_PIXELS, stacked_scene
from renderer.players import Players
from renderer.scene import Align, Badge, Curve, Ink, Item, Label, Panel, Scene, Star
from renderer.score_strip import TILE_SIZES, snap_tile_size
from renderer.table import cells_block
from renderer.view import View
from rules.analysis.history import final_ranking, winners
from rules.analysis.viewport import Window
from rules.game import Game
from rules.story import Event, Scored, TurnBegan

WIDTH_PIXELS: Final = 900
HEIGHT_PIXELS: Final = 420
EM_PIXELS: Final = 27
"""The size of a chart alone, and its em."""

ROW_EMS: Final = 1.8
WINNER_ROW_EMS: Final = 2.6
"""The heights of a seat's row in the table of points, and of a winner's."""

MIN_NAME_EMS: Final = 0.9
"""The smallest size of a name in ems, before a longer one is shortened."""

AXIS_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


END_WIDTH_PIXELS: Final = 980
MAX_END_ASPECT: Final = 1.35
"""The width of the picture of the end, and its most height by width."""

CHART_SHARE: Final = 0.3
"""The height of the chart as a share of the width."""


@dataclass(frozen=True, slots=True)
class PointsHistory:
    """Each seat's points at the end of every turn, the last after the final scoring."""

    points: tuple[tuple[int, ...], ...]

    @property
    def highest(self) -> int:
        """The highest score of any seat at any time."""
        return max(max(course) for course in self.points)

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self.points[0]) - 1


def points_history(story: Iterable[Event], seats: int) -> PointsHistory:
    """The points of each seat after every turn of a story."""
    totals = [0] * seats
    history: list[list[int]] = [[0] for _ in range(seats)]
    begun = False
    for event in story:
        match event:
            case TurnBegan():
                if begun:
                    for seat in range(seats):
                        history[seat].append(totals[seat])
                begun = True
            case Scored():
                for seat, points in event.points:
                    totals[seat] += points
    for seat in range(seats):
        history[seat].append(totals[seat])
    return PointsHistory(tuple(map(tuple, history)))


def chart_scene(game: Game, players: Players) -> Scene:
    """The chart with the current or final table of points below, the best seat first."""
    em = EM_PIXELS
    table = standings_block(game, players, WIDTH_PIXELS - 2 * em, em)
    plot = plot_block(game, players, WIDTH_PIXELS, HEIGHT_PIXELS, em)
    block = stack((plot, table), em // 2)
    return Scene(game.book, WIDTH_PIXELS, block.height + em // 2, tuple(block.flat()))


def end_scenes(game: Game, players: Players) -> Iterator[Scene]:
    """The places of the players, the final board and the chart; each further scene is smaller.

    The board is as large as the height allows.
    """
    em = ceil(EM_SHARE * END_WIDTH_PIXELS)
    width = END_WIDTH_PIXELS - 2 * round(MARGIN_EMS * em)
    places = standings_block(game, players, width, em)
    chart = plot_block(game, players, END_WIDTH_PIXELS, round(CHART_SHARE * END_WIDTH_PIXELS), em)
    window = Window.around(game.board.tiles)
    room = round(MAX_END_ASPECT * END_WIDTH_PIXELS) - places.height - chart.height - 3 * em
    for largest in reversed(TILE_SIZES):
        if largest <= MAX_TILE_PIXELS:
            size = snap_tile_size(min(largest, width / window.columns, room / window.rows))
            view = View(window, players=players, tile=size)
            top = Block(END_WIDTH_PIXELS, round(MARGIN_EMS * em))
            board = cells_block(game, view, size, em)
            yield stacked_scene(game, (stack((top, places), 0), board, chart), em)


def standings_block(game: Game, players: Players, width: int, em: int) -> Block:
    """The seats by points, the best first with their places; a winner's row is larger."""
    best = winners(game)
    rows = [
        _standing(game, players, seat, place, width, em, has_won=seat in best)
        for place, seat in final_ranking(game)
    ]
    return stack(rows, em // 5)


def _standing(
    game: Game, players: Players, seat: int, place: int, width: int, em: int, *, has_won: bool
) -> Block:
    """The row of a seat: its place, emblem, whole name and points; a star for a winner."""
    ground, ink = (Ink.PAPER, Ink.DARK) if has_won else (Ink.PANEL, Ink.CHALK)
    high = round((WINNER_ROW_EMS if has_won else ROW_EMS) * em)
    size = round(1.3 * em) if has_won else em
    mark, pad = round(0.8 * high), em // 3
    score = str(game.scores[seat])
    points = round(1.8 * em) if has_won else round(1.2 * em)
    number_width, score_width = 3 * em // 2, text.width(score, points, True) + 4
    star = 3 * em // 2 if has_won else 0
    left = number_width + mark + 2 * pad
    right = width - pad - score_width
    room = right - star - pad - left
    name = players.name(seat)
    while size > round(MIN_NAME_EMS * em) and text.width(name, size, has_won) > room:
        size -= 1
    items: list[Item] = [
        Panel(0, 0, width, high, ground, radius=em // 3),
        Label(0, 0, number_width, high, str(place), em, ink, ground, bold=has_won),
        Badge(number_width, (high - mark) // 2, mark, players.colour(seat), ground),
        Label(
            left,
            0,
            room,
            high,
            text.shorten(name, room, size, has_won),
            size,
            ink,
            ground,
            Align.LEFT,
            has_won,
        ),
        Label(right, 0, score_width, high, score, points, ink, ground, Align.RIGHT, True),
    ]
    if has_won:
        items.append(Star(right - star, (high - star) // 2, star - pad, Ink.AMBER, ground))
    return Block(width, high, tuple(items))


def plot_block(game: Game, players: Players, width: int, height: int, em: int) -> Block:
    """The curves of points over horizontal grid lines, with a seat's emblem at the end of each."""
    history = points_history(game.story, game.seats)
    left, right, top, bottom = 2 * em + em // 2, 2 * em, em, 2 * em
    wide, high = width - left - right, height - top - bottom
    most = max(1, history.highest)
    step = next((s for s in AXIS_STEPS if most / s <= 5), 1000)
    ceiling = -(-most // step) * step
    turns = max(1, history.turns)

    def point(turn: int, points: int) -> tuple[int, int]:
        return left + round(turn * wide / turns), top + round(high - points * high / ceiling)

    items: list[Item] = []
    for points in range(0, ceiling + 1, step):
        y = point(0, points)[1]
        items.append(Panel(left, y, wide, 1 if points else 2, Ink.GRID))
        box = (0, y - round(0.6 * em), left - em // 2, round(1.25 * em))
        items.append(Label(*box, str(points), em, Ink.CHALK, Ink.TABLE, Align.RIGHT))
    every = next((s for s in AXIS_STEPS if turns / s <= 8), 1000)
    for turn in range(every, turns + 1, every):
        box = (point(turn, 0)[0] - 2 * em, top + high + em // 4, 4 * em, round(1.25 * em))
        items.append(Label(*box, str(turn), em, Ink.FAINT, Ink.TABLE))
    for seat, points_of in enumerate(history.points):
        line = tuple(point(turn, points) for turn, points in enumerate(points_of))
        items.append(Curve(0, 0, players.colour(seat), line, 5))
    mark = round(1.1 * em)
    last = [point(turns, course[-1])[1] - mark // 2 for course in history.points]
    # emblems must not overlap, nor cover the number of the last turn
    order = sorted(range(len(last)), key=lambda seat: last[seat])
    lowest = top + high + em // 3 - mark * len(order)
    free = -mark
    for place, seat in enumerate(order):
        free = min(max(last[seat], free), lowest + place * mark)
        items.append(Badge(left + wide + em // 4, free, mark, players.colour(seat), Ink.TABLE))
        free += mark
    return Block(width, height, tuple(items))
