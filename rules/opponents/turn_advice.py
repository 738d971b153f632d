"""The rating of a turn's possibilities: the best ways to complete it, their worth, the reasons."""

import random

from rules.game import Game
from rules.opponents.evaluation import Evaluation
from rules.opponents.rated_turn import RatedTurn
from rules.opponents.reasons import reasons
from rules.opponents.search import search_turns


def rate_turns(
    game: Game,
    chance: random.Random,
    level: str,
    nodes: int | None,
    until: float | None,
    number: int,
) -> tuple[RatedTurn, ...]:
    """Rate the best ways to complete the turn, best first; only a master searches."""
    evaluation = Evaluation(game)
    margin_now = evaluation.margin(game, game.turn)
    candidates = search_turns(game, chance, nodes if level == "master" else 0, until, evaluation)
    thoughts: list[RatedTurn] = []
    for line in candidates[:number]:
        # A candidate dropped early may look better than the tried ones turned out to be.
        worth = min([line.worth - margin_now, *(thought.worth for thought in thoughts)])
        reason_list = reasons(game, line.turn.after, evaluation, worth)
        thoughts.append(RatedTurn(line.turn.moves, worth, reason_list))
    return tuple(thoughts)
