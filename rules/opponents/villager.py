"""A player that looks one turn ahead and evaluates the positions."""

import random
from functools import partial
from typing import Final

from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.rated_turn import Moves
from rules.opponents.turns import complete_turns, rank_turns
from rules.opponents.weights import TUNED, Weights

MAX_PLACEMENTS: Final = 64
"""The placements that are followed; one that ranks lower before deployment is seldom the best."""


def villager_moves(
    game: Game, chance: random.Random, weights: Weights = TUNED, places: int | None = MAX_PLACEMENTS
) -> Moves:
    """The turn with the largest expected margin."""
    measure = partial(Evaluation(game, weights).margin, seat=game.turn)
    return rank_turns(complete_turns(game, measure, places=places), measure)[0][1].moves
