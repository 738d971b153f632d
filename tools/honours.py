"""``python -m tools.honours``: measure how rare each honour is, over games of villagers.

Prints the table of `rules.analysis.honours.RARITY`: for each kind the least number that at most a
half, a quarter, … of the players reach. The 320 games of the eight usual sets take half an hour.
"""

import argparse
from collections.abc import Iterator
from typing import Final

from rules.analysis.honour_finders import HonourKind
from rules.analysis.honours import SMALLER_IS_RARER, honours
from rules.game import Game
from rules.record import replay
from tests.support.game_choices import EIGHT
from tools.puzzles import opponents_record

HALVINGS: Final = 6
"""The rarest share that is measured is one in 2 to the power of this."""


def numbers_by_kind(games: Iterator[Game]) -> dict[HonourKind, list[int | None]]:
    """Each player's number by kind and game; None for a player without that honour."""
    numbers: dict[HonourKind, list[int | None]] = {kind: [] for kind in HonourKind}
    for game in games:
        found = {(honour.kind, honour.seat): honour.number for honour in honours(game)}
        for kind, listed in numbers.items():
            listed += [found.get((kind, seat)) for seat in range(game.seats)]
    return numbers


def thresholds(kind: HonourKind, numbers: list[int | None]) -> tuple[int, ...]:
    """The least rare number that so few players reach, for each halving."""
    sign = -1 if kind in SMALLER_IS_RARER else 1
    measures = sorted((sign * number for number in numbers if number is not None), reverse=True)
    if not measures:
        return ()
    # One more than the first number that too many players reach; all who have one may be few.
    few = [len(numbers) // 2**halving for halving in range(1, HALVINGS + 1)]
    return tuple(sign * (measures[n] + 1 if n < len(measures) else measures[-1]) for n in few)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.honours", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="games of each set of parts")
    parser.add_argument("--sets", nargs="+", default=EIGHT, help="sets of parts, each as base+inns")
    given = parser.parse_args()
    seeds = range(given.games)
    records = (opponents_record(name, 2 + seed % 4, seed) for seed in seeds for name in given.sets)
    games = (replay(record).game for record in records)
    for kind, numbers in numbers_by_kind(games).items():
        some = sum(number is not None for number in numbers)
        print(
            f"    HonourKind.{kind.name}: {thresholds(kind, numbers)},"
            f"  # {some} of {len(numbers)} players",
            flush=True,
        )


if __name__ == "__main__":
    main()
