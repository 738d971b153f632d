"""Lessons: a position, what to do in it, and the goals that a move there has to reach."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from rules.analysis.drafts import points_gained
from rules.analysis.projection import projected_scores
from rules.game import Game, play, play_together, start
from rules.moves import Move, Pass
from rules.opponents import choose
from rules.record import play_line
from rules.story import Event, PieceDeployed
from rules.variants import rulebook

LEARNER: Final = 0
"""The seat of the learner; the other one is an opponent's."""
SEATS: Final = 2
OPPONENT_LEVEL: Final = "novice"

IsReached: TypeAlias = Callable[[Game, Game], bool]
"""Return True if a turn reaches a goal; the game before it, and the draft after it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A thing that the turn of a lesson has to do; ``why`` is told about a turn without it."""

    is_reached: IsReached
    why: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position of a game with a tile in hand, and what the learner should do with it.

    ``key`` stands in buttons and in the database, and never changes; ``title``, ``task`` and
    ``done`` are messages. ``turns`` are the turns before, by both seats in turn and the learner
    first, each as ``TILE X Y ROTATION MOVES``; ``hand`` is the learner's tile. ``example`` is a
    turn that reaches all ``goals``. A lesson for ``beginners`` comes before those of other parts.
    """

    key: str
    game: str
    title: str
    task: str
    done: str
    turns: tuple[str, ...]
    hand: str
    goals: tuple[Goal, ...]
    example: str
    beginners: bool = False

    def missed_goal(self, before: Game, after: Game) -> Goal | None:
        """The first goal that a turn has not reached; None for a right turn."""
        return next((goal for goal in self.goals if not goal.is_reached(before, after)), None)


@cache
def position(lesson: Lesson) -> Game:
    """The game of a lesson at the learner's turn. Raise RulesError for turns that are not legal."""
    book = rulebook(lesson.game)
    wanted = [*(turn.split()[0] for turn in lesson.turns), lesson.hand]
    bags: dict[str, tuple[str, ...]] = {}
    for name, box in book.ruleset.bags.items():
        first = [tile for tile in wanted if tile in box.counts]
        rest = Counter(box.pile())
        rest.subtract(first)
        bags[name] = (*first, *rest.elements())
    game = start(book, SEATS, bags)
    for turn in lesson.turns:
        game = play_line(game, f"place {turn.partition(' ')[2]}")
        while game.drawn is None:
            game = play(game, Pass())
    return game


def play_with_reply(lesson: Lesson, moves: Sequence[Move]) -> Game:
    """Play the learner's turn in a lesson, and the opponent's turn if that is next.

    The opponent always answers in the same way. Raise IllegalMove for moves that are not legal.
    """
    game = play_together(position(lesson), moves)[0]
    if game.over or game.turn == LEARNER:
        return game
    return play_together(game, choose(game, OPPONENT_LEVEL))[0]


def scores(points: int, why: str) -> Goal:
    """The goal to score so many points at once."""
    return Goal(lambda before, after: points_gained(before, after).get(LEARNER, 0) >= points, why)


def earns_at_the_end(points: int, why: str) -> Goal:
    """The goal to be worth so many points more if the game ended after the turn."""
    return Goal(
        lambda _before, after: projected_scores(after)[LEARNER] - after.scores[LEARNER] >= points,
        why,
    )


def deploys(role: str, why: str) -> Goal:
    """The goal to place a piece in a role."""
    return Goal(
        lambda before, after: any(
            isinstance(event, PieceDeployed) and event.piece.role.name == role
            for event in _news(before, after)
        ),
        why,
    )


def extends(layer: str, why: str) -> Goal:
    """The goal to make the largest area of the learner on a layer larger."""
    return Goal(lambda before, after: _largest(after, layer) > _largest(before, layer), why)


def claims_tiles(layer: str, tiles: int, why: str) -> Goal:
    """The goal to have an area on a layer with so many tiles."""
    return Goal(lambda _before, after: _largest(after, layer) >= tiles, why)


def turns_the_tile(rotation: int, why: str) -> Goal:
    """The goal to place the tile with so many quarter turns clockwise."""
    return Goal(lambda _before, after: after.last_form.rotation == rotation, why)


def brings_about(kind: type[Event], why: str) -> Goal:
    """The goal to bring about an event of a kind."""
    return Goal(
        lambda before, after: any(isinstance(event, kind) for event in _news(before, after)), why
    )


def _news(before: Game, after: Game) -> tuple[Event, ...]:
    return after.story[len(before.story) :]


def _largest(game: Game, layer: str) -> int:
    """The tiles of the largest area on a layer with a piece of the learner."""
    areas = game.board.areas(layer)
    return max(
        (
            len(area.cells())
            for area in areas
            if any(piece.seat == LEARNER for piece in area.pieces)
        ),
        default=0,
    )
