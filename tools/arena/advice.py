"""``python -m tools.arena.advice``: the points that the first suggested move loses.

Positions come from games between novices. In each, the move that the panel offers first is compared
with the choice of a master: both are tried in the same futures, and the mean of the difference is
printed with its standard error.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from statistics import fmean, stdev

from rules.analysis.deployment_choices import best_choices_first, deployment_choices
from rules.analysis.drafts import play_draft
from rules.analysis.placement_ranking import ranked_placements
from rules.game import Game, play, start
from rules.moves import Deploy, Pass, PlaceTile
from rules.opponents import choose
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.move_order import move_order
from rules.opponents.rated_turn import Moves
from rules.opponents.search import MASTER, Budget, compare_turns, search_turns
from rules.opponents.turns import Turn
from rules.random_play import deal
from rules.variants import games
from rules.version import program_version

SHARE_OF_TURNS = 0.1
"""The share of a game's turns that is taken as positions."""
MASTER_NODES = MASTER.nodes
"""The positions that the master evaluates at most."""
COMPARED_FUTURES = 24
"""The number of futures in which both moves are tried."""
ORDERS = ("evaluation", "points")
"""The order of the panel, and the order by points alone that it is compared with."""


def positions(game: str, seats: int, number: int, seed: int) -> Iterator[Game]:
    """Yield positions with a tile in hand from games between novices."""
    chance = random.Random(f"{game} {seats} {seed}")
    positions = 0
    while True:
        header = deal(game, seats, chance)
        state = start(header.book, seats, header.bags)
        while not state.over:
            if state.drawn is not None and chance.random() < SHARE_OF_TURNS:
                yield state
                positions += 1
                if positions == number:
                    return
            for move in choose(state, "novice", chance.randrange(10**9)):
                state = play(state, move)


def first_moves(game: Game, order: str) -> Moves:
    """The first move that is suggested in a position, by one of ORDERS."""
    if order == "evaluation":
        return move_order(game).turns[0]
    way = ranked_placements(game)[0][0]
    laid = PlaceTile(way.cell, way.rotation)
    choices = best_choices_first(deployment_choices(game, laid), game.turn)
    # A choice made step by step is none yet.
    moves = (choice.move for choice in choices if isinstance(choice.move, Deploy | Pass))
    return (laid, *islice(moves, 1))


def points_lost(game: Game, moves: Moves, chance: random.Random) -> float:
    """The points that some moves lose against a master's choice, 0 where they are that choice.

    A choice made step by step counts as its best move. The estimate may be negative.
    """
    game = shuffle_hidden_piles(game, chance)
    evaluation = Evaluation(game)
    best = search_turns(game, chance, MASTER_NODES, None, evaluation)[0].turn
    if best.moves[: len(moves)] == moves:
        return 0.0
    budget = Budget(evaluation, sys.maxsize)
    turns = (best, Turn(moves, play_draft(game, moves)))
    better, compared = compare_turns(game, turns, chance, COMPARED_FUTURES, budget)
    return better.worth - compared.worth


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the loss in one game, and print it."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.advice", description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--order", choices=ORDERS, default=ORDERS[0])
    given = parser.parse_args(arguments)
    losses = [
        points_lost(game, first_moves(game, given.order), random.Random(number))
        for number, game in enumerate(
            positions(given.game, given.seats, given.positions, given.seed)
        )
    ]
    error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else 0.0
    same = sum(not loss for loss in losses)
    print(
        f"{given.game}, {given.seats} seats, {len(losses)} positions, order by {given.order}: "
        f"{fmean(losses):.2f} ± {error:.2f} points lost; the master's choice in {same}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
