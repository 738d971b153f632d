"""A chart of points over turns, and the table of points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from renderer import text
from renderer.blocks import Block, stack
from renderer.players import Players
from renderer.scene import Align, Badge, Curve, Ink, Item, Label, Panel, Scene, Star
from rules.analysis.history import final_ranking, winners
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

LINE_EMS: Final = 1.25
"""The height of a line of text in ems: grid lines are so far apart at least."""

TURN_EMS: Final = 2.2
"""The width of the number of a turn in ems."""

AXIS_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


@dataclass(frozen=True, slots=True)
class ChartInks:
    """A chart's inks: ground, grid lines, points, turns, rims of curves."""

    ground: Ink
    grid: Ink
    points: Ink
    turns: Ink
    rim: Ink


ON_TABLE: Final = ChartInks(Ink.TABLE, Ink.GRID, Ink.CHALK, Ink.FAINT, Ink.CHALK)
ON_PAPER: Final = ChartInks(Ink.PAPER, Ink.GAP, Ink.DARK, Ink.BRONZE, Ink.DARK)


@dataclass(frozen=True, slots=True)
class PointsHistory:
    """Each seat's points after every turn, at last after the final scoring."""

    points: tuple[tuple[int, ...], ...]

    @property
    def highest(self) -> int:
        return max(max(course) for course in self.points)

    @property
    def turns(self) -> int:
        return len(self.points[0]) - 1


def points_history(story: Iterable[Event], seats: int) -> PointsHistory:
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
    """The chart above the current or final table of points, best seat first."""
    em = EM_PIXELS
    table = standings_block(game, players, WIDTH_PIXELS - 2 * em, em)
    plot = plot_block(game, players, WIDTH_PIXELS, HEIGHT_PIXELS, em)
    block = stack((plot, table), em // 2)
    return Scene(game.book, WIDTH_PIXELS, block.height + em // 2, tuple(block.flat()))


def standings_block(game: Game, players: Players, width: int, em: int) -> Block:
    """Seats by points with their places; winners' rows are larger."""
    best = winners(game)
    rows = [
        _standing(game, players, seat, place, width, em, has_won=seat in best)
        for place, seat in final_ranking(game)
    ]
    return stack(rows, em // 5)


def _standing(
    game: Game, players: Players, seat: int, place: int, width: int, em: int, *, has_won: bool
) -> Block:
    """Place, emblem, whole name and points; a star for a winner."""
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
    name = players.title(seat)
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


def plot_block(
    game: Game,
    players: Players,
    width: int,
    height: int,
    em: int,
    inks: ChartInks = ON_TABLE,
    marks: Sequence[tuple[int, int]] = (),
) -> Block:
    """Curves of points over grid lines, each with its seat's emblem at the end.

    ``marks``: turns and seats, numbered from 1 in discs on the curves, or above or below them where
    another disc lies.
    """
    history = points_history(game.story, game.seats)
    mark = round(1.1 * em)
    top, bottom = em, 2 * em
    columns = 1 if mark * game.seats <= height - top - bottom + em // 3 + mark // 2 else 2
    left, right = 2 * em + em // 2, 2 * em + (columns - 1) * mark
    wide, high = width - left - right, height - top - bottom
    most = max(1, history.highest)
    lines = min(5, max(1, int(high / (LINE_EMS * em))))
    step = next((s for s in AXIS_STEPS if most / s <= lines), 1000)
    ceiling = -(-most // step) * step
    turns = max(1, history.turns)

    def point(turn: int, points: int) -> tuple[int, int]:
        return left + round(turn * wide / turns), top + round(high - points * high / ceiling)

    items: list[Item] = []
    line = max(1, em // 28)
    for points in range(0, ceiling + 1, step):
        y = point(0, points)[1]
        items.append(Panel(left, y, wide, line if points else 2 * line, inks.grid))
        box = (0, y - round(0.6 * em), left - em // 2, round(LINE_EMS * em))
        items.append(Label(*box, str(points), em, inks.points, inks.ground, Align.RIGHT))
    # a mark on the lowest line covers no number of a turn
    below = top + high + (3 * em // 4 if marks else em // 4)
    numbers = min(8, wide / (TURN_EMS * em))
    every = next((s for s in AXIS_STEPS if turns / s <= numbers), 1000)
    for turn in range(every, turns + 1, every):
        box = (point(turn, 0)[0] - 2 * em, below, 4 * em, round(LINE_EMS * em))
        items.append(Label(*box, str(turn), em, inks.turns, inks.ground))
    for seat, points_of in enumerate(history.points):
        course = tuple(point(turn, points) for turn, points in enumerate(points_of))
        items.append(Curve(0, 0, players.colour(seat), course, round(0.18 * em) | 1, inks.rim))
    discs: list[tuple[int, int]] = []
    for number, (turn, seat) in enumerate(marks, 1):
        x, y = point(turn, history.points[seat][min(turn, history.turns)])
        y = nearest_free_height(x, y, discs, 2 * disc_radius(em), range(top, top + high + 1))
        discs.append((x, y))
        items += numbered_disc(x, y, number, em)
    last = [point(turns, course[-1])[1] - mark // 2 for course in history.points]
    # emblems must not overlap, nor cover the number of the last turn
    order = sorted(range(len(last)), key=lambda seat: last[seat])
    apart = -(-mark // columns)
    lowest = top + high + em // 3 - mark - apart * (len(order) - 1)
    free = -mark
    for place, seat in enumerate(order):
        free = min(max(last[seat], free), lowest + place * apart)
        x = left + wide + em // 4 + place % columns * mark
        items.append(Badge(x, free, mark, players.colour(seat), inks.ground))
        free += apart
    return Block(width, height, tuple(items))


def nearest_free_height(
    x: int, y: int, taken: Iterable[tuple[int, int]], apart: int, heights: Iterable[int]
) -> int:
    """The height nearest to ``y`` that is ``apart`` from all points taken; else ``y``."""
    free = [h for h in heights if all(hypot(x - a, h - b) >= apart for a, b in taken)]
    return min(free, key=lambda height: abs(height - y), default=y)


def disc_radius(em: int) -> int:
    return round(0.78 * em)


def numbered_disc(x: int, y: int, number: int, em: int) -> tuple[Item, ...]:
    """A dark disc with a light rim."""
    outer, inner = disc_radius(em), round(0.66 * em)
    return (
        Panel(x - outer, y - outer, 2 * outer, 2 * outer, Ink.PAPER, radius=outer),
        Panel(x - inner, y - inner, 2 * inner, 2 * inner, Ink.DARK, radius=inner),
        Label(
            x - inner,
            y - inner,
            2 * inner,
            2 * inner,
            str(number),
            em,
            Ink.PAPER,
            Ink.DARK,
            bold=True,
        ),
    )
