"""Fit the weights of the evaluation to the final margins of games between villagers.

``play`` adds games to a file, ``fit`` reads such files. In sampled positions the error of the
expected margin is explained by the change that a larger value of each weight makes (ridge
regression towards the weights in use). Some of the games are kept out of the fit, to measure it.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.analysis.drafts import play_draft
from rules.game import play, start
from rules.notation import write
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.simple_players import villager_moves
from rules.opponents.turns import random_turn
from rules.opponents.weights import TUNED, Weights
from rules.random_play import deal
from rules.record import replay
from rules.variants import games

RANDOM_TURNS: Final = 0.1
"""The share of turns that are chosen at random, for variety."""
SEATS: Final = (2, 2, 2, 3, 4)
"""The seats of one game after the other."""
TURNS_PER_SAMPLE: Final = 4
"""One position in so many turns of a game is sampled."""
STEP: Final = 0.1
"""The share by which each weight is changed to measure what it does."""
RIDGES: Final = tuple(10.0**n for n in range(1, 8))
"""The ridges tried, in points squared."""
FOLDS: Final = 5
"""The first of so many folds of the games is the holdout; the others choose the ridge."""
RESAMPLES: Final = 200
"""The resamples of the games (bootstrap) for the errors of the weights."""

Matrix: TypeAlias = NDArray[np.float64]


def played(name: str, options: dict[str, str], seats: int, seed: int) -> dict[str, Any]:
    """A game of villagers: its header, the moves of each turn, and the points."""
    chance = random.Random(seed)
    header = deal(name, seats, chance, options)
    game = start(header.book, seats, header.bags)
    turns: list[list[str]] = []
    while not game.over:
        shown = shuffle_hidden_piles(game, chance)
        by_chance = chance.random() < RANDOM_TURNS
        moves = random_turn(shown, chance) if by_chance else villager_moves(shown, chance)
        turns.append([write(move) for move in moves])
        for move in moves:
            game = play(game, move)
    return {"header": header.text(), "turns": turns, "scores": game.scores}


def products(kept: dict[str, Any], weights: Weights, first: int = 0) -> Matrix:
    """The sums of products over a game's samples.

    A sample has the effect of each weight, 1 for the advantage of having moved, and the error of
    the margin.
    """
    position, rows = replay(kept["header"]).game, list[list[float]]()
    changed = [
        replace(weights, **{name: value * (1 + STEP)}) for name, value in asdict(weights).items()
    ]
    for number, lines in enumerate(kept["turns"], first):
        moves = [move for text in lines for move in position.read(text)]
        if number % TURNS_PER_SAMPLE == 0:
            seat, draft = position.turn, play_draft(position, moves)
            expected, *others = (
                _margin(Evaluation(position, each).totals(draft), seat)
                for each in (weights, *changed)
            )
            effects = [(other - expected) / STEP for other in others]
            rows.append([*effects, 1.0, _margin(kept["scores"], seat) - expected])
        for move in moves:
            position = play(position, move)
    samples = np.array(rows)
    sums: Matrix = samples.T @ samples
    return sums


def _margin(points: Sequence[float], seat: int) -> float:
    return points[seat] - fmean(each for other, each in enumerate(points) if other != seat)


def solved(grams: Matrix, ridge: float) -> Matrix:
    """The change of each weight as a share of it, and the points of having moved."""
    total = grams.sum(axis=0)
    penalty = np.diag([*[ridge] * (len(total) - 2), 1e-9])
    change: Matrix = np.linalg.solve(total[:-1, :-1] + penalty, total[:-1, -1])
    return change


def deviation(grams: Matrix, change: Matrix) -> float:
    """The standard deviation of the margin from what is expected after a change of the weights."""
    total, line = grams.sum(axis=0), np.append(-change, 1.0)
    return float(np.sqrt(line @ total @ line / total[-2, -2]))


def fitted(grams: Matrix, weights: Weights, chance: random.Random) -> dict[str, Any]:
    """The fitted weights with their standard errors, and the deviation in the holdout."""
    holdout, train = grams[::FOLDS], np.delete(grams, np.s_[::FOLDS], axis=0)

    def error(ridge: float) -> float:
        folds = [np.arange(len(train)) % (FOLDS - 1) == n for n in range(FOLDS - 1)]
        return sum(deviation(train[fold], solved(train[~fold], ridge)) ** 2 for fold in folds)

    ridge = min(RIDGES, key=error)
    change = solved(train, ridge)
    again = [
        solved(train[chance.choices(range(len(train)), k=len(train))], ridge)
        for _ in range(RESAMPLES)
    ]
    names = asdict(weights)
    return {
        "games": len(grams),
        "ridge": ridge,
        "deviation": [deviation(holdout, each) for each in (0 * change, change)],
        "weights": {
            name: [round(value * (1 + by), 4), round(abs(value * error), 4)]
            for (name, value), by, error in zip(
                names.items(), change, np.std(again, axis=0), strict=False
            )
        },
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.learn", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play", help="play games, and add them to a file")
    player.add_argument("file", type=Path)
    player.add_argument("--game", choices=games(), default="base")
    player.add_argument("--options", nargs="*", default=[], metavar="OPTION=VALUE")
    player.add_argument("--seed", type=int, default=1, help="of the first game")
    player.add_argument("--minutes", type=float, default=10)
    fitter = commands.add_parser("fit", help="fit the weights to the games of some files")
    fitter.add_argument("files", nargs="+", type=Path)
    fitter.add_argument("--weights", nargs="*", default=[], metavar="NAME=VALUE", help="changed")
    given = parser.parse_args(arguments)
    if given.command == "play":
        end, seed = time.monotonic() + 60 * given.minutes, given.seed
        options = dict(option.split("=") for option in given.options)
        while time.monotonic() < end:
            kept = played(given.game, options, SEATS[seed % len(SEATS)], seed)
            with given.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(kept) + "\n")
            seed += 1
    else:
        changes = (text.split("=") for text in given.weights)
        weights = replace(TUNED, **{name: float(value) for name, value in changes})
        lines = [line for path in given.files for line in path.read_text("utf-8").splitlines()]
        grams = np.array(
            [products(json.loads(line), weights, number) for number, line in enumerate(lines)]
        )
        print(json.dumps(fitted(grams, weights, random.Random(1)), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
