"""``python -m rules.opponents.arena.tune``: better weights for the evaluation, found by playing.

From the best there are, some are changed by chance; who weighs so plays the best there are, with
the same bags and swapped seats, and takes their place if it comes out ahead surely enough. Each
trial is a line of a file, so that it can be gone on with.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from math import exp, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Final

from rules.game import play, start
from rules.opponents.arena.match import Match
from rules.opponents.hidden import forgotten
from rules.opponents.villager import villager
from rules.opponents.weights import TUNED, Weights
from rules.random_play import deal
from rules.variants import by_part, games

CHANGED: Final = 3
"""The weights that are changed at once."""
STRIDE: Final = 0.4
"""By how much, about, as a part of each."""
ROUNDS: Final = 3
"""How often as many bags again are played before somebody new takes the place of the best."""
SURELY: Final = 1.0
"""By how many deviations of its mean a margin has to be above nothing."""


def main(arguments: list[str] | None = None) -> int:
    """Tries so many changes and prints the best weights."""
    parser = argparse.ArgumentParser(prog="python -m rules.opponents.arena.tune")
    parser.add_argument("--games", nargs="+", choices=games(), default=list(by_part()))
    parser.add_argument("--trials", type=int, default=50)
    parser.add_argument("--bags", type=int, default=1, help="of each game in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="a file of what was tried, to go on with")
    given = parser.parse_args(arguments)
    best, number = _known(given.results)
    while number < given.trials:
        number += 1
        chance = random.Random(f"{given.seed} {number}")
        tried = changed(best, chance)
        margins = list(_rounds(tried, best, given.games, given.bags, chance))
        taken = _surely(margins)
        line = {"number": number, "taken": taken, "games": len(margins), "margin": mean(margins)}
        print(json.dumps({**line, **_differences(best, tried)}), file=sys.stderr, flush=True)
        best = tried if taken else best
        if given.results is not None:
            with given.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**line, "best": asdict(best)}) + "\n")
    print(best)
    return 0


def changed(weights: Weights, chance: random.Random) -> Weights:
    """Weights with a few of them larger or smaller by chance."""
    values = asdict(weights)
    names = chance.sample(sorted(values), CHANGED)
    return replace(
        weights, **{name: round(values[name] * exp(chance.gauss(0, STRIDE)), 3) for name in names}
    )


def _rounds(
    tried: Weights, best: Weights, names: Sequence[str], bags: int, chance: random.Random
) -> Iterator[float]:
    """The margins of a trial's games; it ends early where it does not look well."""
    so_far: list[float] = []
    for _ in range(ROUNDS):
        for name in names:
            for _ in range(bags):
                seed = chance.randrange(1 << 30)
                for first in range(2):
                    so_far.append(duel(Match(name, ("tried", "best"), seed, first), tried, best))
                    yield so_far[-1]
        if mean(so_far) <= 0:
            return


def duel(match: Match, tried: Weights, best: Weights) -> float:
    """How far the one that is tried comes out ahead, as a part of all points."""
    header = deal(match.game, 2, random.Random(match.seed))
    game = start(header.book, 2, header.bags)
    seating = match.seating()
    chance = random.Random(match.seed)
    while not game.over:
        weights = (tried, best)[seating[game.turn]]
        for move in villager(forgotten(game, chance), chance, weights):
            game = play(game, move)
    own, other = (game.scores[seating.index(player)] for player in range(2))
    return (own - other) / max(1, own + other)


def _surely(margins: Sequence[float]) -> bool:
    """Whether margins are above nothing by more than chance explains."""
    return mean(margins) > SURELY * stdev(margins) / sqrt(len(margins))


def _differences(best: Weights, tried: Weights) -> dict[str, float]:
    old = asdict(best)
    return {name: value for name, value in asdict(tried).items() if value != old[name]}


def _known(path: Path | None) -> tuple[Weights, int]:
    """The best weights of a file, and how many trials it holds."""
    lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
    if not lines:
        return TUNED, 0
    last = json.loads(lines[-1])
    return Weights(**last["best"]), last["number"]


if __name__ == "__main__":
    sys.exit(main())
