"""The search of an opponent: try turns in the same sampled futures, within an effort."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from statistics import fmean
from typing import Final

from rules.game import Game, run_agenda
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.turns import Turn, complete_turns, rank_turns
from rules.opponents.weights import LOOKAHEADS, Lookahead
from rules.ruleset import Ruleset
from rules.story import TurnBegan

ADVICE_NODES: Final = 2400
"""The positions that are evaluated for hints and reviews."""
MAX_POINTS_BEHIND: Final = 12.0
"""The most points by which a tried turn may look worse than the best."""
NEAR: Final = Lookahead(turns=2, evaluation_weight=3.0, deviation=6.0)
FAR: Final = Lookahead(turns=4, evaluation_weight=1.0, deviation=6.0)
FAR_NODES: Final = 4000
"""The positions from which on a search looks far ahead, unless the game has its own lookahead."""
MAX_ANSWER_PLACEMENTS: Final = 3
"""The placements that an answer considers."""
FUTURES_PER_ROUND: Final = 3
"""The futures tried before candidates are dropped."""
ASSUMED_FUTURES: Final = 3
"""The number of futures that a lookahead's assumed deviation counts as."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The most that a search does; it ends earlier once the best turn is clear.

    Attributes:
        nodes: The positions to evaluate.
        cpu_seconds: The processor's time, where time limits the search.
        groups: The numbers of turns tried in futures, each group against the best of those before.
        clear_deviations: The standard errors by which a candidate behind the first is dropped.
        negligible_points: The standard error of a difference in points that no more futures are
            worth.
    """

    nodes: int
    cpu_seconds: float
    groups: tuple[int, ...]
    clear_deviations: float
    negligible_points: float


MASTER: Final = Effort(7000, 1.2, (4, 4, 4), 1.5, 0.7)
GRANDMASTER: Final = Effort(30_000, 5.0, (6, 6, 6), 2.0, 0.5)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate turn: first evaluation, and margins in the tried futures."""

    turn: Turn
    evaluated: float
    lookahead: Lookahead
    margins: tuple[float, ...] = ()

    @property
    def worth(self) -> float:
        weight = self.lookahead.evaluation_weight
        return (weight * self.evaluated + sum(self.margins)) / (weight + len(self.margins))

    def tried(self, points: float) -> "Candidate":
        """The candidate after one more future."""
        return replace(self, margins=(*self.margins, points))

    def is_clearly_behind(self, other: "Candidate", effort: Effort) -> bool:
        """True if more futures would hardly reverse the order.

        Only futures in which both were tried count.
        """
        pairs = zip(self.margins, other.margins, strict=False)
        ahead = [theirs - own for own, theirs in pairs]
        futures, mean = len(ahead), fmean(ahead)
        weight, deviation = self.lookahead.evaluation_weight, self.lookahead.deviation
        squares = sum((each - mean) ** 2 for each in ahead)
        # Few futures say little about the variance of such differences.
        variance = (squares + ASSUMED_FUTURES * deviation**2) / (futures - 1 + ASSUMED_FUTURES)
        error = sqrt(variance * futures) / (weight + futures)
        evaluated = weight * (other.evaluated - self.evaluated)
        lead = (evaluated + sum(ahead)) / (weight + futures)
        return lead > effort.clear_deviations * error or (
            lead >= 0 and error < effort.negligible_points
        )


@dataclass(frozen=True, slots=True)
class Budget:
    """A search's limit: positions to evaluate, and an end in time.

    ``until`` in `time.monotonic` seconds, ``cpu_until`` in `time.process_time`; None for no limit.
    """

    evaluation: Evaluation
    nodes: int
    until: float | None = None
    cpu_until: float | None = None

    @property
    def is_spent(self) -> bool:
        return (
            self.evaluation.positions_weighed >= self.nodes
            or (self.until is not None and time.monotonic() > self.until)
            or (self.cpu_until is not None and time.process_time() > self.cpu_until)
        )


def search_turns(
    game: Game,
    chance: random.Random,
    nodes: int | None = None,
    until: float | None = None,
    evaluation: Evaluation | None = None,
    effort: Effort = MASTER,
) -> list[Candidate]:
    """Search the turns, best first; all contenders are tried in the same futures.

    Goes on until the first is clear or the budget is spent: ``nodes`` limits evaluated positions
    (None: the effort's number), ``until`` the time, besides the effort's processor time. Tried
    candidates come before others; every turn is evaluated at least once.
    """
    evaluation = Evaluation(game) if evaluation is None else evaluation
    cpu_until = None if until is None else time.process_time() + effort.cpu_seconds
    budget = Budget(evaluation, effort.nodes if nodes is None else nodes, until, cpu_until)
    measure = partial(evaluation.margin, seat=game.turn)
    lookahead = lookahead_of(game.book.ruleset, budget.nodes)
    ranked = rank_turns(complete_turns(game, measure), measure)
    candidates = [Candidate(turn, looks, lookahead) for looks, turn in ranked]
    futures = Futures(game, chance)
    hopeful = [
        candidate
        for candidate in candidates[: sum(effort.groups)]
        if candidate.evaluated > candidates[0].evaluated - MAX_POINTS_BEHIND
    ]
    dropped = candidates[len(hopeful) :]
    best: list[Candidate] = []
    for size in effort.groups:
        group, hopeful = hopeful[:size], hopeful[size:]
        best, behind = _race([*best, *group], futures, budget, effort)
        dropped = [*best[1:], *behind, *dropped]
        best = best[:1]
    return [*best, *sorted(dropped, key=lambda line: (not line.margins, -line.worth))]


def _race(
    contenders: Sequence[Candidate], futures: "Futures", budget: Budget, effort: Effort
) -> tuple[list[Candidate], list[Candidate]]:
    """Try contenders until one is clear or the budget is spent: those left, and those dropped.

    Both best first. Those tried in fewer futures catch up.
    """
    left, dropped = _most_tried_first(contenders), list[Candidate]()
    while len(left) > 1 and not budget.is_spent:
        fewest = min(len(each.margins) for each in left)
        late = [each for each in left if len(each.margins) == fewest]
        ready = [each for each in left if len(each.margins) > fewest]
        tried = futures.tried(late, FUTURES_PER_ROUND, budget)
        left = _most_tried_first([*ready, *tried])
        first, *others = left
        if not tried[0].margins:
            break
        left, behind = [first], list[Candidate]()
        for other in others:
            (behind if other.is_clearly_behind(first, effort) else left).append(other)
        dropped = [*behind, *dropped]
    return left, dropped


def compare_turns(
    game: Game, ways: Sequence[Turn], chance: random.Random, futures: int, budget: Budget
) -> list[Candidate]:
    """Try turns in the same futures, keeping their order."""
    measure = partial(budget.evaluation.margin, seat=game.turn)
    lookahead = lookahead_of(game.book.ruleset, ADVICE_NODES)
    candidates = [Candidate(turn, measure(turn.after), lookahead) for turn in ways]
    return Futures(game, chance).tried(candidates, futures, budget)


def lookahead_of(ruleset: Ruleset, nodes: int) -> Lookahead:
    return LOOKAHEADS.get(ruleset.name, FAR if nodes >= FAR_NODES else NEAR)


class Futures:
    """Sampled futures, the same for all candidates, dealt on demand."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self._game = game
        self._chance = chance
        self._dealt: list[Game] = []

    def tried(self, lines: Sequence[Candidate], number: int, budget: Budget) -> list[Candidate]:
        """Try candidates in ``number`` more futures, or fewer once the budget is spent.

        All must have been tried in the same number before.
        """
        candidates = list(lines)
        for _ in range(number):
            margins: list[float] = []
            for candidate in candidates:
                if budget.is_spent:
                    # Candidates must be tried in the same futures to be comparable.
                    return candidates
                margins.append(self._margin(candidate, budget.evaluation))
            candidates = [
                candidate.tried(points)
                for candidate, points in zip(candidates, margins, strict=True)
            ]
        return candidates

    def _margin(self, candidate: Candidate, evaluation: Evaluation) -> float:
        number = len(candidate.margins)
        while len(self._dealt) <= number:
            self._dealt.append(shuffle_hidden_piles(self._game, self._chance))
        future, seat = self._dealt[number], self._game.turn
        turns = candidate.lookahead.turns
        return _margin_in_future(candidate.turn, future, evaluation, seat, turns)


def _most_tried_first(lines: Sequence[Candidate]) -> list[Candidate]:
    """Sort by number of futures, then by worth, best first."""
    return sorted(lines, key=lambda line: (-len(line.margins), -line.worth))


def _margin_in_future(
    turn: Turn, future: Game, evaluation: Evaluation, seat: int, turns_ahead: int
) -> float:
    """A seat's margin in one future, ``turns_ahead`` turns later."""
    draft = turn.after.replace(bags=_bags_of_future(turn.after, future))
    turns = 0
    while True:
        game = run_agenda(draft)
        if game.over:
            return evaluation.margin(game, seat)
        # A second tile belongs to its turn: else it would cost its seat the next one.
        turns += any(isinstance(event, TurnBegan) for event in game.story[len(draft.story) :])
        if turns > turns_ahead:
            return evaluation.margin(draft, seat)
        measure = partial(evaluation.margin, seat=game.turn)
        draft = max(
            complete_turns(game, measure, places=MAX_ANSWER_PLACEMENTS),
            key=lambda option: measure(option.after),
        ).after


def _bags_of_future(draft: Game, future: Game) -> dict[str, tuple[str, ...]]:
    """A draft's piles in a future's order; a draft draws nothing."""
    return {bag: future.bags[bag] for bag in draft.bags}
