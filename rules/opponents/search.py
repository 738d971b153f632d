"""The search of an opponent: sample draws, play the opponents' answers, keep the best turn."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.game import Game, run_agenda
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.turns import Turn, complete_turns, rank_turns

DEFAULT_NODES: Final = 1200
"""The positions that a master evaluates before it decides."""
MAX_CANDIDATES: Final = 4
"""The number of turns that are tried in futures."""
MAX_POINTS_BEHIND: Final = 8.0
"""The most points by which a tried turn may look worse than the best."""
TURNS_PLAYED_AHEAD: Final = 2
"""The turns played after a candidate: the answer, and the next."""
MAX_ANSWER_PLACEMENTS: Final = 3
"""The placements that an answer considers."""
FUTURES_PER_ROUND: Final = 3
"""The futures tried before the worse half of the candidates is dropped."""
EVALUATION_WEIGHT: Final = 3.0
"""The number of futures that the first evaluation counts as."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate turn: its first evaluation, and the sum of its margins in the tried futures."""

    turn: Turn
    evaluated: float
    total: float = 0.0
    trials: int = 0

    @property
    def worth(self) -> float:
        """The estimated worth of a turn, from its evaluation and its samples."""
        return (EVALUATION_WEIGHT * self.evaluated + self.total) / (EVALUATION_WEIGHT + self.trials)

    def tried(self, points: float) -> "Candidate":
        """The candidate after one more future."""
        return Candidate(self.turn, self.evaluated, self.total + points, self.trials + 1)


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit of a search: positions to evaluate and an end in time.

    ``until`` is in seconds of `time.monotonic`; None for no limit.
    """

    evaluation: Evaluation
    nodes: int
    until: float | None = None

    @property
    def is_spent(self) -> bool:
        """True if the search has no time or positions left."""
        late = self.until is not None and time.monotonic() > self.until
        return late or self.evaluation.positions_weighed >= self.nodes


def search_turns(
    game: Game,
    chance: random.Random,
    nodes: int | None = None,
    until: float | None = None,
    evaluation: Evaluation | None = None,
) -> list[Candidate]:
    """Search the turns and sort them, best first; all candidates are tried in the same futures.

    Candidates tried in more futures come before dropped ones. ``nodes`` limits the evaluated
    positions; every turn is evaluated at least once.
    """
    evaluation = Evaluation(game) if evaluation is None else evaluation
    measure = partial(evaluation.margin, seat=game.turn)
    candidates = [
        Candidate(turn, looks) for looks, turn in rank_turns(complete_turns(game, measure), measure)
    ]
    budget = Budget(evaluation, DEFAULT_NODES if nodes is None else nodes, until)
    contenders = [
        candidate
        for candidate in candidates[:MAX_CANDIDATES]
        if candidate.evaluated > candidates[0].evaluated - MAX_POINTS_BEHIND
    ]
    dropped = candidates[len(contenders) :]
    while len(contenders) > 1:
        contenders = _by_worth(_try_in_futures(contenders, game, chance, FUTURES_PER_ROUND, budget))
        if budget.is_spent:
            return [*contenders, *dropped]
        half = (len(contenders) + 1) // 2
        contenders, dropped = contenders[:half], [*contenders[half:], *dropped]
    return [*contenders, *dropped]


def compare_turns(
    game: Game, ways: Sequence[Turn], chance: random.Random, futures: int, budget: Budget
) -> list[Candidate]:
    """Try some turns in the same futures, keeping their order."""
    measure = partial(budget.evaluation.margin, seat=game.turn)
    candidates = [Candidate(turn, measure(turn.after)) for turn in ways]
    return _try_in_futures(candidates, game, chance, futures, budget)


def _try_in_futures(
    lines: Sequence[Candidate], game: Game, chance: random.Random, futures: int, budget: Budget
) -> list[Candidate]:
    """Try each candidate in more futures, or in fewer once the budget is spent."""
    candidates = list(lines)
    for _ in range(futures):
        future = shuffle_hidden_piles(game, chance)
        margins: list[float] = []
        for candidate in candidates:
            if budget.is_spent:
                # Candidates must be tried in the same futures to be comparable.
                return candidates
            margins.append(_margin_in_future(candidate.turn, future, budget.evaluation, game.turn))
        candidates = [
            candidate.tried(points) for candidate, points in zip(candidates, margins, strict=True)
        ]
    return candidates


def _by_worth(lines: Sequence[Candidate]) -> list[Candidate]:
    return sorted(lines, key=lambda line: -line.worth)


def _margin_in_future(turn: Turn, future: Game, evaluation: Evaluation, seat: int) -> float:
    """A seat's margin in one future, after the following turns are played."""
    draft = turn.after.replace(bags=_bags_of_future(turn.after, future))
    for _ in range(TURNS_PLAYED_AHEAD):
        game = run_agenda(draft)
        if game.over:
            return evaluation.margin(game, seat)
        measure = partial(evaluation.margin, seat=game.turn)
        draft = max(
            complete_turns(game, measure, places=MAX_ANSWER_PLACEMENTS),
            key=lambda option: measure(option.after),
        ).after
    return evaluation.margin(draft, seat)


def _bags_of_future(draft: Game, future: Game) -> dict[str, tuple[str, ...]]:
    """The piles of a draft in the order of a future; a draft draws nothing."""
    return {bag: future.bags[bag] for bag in draft.bags}
