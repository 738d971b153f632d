"""The search of an opponent: sample the draws, let the others answer, keep the best."""

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
"""The positions that a master looks at before it decides."""
MAX_CANDIDATES: Final = 4
"""The ways to go on that are tried out."""
MAX_POINTS_BEHIND: Final = 8.0
"""By how many points a way may look worse than the best to be tried out at all."""
TURNS_PLAYED_AHEAD: Final = 2
"""The turns that are played after it: the answer, and the next."""
MAX_ANSWER_PLACEMENTS: Final = 3
"""The ways to lay a tile that an answer looks into."""
FUTURES_PER_ROUND: Final = 3
"""The futures that each way is tried in before the worse half is given up."""
EVALUATION_WEIGHT: Final = 3.0
"""How many futures what a way looks like counts as much as."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to go on: what it looks like, and what it came to in the futures it was tried in."""

    turn: Turn
    evaluated: float
    total: float = 0.0
    trials: int = 0

    @property
    def worth(self) -> float:
        """The estimated worth of a turn, from its evaluation and its samples."""
        return (EVALUATION_WEIGHT * self.evaluated + self.total) / (EVALUATION_WEIGHT + self.trials)

    def tried(self, points: float) -> "Candidate":
        """The same, tried in one future more."""
        return Candidate(self.turn, self.evaluated, self.total + points, self.trials + 1)


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search may go: the positions that its evaluation weighs, and until when.

    ``until`` is in seconds of `time.monotonic`; None is no such end.
    """

    evaluation: Evaluation
    nodes: int
    until: float | None = None

    @property
    def is_spent(self) -> bool:
        """Return True if the search has no time or positions left."""
        late = self.until is not None and time.monotonic() > self.until
        return late or self.evaluation.positions_weighed >= self.nodes


def search_turns(
    game: Game,
    chance: random.Random,
    nodes: int | None = None,
    until: float | None = None,
    evaluation: Evaluation | None = None,
) -> list[Candidate]:
    """The ways to go on, best first; the same futures are dealt for all that are tried out.

    Those that were tried in more futures come before those that were given up. ``nodes`` are the
    positions that may be weighed; every way is weighed once in any case.
    """
    evaluation = Evaluation(game) if evaluation is None else evaluation
    measure = partial(evaluation.margin, seat=game.turn)
    candidates = [
        Candidate(turn, looks) for looks, turn in rank_turns(complete_turns(game, measure), measure)
    ]
    budget = Budget(evaluation, DEFAULT_NODES if nodes is None else nodes, until)
    contenders = [
        line
        for line in candidates[:MAX_CANDIDATES]
        if line.evaluated > candidates[0].evaluated - MAX_POINTS_BEHIND
    ]
    rest = candidates[len(contenders) :]
    while len(contenders) > 1:
        contenders = _by_worth(_try_in_futures(contenders, game, chance, FUTURES_PER_ROUND, budget))
        if budget.is_spent:
            return [*contenders, *rest]
        half = (len(contenders) + 1) // 2
        contenders, rest = contenders[:half], [*contenders[half:], *rest]
    return [*contenders, *rest]


def compare_turns(
    game: Game, ways: Sequence[Turn], chance: random.Random, futures: int, budget: Budget
) -> list[Candidate]:
    """Some ways to go on, in their order, each tried in the same futures."""
    measure = partial(budget.evaluation.margin, seat=game.turn)
    lines = [Candidate(turn, measure(turn.after)) for turn in ways]
    return _try_in_futures(lines, game, chance, futures, budget)


def _try_in_futures(
    lines: Sequence[Candidate], game: Game, chance: random.Random, futures: int, budget: Budget
) -> list[Candidate]:
    """The same lines, each tried in so many futures more, or in fewer once the budget is spent."""
    candidates = list(lines)
    for _ in range(futures):
        future = shuffle_hidden_piles(game, chance)
        margins: list[float] = []
        for line in candidates:
            if budget.is_spent:
                # Who was not tried in the same futures cannot be compared.
                return candidates
            margins.append(_margin_in_future(line.turn, future, budget.evaluation, game.turn))
        candidates = [line.tried(points) for line, points in zip(candidates, margins, strict=True)]
    return candidates


def _by_worth(lines: Sequence[Candidate]) -> list[Candidate]:
    return sorted(lines, key=lambda line: -line.worth)


def _margin_in_future(turn: Turn, future: Game, evaluation: Evaluation, seat: int) -> float:
    """The margin of a turn for a seat in one future, after the next turns are played."""
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
    """The piles of a draft in the order of a future; nothing is drawn in a draft."""
    return {bag: future.bags[bag] for bag in draft.bags}
