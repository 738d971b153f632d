"""Who looks one turn ahead and weighs what it leads to."""

import random
from functools import partial

from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.reasons import reasons
from rules.opponents.thought import Moves, Thought
from rules.opponents.turns import best, turns
from rules.opponents.weights import TUNED, Weights


def villager(game: Game, chance: random.Random, weights: Weights = TUNED) -> Moves:
    """The way to go on with the largest margin that is expected."""
    measure = partial(Evaluation(game, weights).margin, seat=game.turn)
    return best(turns(game, measure), measure)[0][1].moves


def thoughts(game: Game, number: int, weights: Weights = TUNED) -> tuple[Thought, ...]:
    """The ways to go on with the largest margins that are expected, and why."""
    evaluation = Evaluation(game, weights)
    measure = partial(evaluation.margin, seat=game.turn)
    now = measure(game)
    return tuple(
        Thought(turn.moves, worth - now, reasons(evaluation, game, turn.moves, turn.after))
        for worth, turn in best(turns(game, measure), measure)[:number]
    )
