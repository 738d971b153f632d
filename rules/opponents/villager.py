"""Who looks one turn ahead and weighs what it leads to."""

import random
from functools import partial

from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.thought import Moves
from rules.opponents.turns import best, turns
from rules.opponents.weights import TUNED, Weights


def villager(game: Game, chance: random.Random, weights: Weights = TUNED) -> Moves:
    """The way to go on with the largest margin that is expected."""
    measure = partial(Evaluation(game, weights).margin, seat=game.turn)
    return best(turns(game, measure), measure)[0][1].moves
