"""A chart of points over turns with a line for each seat, and the table of points."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from renderer import text
from renderer.blocks import Block, stack
from renderer.players import Players
from renderer.scene import Align, Badge, Curve, Ink, Item, Label, Panel, Scene, Star
from rules.analysis.history import winners
from rules.game import Game
from rules.story import Event, Scored, TurnBegan

WIDTH: Final = 900
HEIGHT: Final = 420
EM: Final = 27

AXIS_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


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
    block = stack(
        (_plot(points_history(game.story, game.seats), players), standings_block(game, players)),
        EM // 2,
    )
    return Scene(game.book, WIDTH, block.height + EM // 2, tuple(block.flat()))


def standings_block(game: Game, players: Players) -> Block:
    """The seats by points, the best first; winners have a star."""
    best = winners(game)
    order = sorted(range(game.seats), key=lambda seat: (-game.scores[seat], seat))
    wide, line = WIDTH - 2 * EM, round(1.9 * EM)
    rows = []
    for seat in order:
        won = seat in best
        ground = Ink.PAPER if won else Ink.PANEL
        ink = Ink.DARK if won else Ink.CHALK
        mark, top, high = round(1.4 * EM), round(0.25 * EM), round(1.4 * EM)
        # the room beside a star, with a small gap
        left, room = 2 * EM + EM // 4, wide - 17 * EM // 2
        name = text.shorten(players.name(seat), room, EM, won)
        big, score = round(1.25 * EM), str(game.scores[seat])
        items: list[Item] = [
            Panel(0, 0, wide, line, ground, radius=EM // 3),
            Badge(EM // 2, top, mark, players.colour(seat), ground),
            Label(left, top, room, high, name, EM, ink, ground, Align.LEFT, won),
            Label(
                wide - 4 * EM, top, 7 * EM // 2, high, score, big, ink, ground, Align.RIGHT, True
            ),
        ]
        if won:
            items.append(Star(wide - 6 * EM, top, high, Ink.AMBER, ground))
        rows.append(Block(wide, line, tuple(items)))
    return stack(rows, EM // 4)


def _plot(history: PointsHistory, players: Players) -> Block:
    """The curves over horizontal grid lines, with a seat's emblem at the end of each."""
    left, right, top, bottom = 2 * EM + EM // 2, 2 * EM, EM, 2 * EM
    wide, high = WIDTH - left - right, HEIGHT - top - bottom
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
        box = (0, y - round(0.6 * EM), left - EM // 2, round(1.25 * EM))
        items.append(Label(*box, str(points), EM, Ink.CHALK, Ink.TABLE, Align.RIGHT))
    every = next((s for s in AXIS_STEPS if turns / s <= 8), 1000)
    for turn in range(every, turns + 1, every):
        box = (point(turn, 0)[0] - 2 * EM, top + high + EM // 4, 4 * EM, round(1.25 * EM))
        items.append(Label(*box, str(turn), EM, Ink.FAINT, Ink.TABLE))
    for seat, points_of in enumerate(history.points):
        line = tuple(point(turn, points) for turn, points in enumerate(points_of))
        items.append(Curve(0, 0, players.colour(seat), line, 5))
    mark = round(1.1 * EM)
    last = [point(turns, course[-1])[1] - mark // 2 for course in history.points]
    # emblems must not overlap, nor leave the chart
    order = sorted(range(len(last)), key=lambda seat: last[seat])
    lowest = HEIGHT - mark * len(order)
    free = -mark
    for place, seat in enumerate(order):
        free = min(max(last[seat], free), lowest + place * mark)
        items.append(Badge(left + wide + EM // 4, free, mark, players.colour(seat), Ink.TABLE))
        free += mark
    return Block(WIDTH, HEIGHT, tuple(items))
