"""The review of a whole game: the points that each seat's moves lost against the best moves.

Every decision is evaluated one turn deep; those that look most expensive or closest are then
searched, and all others where there is time.
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Final, NamedTuple

from rules.analysis.drafts import play_draft, turn_text
from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import decision_chance, shuffle_hidden_piles
from rules.opponents.reasons import reasons
from rules.opponents.search import (
    ADVICE_NODES,
    Budget,
    Candidate,
    compare_turns,
    search_turns,
)
from rules.opponents.turns import Moves, RatedTurn, Turn, complete_turns, rank_turns
from rules.record import END, RESIGN, SKIP, moments, replay
from rules.story import TurnBegan

MAX_MISTAKES_PER_SEAT: Final = 3
"""The most mistakes listed for a seat."""
MAX_RECHECKED_PER_SEAT: Final = 5
"""The most suspected mistakes of a seat that are searched."""
MAX_CLOSE_PER_SEAT: Final = 8
"""The most other decisions of a seat that are searched: a move that is best one turn deep, too."""
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

    ``line``: number of record lines before; ``tile``: number of the tile in the game, without the
    start tile; ``lost``: difference in worth, an estimate one turn deep unless ``searched``.
    """

    line: int
    tile: int
    seat: int
    played: Moves
    better: RatedTurn
    lost: float
    searched: bool


@dataclass(frozen=True, slots=True)
class Depth:
    """The numbers of a seat's moves evaluated, and of those searched.

    ``guessed``: the points lost include unsearched mistakes.
    """

    evaluated: int
    searched: int
    guessed: bool


@dataclass(frozen=True, slots=True)
class Look:
    """The findings of a review about one decision.

    ``line``: number of record lines before; ``mistake``: None if little is lost; ``best``: the text
    of the best turn, with the turn played if that is no mistake.
    """

    line: int
    seat: int
    mistake: Mistake | None
    best: frozenset[str]
    searched: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """Each seat's worst mistakes, most expensive first, and its points lost.

    ``looks``: at all decisions, in the order in which they are searched; ``longer``: whether more
    of them were searched than usual.
    """

    mistakes: tuple[tuple[Mistake, ...], ...]
    lost: tuple[float, ...]
    depths: tuple[Depth, ...]
    looks: tuple[Look, ...] = ()
    longer: bool = False

    @property
    def best(self) -> dict[int, frozenset[str]]:
        """The texts of the best turns by the number of record lines before."""
        return {look.line: look.best for look in self.looks}

    @property
    def is_complete(self) -> bool:
        return all(look.searched for look in self.looks)


@dataclass(frozen=True, slots=True)
class TileDecision:
    """A seat's decision about one tile: lines and game before it, and the moves."""

    line: int
    game: Game
    moves: Moves


class _Estimate(NamedTuple):
    """A look one turn deep.

    ``gap``: the best turn's lead in worth, None without another turn: the smaller, the sooner a
    search may prefer another.
    """

    look: Look
    gap: float | None


def review_record(
    record: str, cpu_seconds: float | None = None, nodes: int = ADVICE_NODES
) -> Review:
    """Review all moves. Raise RecordError as `rules.record.moments` does.

    ``nodes`` limit the positions evaluated to find a better turn, and twice as many compare both.
    After ``cpu_seconds`` of the processor no further search begins, and estimates count: on a busy
    machine the review is the same, but later.
    """
    cpu_until = None if cpu_seconds is None else time.process_time() + cpu_seconds
    estimates: list[list[_Estimate]] = [[] for _ in range(next(moments(record)).game.seats)]
    for decision in tile_decisions(record):
        estimates[decision.game.turn].append(_estimated(decision))
    first, rest = list[list[Look]](), list[list[Look]]()
    for of_seat in estimates:
        suspected, close = _suspected_mistakes(of_seat), _close_decisions(of_seat)
        usual = [*suspected[:MAX_RECHECKED_PER_SEAT], *close[:MAX_CLOSE_PER_SEAT]]
        forced = [look for look, gap in of_seat if look.mistake is None and gap is None]
        first.append(usual)
        rest.append([look for look in (*suspected, *close, *forced) if look not in usual])
    # Rank by rank, so that a time limit affects every seat alike.
    looks = [
        look for of_rank in (*zip_longest(*first), *zip_longest(*rest)) for look in of_rank if look
    ]
    most = sum(map(len, first)) if nodes > 0 else 0
    return _summed_up(_searched(record, looks, most, cpu_until, nodes), len(estimates))


def look_longer(
    record: str, review: Review, cpu_seconds: float | None = None, nodes: int = ADVICE_NODES
) -> Review:
    """Go on with a review where it ended, until each move is searched or the time is spent.

    At least one more is searched.
    """
    cpu_until = None if cpu_seconds is None else time.process_time() + cpu_seconds
    looks = _searched(record, review.looks, 1, None, nodes)
    looks = _searched(record, looks, len(looks), cpu_until, nodes)
    return _summed_up(looks, len(review.lost), longer=True)


def _searched(
    record: str, looks: Sequence[Look], most: int, cpu_until: float | None, nodes: int
) -> list[Look]:
    """Search the first ``most`` decisions that are not, while there is time."""
    decisions = {decision.line: decision for decision in tile_decisions(record)}
    result = list[Look]()
    for look in looks:
        has_time = cpu_until is None or time.process_time() <= cpu_until
        if most > 0 and has_time and not look.searched:
            look = _searched_look(decisions[look.line], nodes)
            most -= 1
        result.append(look)
    return result


def _summed_up(looks: Sequence[Look], seats: int, *, longer: bool = False) -> Review:
    by_seat = [[look for look in looks if look.seat == seat] for seat in range(seats)]
    lost = [[look.mistake for look in of_seat if look.mistake is not None] for of_seat in by_seat]
    return Review(
        tuple(
            tuple(sorted(of_seat, key=lambda mistake: -mistake.lost)[:MAX_MISTAKES_PER_SEAT])
            for of_seat in lost
        ),
        tuple(sum(mistake.lost for mistake in of_seat) for of_seat in lost),
        tuple(
            Depth(
                len(of_seat),
                sum(look.searched for look in of_seat),
                not all(mistake.searched for mistake in of_loss),
            )
            for of_seat, of_loss in zip(by_seat, lost, strict=True)
        ),
        tuple(looks),
        longer,
    )


def _suspected_mistakes(estimates: Sequence[_Estimate]) -> list[Look]:
    """A seat's decisions that lose points one turn deep, most expensive first."""
    suspects = [(look.mistake.lost, look) for look, _gap in estimates if look.mistake is not None]
    return [look for _lost, look in sorted(suspects, key=lambda suspect: -suspect[0])]


def _close_decisions(estimates: Sequence[_Estimate]) -> list[Look]:
    """A seat's other decisions with a choice, closest turns first."""
    close = [(gap, look) for look, gap in estimates if look.mistake is None and gap is not None]
    return [look for _gap, look in sorted(close, key=lambda decision: decision[0])]


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """One of a game's most expensive moves: number of its turn, seat, loss."""

    turn: int
    seat: int
    lost: float
    searched: bool


def costliest_turns(
    review: Review, record: str, number: int = MAX_COSTLY_TURNS
) -> tuple[CostlyTurn, ...]:
    """The most expensive mistakes of any player, in order of turns."""
    mistakes = [mistake for listed in review.mistakes for mistake in listed]
    worst = sorted(mistakes, key=lambda mistake: -mistake.lost)[:number]
    by_line = {mistake.line: mistake for mistake in worst}
    turns: dict[int, CostlyTurn] = {}
    for line, moment in enumerate(moments(record)):
        if line in by_line:
            turn = sum(isinstance(event, TurnBegan) for event in moment.game.story)
            mistake = by_line[line]
            lost, searched = mistake.lost, mistake.searched
            if turn in turns:
                lost, searched = lost + turns[turn].lost, searched and turns[turn].searched
            turns[turn] = CostlyTurn(turn, mistake.seat, lost, searched)
    return tuple(turns.values())


def tile_decisions(record: str) -> Iterator[TileDecision]:
    """Decisions about each tile, except where a seat left or was skipped in the middle."""
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


def _estimated(decision: TileDecision) -> _Estimate:
    game = _game_without_hidden_order(decision)
    evaluation = Evaluation(game)
    measure = partial(evaluation.margin, seat=game.turn)
    margin_now, ranked = measure(game), rank_turns(complete_turns(game, measure), measure)
    worth, turn = ranked[0]
    lost = worth - measure(play_draft(game, decision.moves))
    mistake = _mistake_if_costly(
        decision, game, evaluation, turn, worth - margin_now, lost, searched=False
    )
    gap = worth - ranked[1][0] if len(ranked) > 1 else None
    return _Estimate(_look(decision, turn.moves, mistake), gap)


def _look(
    decision: TileDecision, best: Moves, mistake: Mistake | None, *, searched: bool = False
) -> Look:
    game = decision.game
    turns = (best,) if mistake else (best, decision.moves)
    texts = frozenset(turn_text(game, moves) for moves in turns)
    return Look(decision.line, game.turn, mistake, texts, searched)


def _searched_look(decision: TileDecision, nodes: int) -> Look:
    """Search the best turn and the loss of a decision.

    First the best turn, as a hint would name it; then both turns in other futures.
    """
    chance = decision_chance(decision.game, HINT_SEED)
    game = shuffle_hidden_piles(decision.game, chance)
    evaluation = Evaluation(game)
    margin_now = evaluation.margin(game, game.turn)
    turn = search_turns(game, chance, nodes, None, evaluation)[0].turn
    if turn.moves == decision.moves:
        return _look(decision, turn.moves, None, searched=True)
    better, played_turn = _in_other_futures(decision.game, turn.moves, decision.moves, nodes)
    mistake = _mistake_if_costly(
        decision,
        game,
        evaluation,
        turn,
        better.worth - margin_now,
        better.worth - played_turn.worth,
        searched=True,
    )
    return _look(decision, turn.moves, mistake, searched=True)


def points_behind(record: str, best: Moves, other: Moves, nodes: int = ADVICE_NODES) -> float:
    """Points by which moves at the end of a record are worth less than the best.

    Negative if worth more; as in a review. Raise RecordError as `rules.record.moments` does, and
    IllegalMove.
    """
    game = replay(record).game
    if play_draft(game, best).story == play_draft(game, other).story:
        return 0.0
    first, second = _in_other_futures(game, best, other, nodes)
    return first.worth - second.worth


def _in_other_futures(game: Game, best: Moves, other: Moves, nodes: int) -> list[Candidate]:
    """Compare two turns in futures that the search for the best has not tried.

    The best of several is partly best by luck in the futures that selected it.
    """
    chance = decision_chance(game, COMPARISON_SEED)
    game = shuffle_hidden_piles(game, chance)
    turns = [Turn(moves, play_draft(game, moves)) for moves in (best, other)]
    budget = Budget(Evaluation(game), 2 * nodes)
    return compare_turns(game, turns, chance, COMPARED_FUTURES, budget)


def _mistake_if_costly(
    decision: TileDecision,
    game: Game,
    evaluation: Evaluation,
    turn: Turn,
    worth: float,
    lost: float,
    *,
    searched: bool,
) -> Mistake | None:
    """The mistake of a decision; None if too little is lost."""
    if lost < MIN_LOSS_POINTS:
        return None
    better = RatedTurn(turn.moves, worth, reasons(game, turn.after, evaluation, worth))
    return Mistake(
        decision.line, len(game.board.tiles), game.turn, decision.moves, better, lost, searched
    )


def _game_without_hidden_order(decision: TileDecision) -> Game:
    """The game before a decision, hidden piles shuffled."""
    return shuffle_hidden_piles(decision.game, random.Random(decision.line))
