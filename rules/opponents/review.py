"""The review of a whole game: the points that each seat's moves lost against the best moves.

Every decision is evaluated one turn deep; the most expensive ones are then searched.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import decision_chance, shuffle_hidden_piles
from rules.opponents.rated_turn import Moves, RatedTurn
from rules.opponents.reasons import reasons
from rules.opponents.search import (
    ADVICE_NODES,
    Budget,
    Candidate,
    compare_turns,
    search_turns,
)
from rules.opponents.turns import Turn, complete_turns, rank_turns
from rules.record import END, RESIGN, SKIP, moments, replay
from rules.story import TurnBegan

MAX_MISTAKES_PER_SEAT: Final = 3
"""The most mistakes listed for a seat."""
MAX_RECHECKED_PER_SEAT: Final = 5
"""The most suspected mistakes of a seat that are searched."""
COMPARED_FUTURES: Final = 12
"""The number of futures in which the played and the better turn are compared."""
MAX_COSTLY_TURNS: Final = 3
"""The most turning points of a game."""
HINT_SEED: Final = 0
COMPARISON_SEED: Final = 2
"""The seeds of the search for the best turn, which is that of a hint, and of the comparison."""
MIN_LOSS_POINTS: Final = 1.0
"""The least loss that counts as a mistake."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Moves that lost points, and a better turn.

    ``line`` is the number of record lines before the moves, ``tile`` the number of their tile in
    the game, without the start tile; ``lost`` is the difference in worth to the better turn.
    """

    line: int
    tile: int
    seat: int
    played: Moves
    better: RatedTurn
    lost: float


@dataclass(frozen=True, slots=True)
class Review:
    """The worst mistakes of each seat, the most expensive first, and the points each seat lost."""

    mistakes: tuple[tuple[Mistake, ...], ...]
    lost: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TileDecision:
    """A seat's decision about one tile: the record lines and the game before it, the moves."""

    line: int
    game: Game
    moves: Moves


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A decision and its mistake as estimated one turn deep."""

    decision: TileDecision
    mistake: Mistake


def review_record(record: str, seconds: float | None = None, nodes: int = ADVICE_NODES) -> Review:
    """Review all moves of a record. Raise RecordError as `rules.record.moments` does.

    ``nodes`` limit the positions evaluated to find a better turn for a suspected mistake, and twice
    as many compare the two turns. After ``seconds`` nothing more is searched, and the estimates
    count.
    """
    until = None if seconds is None else time.monotonic() + seconds
    suspects: list[list[_Suspect]] = [[] for _ in range(next(moments(record)).game.seats)]
    for decision in tile_decisions(record):
        mistake = _estimated_mistake(decision)
        if mistake is not None:
            suspects[decision.game.turn].append(_Suspect(decision, mistake))
    by_seat = [
        sorted(seat_suspects, key=lambda suspect: -suspect.mistake.lost)
        for seat_suspects in suspects
    ]
    mistakes: list[list[Mistake]] = [[] for _ in by_seat]
    # Go rank by rank, so that a time limit affects every seat alike.
    for rank in range(MAX_RECHECKED_PER_SEAT):
        for seat, seat_suspects in enumerate(by_seat):
            if (
                rank < len(seat_suspects)
                and (mistake_found := _searched_mistake(seat_suspects[rank], nodes, until))
                is not None
            ):
                mistakes[seat].append(mistake_found)
    return Review(
        tuple(
            tuple(
                sorted(seat_suspects, key=lambda mistake_found: -mistake_found.lost)[
                    :MAX_MISTAKES_PER_SEAT
                ]
            )
            for seat_suspects in mistakes
        ),
        tuple(map(_points_lost, mistakes, by_seat)),
    )


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """One of the most expensive moves of a game: the number of its turn, its seat, its loss."""

    turn: int
    seat: int
    lost: float


def costliest_turns(
    review: Review, record: str, number: int = MAX_COSTLY_TURNS
) -> tuple[CostlyTurn, ...]:
    """The turns of a game with the most expensive mistakes, whoever made them, in their order."""
    mistakes = [mistake for listed in review.mistakes for mistake in listed]
    worst = sorted(mistakes, key=lambda mistake: -mistake.lost)[:number]
    by_line = {mistake.line: mistake for mistake in worst}
    turns: dict[int, CostlyTurn] = {}
    for line, moment in enumerate(moments(record)):
        if line in by_line:
            turn = sum(isinstance(event, TurnBegan) for event in moment.game.story)
            mistake = by_line[line]
            lost = mistake.lost + (turns[turn].lost if turn in turns else 0.0)
            turns[turn] = CostlyTurn(turn, mistake.seat, lost)
    return tuple(turns.values())


def _points_lost(mistakes: Sequence[Mistake], suspects: Sequence[_Suspect]) -> float:
    """The points lost by all moves of a seat, including mistakes that were only estimated."""
    return sum(mistake.lost for mistake in mistakes) + sum(
        suspect.mistake.lost for suspect in suspects[MAX_RECHECKED_PER_SEAT:]
    )


def tile_decisions(record: str) -> Iterator[TileDecision]:
    """The decision about each tile, except where a seat left or was skipped in the middle."""
    decision: TileDecision | None = None
    before: Game | None = None
    for number, moment in enumerate(moments(record)):
        game = moment.game
        if before is not None and decision is not None:
            if moment.line.split()[0].lower() in (END, RESIGN, SKIP):
                decision = None
            else:
                decision = TileDecision(
                    decision.line, decision.game, (*decision.moves, *before.read(moment.line))
                )
        if game.drawn is not None or game.over:
            if decision is not None and decision.moves:
                yield decision
            decision = None if game.over else TileDecision(number, game, ())
        before = game


def _estimated_mistake(decision: TileDecision) -> Mistake | None:
    """Estimate the loss of a decision one turn deep; None if it is negligible."""
    game = _game_without_hidden_order(decision)
    evaluation = Evaluation(game)
    measure = partial(evaluation.margin, seat=game.turn)
    margin_now, (worth, turn) = measure(game), rank_turns(complete_turns(game, measure), measure)[0]
    lost = worth - measure(play_draft(game, decision.moves))
    return _mistake_if_costly(decision, game, evaluation, turn, worth - margin_now, lost)


def _searched_mistake(suspect: _Suspect, nodes: int, until: float | None) -> Mistake | None:
    """Search the loss of a suspected mistake; return the estimate if there is no time for a search.

    The search first finds the best turn, which a hint would have named, and then compares both
    turns in other futures.
    """
    decision = suspect.decision
    if nodes <= 0 or (until is not None and time.monotonic() > until):
        return suspect.mistake
    chance = decision_chance(decision.game, HINT_SEED)
    game = shuffle_hidden_piles(decision.game, chance)
    evaluation = Evaluation(game)
    margin_now = evaluation.margin(game, game.turn)
    turn = search_turns(game, chance, nodes, until, evaluation)[0].turn
    if turn.moves == decision.moves:
        return None
    better, played_turn = _in_other_futures(decision.game, turn.moves, decision.moves, nodes, until)
    return _mistake_if_costly(
        decision,
        game,
        evaluation,
        turn,
        better.worth - margin_now,
        better.worth - played_turn.worth,
    )


def points_behind(
    record: str, best: Moves, other: Moves, nodes: int = ADVICE_NODES, until: float | None = None
) -> float:
    """The points by which other moves at the end of a record are worth less than the best ones.

    Negative if they are worth more. They are those of a review. Raise RecordError as
    `rules.record.moments` does, and IllegalMove for moves that are none.
    """
    game = replay(record).game
    if play_draft(game, best).story == play_draft(game, other).story:
        return 0.0
    first, second = _in_other_futures(game, best, other, nodes, until)
    return first.worth - second.worth


def _in_other_futures(
    game: Game, best: Moves, other: Moves, nodes: int, until: float | None
) -> list[Candidate]:
    """Compare the best turn with another in futures that the search for it has not tried.

    The best of several is partly best by luck in the futures that selected it.
    """
    chance = decision_chance(game, COMPARISON_SEED)
    game = shuffle_hidden_piles(game, chance)
    turns = [Turn(moves, play_draft(game, moves)) for moves in (best, other)]
    budget = Budget(Evaluation(game), 2 * nodes, until)
    return compare_turns(game, turns, chance, COMPARED_FUTURES, budget)


def _mistake_if_costly(
    decision: TileDecision,
    game: Game,
    evaluation: Evaluation,
    turn: Turn,
    worth: float,
    lost: float,
) -> Mistake | None:
    """The mistake of a decision against a better turn of some worth; None if too little is lost."""
    if lost < MIN_LOSS_POINTS:
        return None
    better = RatedTurn(turn.moves, worth, reasons(game, turn.after, evaluation, worth))
    return Mistake(decision.line, len(game.board.tiles), game.turn, decision.moves, better, lost)


def _game_without_hidden_order(decision: TileDecision) -> Game:
    """The game before a decision, with its hidden piles shuffled."""
    return shuffle_hidden_piles(decision.game, random.Random(decision.line))
