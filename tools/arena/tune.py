"""``python -m tools.arena.tune``: find better weights for the evaluation by playing.

Probe: move all weights up or down at random, and play these against the opposite. Each game tells
of every weight, so few games show the slopes. Race: play weights moved along the slopes against the
current weights, all on the same bags; the best third plays three times as many. Check: play the
winner on new bags, against the current weights and against each sparring partner.

Each bag is played from both seats. Results are kept in a file, so that a stopped run goes on.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Final

from rules.opponents.weights import TUNED, Weights
from rules.variants import games, games_by_part
from tools.arena.duels import SEATS, Duel, DuelOutcome, Duels
from tools.arena.intervals import SURE, wilson
from tools.arena.partners import PARTNERS, sparring
from tools.arena.slopes import candidates, moved, signs, slopes

REACH: Final = 0.5
"""The step by which a probe moves each weight, in its logarithm."""
KEPT: Final = 3
"""In each round of the race one of so many goes on, and plays so many times as many bags."""
UNSEEN: Final = 1 << 30
"""The seeds of the check begin here, where those of the search end."""


def main(arguments: list[str] | None = None) -> int:
    """Searches, checks, and prints what came out; status 1 where nothing better was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.tune")
    parser.add_argument("--games", nargs="+", choices=games(), default=list(games_by_part()))
    parser.add_argument("--probes", type=int, default=24, help="bags of each game that probe")
    parser.add_argument("--bags", type=int, default=2, help="of each game when the race begins")
    parser.add_argument("--checks", type=int, default=100, help="bags of each game that check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, help="a file of what was played, to go on with")
    given = parser.parse_args(arguments)
    if min(given.probes, given.bags, given.checks) < 1:
        parser.error("of each at least one")
    duels = Duels(given.results)
    probes = probed(duels, TUNED, given.games, given.probes, given.seed)
    print("deviations by which more is better:", _as_text(probes))
    winner = raced(duels, TUNED, candidates(TUNED, probes), given.games, given.bags, given.seed)
    if winner == TUNED:
        print("no way along them won the race")
        return 1
    print("the race was won by", _as_text(_differences(TUNED, winner)))
    standings = checked(duels, winner, TUNED, given.games, given.checks, given.seed)
    for standing in standings:
        print(standing)
    gains = sparred(duels, winner, TUNED, given.games, given.checks, given.seed)
    for gain in gains:
        print(gain)
    better = holds(standings) and not any(gain.is_surely_behind for gain in gains)
    print(winner if better else "which is not surely better")
    return 0 if better else 1


def probed(
    duels: Duels, best: Weights, names: Sequence[str], bags: int, seed: int
) -> dict[str, float]:
    """By weight how many deviations more of it is better than less."""
    chance = random.Random(f"{seed} probes")
    probes: list[tuple[dict[str, int], float]] = []
    for number in range(bags * len(names)):
        ways = signs(best, chance)
        duel = Duel(
            names[number % len(names)],
            chance.randrange(UNSEEN),
            moved(best, ways, REACH),
            moved(best, ways, -REACH),
        )
        probes.append((ways, duels.outcome(duel).margin))
        _progress("probe", number + 1, bags * len(names))
    return slopes(probes)


def raced(
    duels: Duels,
    best: Weights,
    ways: Sequence[Weights],
    names: Sequence[str],
    bags: int,
    seed: int,
) -> Weights:
    """The weights left after a race; the best known ones where none came out ahead."""
    chance = random.Random(f"{seed} race")
    margins: dict[Weights, list[float]] = {way: [] for way in ways}
    while len(margins) > 1:
        seeds = [(name, chance.randrange(UNSEEN)) for _ in range(bags) for name in names]
        for number, (way, known) in enumerate(margins.items(), 1):
            known += [duels.outcome(Duel(*seed, way, best)).margin for seed in seeds]
            _progress(f"race on {bags} bags", number, len(margins))
        order = sorted(margins, key=lambda way: -mean(margins[way]))
        margins = {way: margins[way] for way in order[: (len(order) + KEPT - 1) // KEPT]}
        bags *= KEPT
    return next((way for way, known in margins.items() if mean(known) > 0), best)


@dataclass(frozen=True, slots=True)
class Standing:
    """The result of the tried player in one game, or in all games.

    ``share`` is its part of the games, a tie counted as half a win, between ``low`` and ``high``
    with 95 in a hundred (Wilson); ``margin`` how far it was ahead as a part of all points, and
    ``deviation`` that of this mean, bag by bag.
    """

    game: str
    games: int
    share: float
    low: float
    high: float
    margin: float
    deviation: float

    def __str__(self) -> str:
        return (
            f"{self.game}: {100 * self.share:.1f} % of {self.games}"
            f" ({100 * self.low:.1f} to {100 * self.high:.1f}),"
            f" {100 * self.margin:+.2f} ± {100 * self.deviation:.2f} % of the points ahead"
        )


def standing(name: str, outcomes: Sequence[DuelOutcome]) -> Standing:
    """The tally of some duels."""
    number = SEATS * len(outcomes)
    won = sum(outcome.won for outcome in outcomes)
    margins = [outcome.margin for outcome in outcomes]
    deviation = stdev(margins) / sqrt(len(margins)) if len(margins) > 1 else 0.0
    return Standing(name, number, won / number, *wilson(won, number), mean(margins), deviation)


def checked(
    duels: Duels, tried: Weights, best: Weights, names: Iterable[str], bags: int, seed: int
) -> list[Standing]:
    """The results against the best known weights on unseen bags: in each game, and last in all."""
    standings: list[Standing] = []
    outcomes: list[DuelOutcome] = []
    for name in dict.fromkeys(names):
        fresh: list[DuelOutcome] = []
        for number in range(bags):
            bag = UNSEEN + (seed << 20) + number
            fresh.append(duels.outcome(Duel(name, bag, tried, best)))
            _progress(f"check in {name}", number + 1, bags)
        standings.append(standing(name, fresh))
        outcomes += fresh
    return [*standings, standing("all", outcomes)]


def holds(standings: Sequence[Standing]) -> bool:
    """Return True if it is nowhere surely behind, and in all surely ahead."""
    *alone, together = standings
    nowhere_behind = all(standing.high >= 0.5 for standing in alone)
    return nowhere_behind and together.margin > SURE * together.deviation


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of the tried weights over the best known ones, both against one partner.

    ``margin`` is a part of all points, ``deviation`` that of this mean, bag by bag.
    """

    partner: str
    games: int
    margin: float
    deviation: float

    @property
    def is_surely_behind(self) -> bool:
        """True if the tried weights are surely worse than the best known against this partner."""
        return self.margin < -SURE * self.deviation

    def __str__(self) -> str:
        return (
            f"against the {self.partner}, {self.games} games:"
            f" {100 * self.margin:+.2f} ± {100 * self.deviation:.2f} % of the points gained"
        )


def sparred(
    duels: Duels, tried: Weights, best: Weights, names: Iterable[str], bags: int, seed: int
) -> list[Gain]:
    """The gain against each sparring partner, on the unseen bags of all games."""
    seeds = [
        (name, UNSEEN + (seed << 20) + n) for name in dict.fromkeys(names) for n in range(bags)
    ]
    gains: list[Gain] = []
    for partner in PARTNERS:
        changes: list[float] = []
        for name, bag in seeds:
            one, other = (
                duels.outcome(sparring(name, bag, weights, partner)).margin
                for weights in (tried, best)
            )
            changes.append(one - other)
            _progress(f"spar with the {partner}", len(changes), len(seeds))
        deviation = stdev(changes) / sqrt(len(changes)) if len(changes) > 1 else 0.0
        gains.append(Gain(partner, SEATS * len(changes), mean(changes), deviation))
    return gains


def _progress(what: str, number: int, wanted: int) -> None:
    """One line, written over and over."""
    end = "\n" if number == wanted else ""
    print(f"\r{what}: {number} of {wanted} ", end=end, file=sys.stderr, flush=True)


def _as_text(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:+.2f}" for name, value in values.items())


def _differences(best: Weights, tried: Weights) -> dict[str, float]:
    old = asdict(best)
    return {name: value for name, value in asdict(tried).items() if value != old[name]}


if __name__ == "__main__":
    sys.exit(main())
