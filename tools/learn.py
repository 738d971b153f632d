"""Fit the weights of the evaluation to what a search says of the turns of villagers' games.

``play`` adds decisions to a file, ``fit`` reads such files. Some turns of a decision are tried in
sampled futures. By how much they turn out better than they looked is explained by the change that
a larger value of each weight makes (ridge regression towards the weights in use).
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.game import Game, play, start
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.search import FAR, Budget, Candidate, Futures
from rules.opponents.simple_players import villager_moves
from rules.opponents.turns import complete_turns, random_turn, rank_turns
from rules.opponents.weights import Weights, weights_of
from rules.random_play import deal
from rules.variants import games, rulebook

SEATS: Final = 2
RANDOM_TURNS: Final = 0.1
"""The share of turns that are chosen at random, for variety."""
TURNS_PER_SAMPLE: Final = 4
"""One decision in so many turns of a game is sampled."""
RANKS: Final = 16
TURNS: Final = 6
"""The turns tried of the best RANKS, and the futures that each is tried in."""
FUTURES: Final = 8
STEP: Final = 0.1
"""The share by which each weight is changed to measure what it does."""
RIDGES: Final = tuple(10.0 ** (n / 2) for n in range(2, 14))
"""The ridges tried, in points squared; folds of the games choose one."""
FOLDS: Final = 8
RESAMPLES: Final = 200
"""The resamples of the games (bootstrap) for the errors of the weights."""

Matrix: TypeAlias = NDArray[np.float64]


def decisions(name: str, options: dict[str, str], seed: int) -> Iterator[list[list[float]]]:
    """The tried turns of each sampled decision of a game of villagers."""
    chance = random.Random(seed)
    header = deal(name, SEATS, chance, options)
    game, number = start(header.book, SEATS, header.bags), chance.randrange(TURNS_PER_SAMPLE)
    while not game.over:
        shown = shuffle_hidden_piles(game, chance)
        if number % TURNS_PER_SAMPLE == 0:
            yield tried_turns(shown, chance)
        by_chance = chance.random() < RANDOM_TURNS
        for move in random_turn(shown, chance) if by_chance else villager_moves(shown):
            game = play(game, move)
        number += 1


def tried_turns(game: Game, chance: random.Random) -> list[list[float]]:
    """For each turn the effect of each weight, the evaluation, and the mean of the outcomes."""
    evaluation, seat = Evaluation(game), game.turn
    weights = evaluation.weights
    measure = partial(evaluation.margin, seat=seat)
    ranked = rank_turns(complete_turns(game, measure), measure)[:RANKS]
    chosen = chance.sample(ranked, min(TURNS, len(ranked)))
    candidates = [Candidate(turn, looks, FAR) for looks, turn in chosen]
    endless = Budget(evaluation, sys.maxsize)
    outcomes = Futures(game, chance).tried(candidates, FUTURES, endless)
    larger = ({name: value * (1 + STEP)} for name, value in asdict(weights).items())
    changed = [Evaluation(game, replace(weights, **each)) for each in larger]
    samples = list[list[float]]()
    for line in outcomes:
        margins = [each.margin(line.turn.after, seat) for each in changed]
        effects = [(margin - line.evaluated) / STEP for margin in margins]
        samples.append([*effects, line.evaluated, fmean(line.margins)])
    return samples


def products(turns: Sequence[Sequence[float]]) -> Matrix:
    """The sums of products of a decision's differences from its mean turn.

    The last is by how much a turn turned out better than it looked.
    """
    samples = np.array(turns)
    samples[:, -1] -= samples[:, -2]
    samples -= samples.mean(axis=0)
    sums: Matrix = samples.T @ samples
    return sums


def solved(grams: Matrix, ridge: float) -> Matrix:
    """The change of each weight as a share of it, and that of the whole evaluation.

    The latter is no weight: turns were tried because they looked good, and so look too good.
    """
    total = grams.sum(axis=0)
    penalty = np.diag([*[ridge] * (len(total) - 2), 1e-9])
    change: Matrix = np.linalg.solve(total[:-1, :-1] + penalty, total[:-1, -1])
    return change


def unexplained(grams: Matrix, change: Matrix) -> float:
    line = np.append(-change, 1.0)
    return float(line @ grams.sum(axis=0) @ line)


def fitted(grams: Matrix, weights: Weights, chance: random.Random) -> dict[str, Any]:
    """The fitted weights with their standard errors.

    ``explained``: the share of squares in games that the fit has not seen.
    """
    fold = np.arange(len(grams)) % FOLDS

    def unseen(ridge: float) -> float:
        parts = (fold == n for n in range(FOLDS))
        return sum(unexplained(grams[part], solved(grams[~part], ridge)) for part in parts)

    ridge = min(RIDGES, key=unseen)
    change = solved(grams, ridge)
    some = (chance.choices(range(len(grams)), k=len(grams)) for _ in range(RESAMPLES))
    deviations = np.std([solved(grams[each], ridge) for each in some], axis=0)
    return {
        "games": len(grams),
        "ridge": ridge,
        "explained": round(1 - unseen(ridge) / unexplained(grams, 0 * change), 4),
        "weights": {
            name: [round(value * (1 + by), 4), round(abs(value * deviation), 4)]
            for (name, value), by, deviation in zip(
                asdict(weights).items(), change, deviations, strict=False
            )
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.learn", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play", help="play games, and add their decisions to a file")
    player.add_argument("--options", nargs="*", default=[], metavar="OPTION=VALUE")
    player.add_argument("--seed", type=int, default=1, help="of the first game")
    player.add_argument("--number", type=int, default=100, help="of games")
    fitter = commands.add_parser("fit", help="fit the weights to the decisions in a file")
    for command in (player, fitter):
        command.add_argument("file", type=Path)
        command.add_argument("--game", choices=games(), default="base")
    given = parser.parse_args(arguments)
    if given.command == "play":
        options = dict(option.split("=") for option in given.options)
        for seed in range(given.seed, given.seed + given.number):
            kept = [*decisions(given.game, options, seed)]
            with given.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(kept) + "\n")
    else:
        lines = given.file.read_text("utf-8").splitlines()
        grams = np.array([sum(map(products, json.loads(line))) for line in lines])
        weights = weights_of(rulebook(given.game).ruleset)
        print(json.dumps(fitted(grams, weights, random.Random(1)), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
