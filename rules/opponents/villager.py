"""A player that looks one turn ahead and evaluates the positions."""

import random
from functools import partial
from typing import Final

from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.rated_turn import Moves
from rules.opponents.turns import best, turns
from rules.opponents.weights import TUNED, Weights

PLACES: Final = 64
"""The ways to lay a tile that are looked into: one that is worse as it lies is seldom the best."""


def villager(
    game: Game, chance: random.Random, weights: Weights = TUNED, places: int | None = PLACES
) -> Moves:
    """The way to go on with the largest margin that is expected."""
    measure = partial(Evaluation(game, weights).margin, seat=game.turn)
    return best(turns(game, measure, places=places), measure)[0][1].moves
