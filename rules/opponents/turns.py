"""List the complete turns from a decision to the next draw or turn; types of rated turns."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from rules.analysis.drafts import is_turn_complete
from rules.game import Game, is_open_decision, run_agenda, stops_draft
from rules.geometry import Cell
from rules.moves import Move, PlaceTile
from rules.random_play import random_move
from rules.ruleset import Step

Moves: TypeAlias = tuple[Move, ...]
"""The moves of a seat from one decision until a tile is drawn or the next turn begins."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """One reason for the worth of a turn: a term of the evaluation that changes.

    ``kind`` is a word of an open vocabulary, such as ``now`` for points scored at once. ``points``:
    change of the mover's margin; ``seat``, ``layer``, ``cells`` and ``role`` of the figure, where
    known; ``kept``: worth of a figure that stays in hand, which changes no points.
    """

    kind: str
    points: float
    seat: int | None = None
    layer: str | None = None
    cells: tuple[Cell, ...] = ()
    kept: float = 0.0
    role: str | None = None

    @property
    def size(self) -> float:
        """The points concerned, for any seat."""
        return max(abs(self.points), self.kept)


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A way to complete a turn: moves, worth and reasons.

    ``worth``: expected change, in points, of the margin over the best other seat; ``reasons``:
    largest first, their points sum to it.
    """

    moves: Moves
    worth: float
    reasons: tuple[MoveReason, ...]


BEAM_WIDTH: Final = 12
"""The drafts that are followed at decisions after the placement."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn's moves and the draft after them (`rules.analysis.drafts`)."""

    moves: Moves
    after: Game


def complete_turns(
    game: Game, measure: Callable[[Game], float], beam: int = BEAM_WIDTH, places: int | None = None
) -> list[Turn]:
    """List complete turns with different results.

    The ``places`` best placements are followed (None: all), then the ``beam`` best drafts at each
    later decision. A larger ``measure`` is better.
    """
    finished: list[Turn] = []
    unfinished = [Turn((), game)]
    while unfinished:
        tried = [option for turn in unfinished for option in _next_turns(turn)]
        finished += [turn for turn in tried if is_turn_complete(turn.after)]
        unfinished = [turn for turn in tried if not is_turn_complete(turn.after)]
        laid = all(isinstance(turn.moves[-1], PlaceTile) for turn in unfinished)
        limit = places if laid else beam
        if limit is not None and len(unfinished) > limit:
            unfinished = sorted(unfinished, key=lambda turn: -measure(turn.after))[:limit]
    return finished


def random_turn(game: Game, chance: random.Random) -> Moves:
    """Choose a random first word at each decision, then a random move with it."""
    moves: list[Move] = []
    while not is_turn_complete(game):
        moves.append(random_move(game, chance))
        game = _draft_after(game, moves[-1])
    return tuple(moves)


def _draft_after(game: Game, move: Move) -> Game:
    taken = game.decision.take(game.replace(agenda=game.agenda[1:]), move)
    return run_agenda(taken, _stops_at_choice)


def _next_turns(turn: Turn) -> Iterator[Turn]:
    for move in turn.after.decision.distinct_moves(turn.after):
        yield Turn((*turn.moves, move), _draft_after(turn.after, move))


def _stops_at_choice(step: Step, game: Game) -> bool:
    """True for an open decision, or a step beyond the turn's moves."""
    return stops_draft(step, game) or is_open_decision(step, game)


def rank_turns(turns: Iterable[Turn], measure: Callable[[Game], float]) -> list[tuple[float, Turn]]:
    """Sort by measure, best first; ties keep their order."""
    rated_turns = [(measure(turn.after), turn) for turn in turns]
    return sorted(rated_turns, key=lambda rated: -rated[0])
