"""``python -m tools.arena.spar``: weights of the evaluation against sparring partners.

Each bag is played from both seats, and kept in a file, so that it can be gone on with.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from rules.opponents.weights import TUNED, Weights
from rules.variants import games
from rules.version import program_version
from tools.arena.duels import SEATS, DuelOutcome, Duels
from tools.arena.intervals import wilson
from tools.arena.partners import PARTNERS, sparring

Options = tuple[tuple[str, str], ...]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the partners, and print a line for each of them and each game."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.spar", description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    parser.add_argument("--games", nargs="+", choices=games(), default=["base"])
    parser.add_argument("--partners", nargs="+", choices=tuple(PARTNERS), default=list(PARTNERS))
    parser.add_argument("--bags", type=int, default=100, help="of each game, each from both seats")
    parser.add_argument("--seed", type=int, default=1, help="of the first bag")
    parser.add_argument("--results", type=Path, help="a file of what was played, to go on with")
    parser.add_argument("--weights", nargs="*", default=[], metavar="NAME=VALUE", help="changed")
    parser.add_argument("--options", nargs="*", default=[], metavar="OPTION=VALUE")
    given = parser.parse_args(arguments)
    changes = {name: float(value) for name, value in (t.split("=") for t in given.weights)}
    if unknown := changes.keys() - {field.name for field in fields(Weights)}:
        parser.error(f"there is no weight {', '.join(sorted(unknown))}")
    options: Options = tuple(
        (option, value) for option, value in (text.split("=") for text in given.options)
    )
    duels = Duels(given.results)
    tried = replace(TUNED, **changes)
    for game in given.games:
        for partner in given.partners:
            outcomes = []
            for number in range(given.bags):
                bag = given.seed + number
                outcomes.append(duels.outcome(sparring(game, bag, tried, partner, options)))
                print(f"\r{number + 1} of {given.bags} ", end="", file=sys.stderr, flush=True)
            print(file=sys.stderr)
            print(as_text(game, partner, outcomes), flush=True)
    return 0


def as_text(game: str, partner: str, outcomes: Sequence[DuelOutcome]) -> str:
    """The standing against a partner: games won, points ahead and both points on average."""
    number = SEATS * len(outcomes)
    won = sum(outcome.won for outcome in outcomes)
    low, high = wilson(won, number)
    ahead = [fmean(own - other for own, other in outcome.points) for outcome in outcomes]
    error = stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else 0.0
    own, other = (
        fmean(points[seat] for outcome in outcomes for points in outcome.points)
        for seat in range(SEATS)
    )
    return (
        f"{game}, {partner}: {100 * won / number:.1f} % of {number}"
        f" ({100 * low:.1f} to {100 * high:.1f}), {fmean(ahead):+.2f} ± {error:.2f} points,"
        f" {own:.1f} to {other:.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
