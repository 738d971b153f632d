"""``python -m tools.arena.ladder``: all levels of opponents against each other, in five games.

The results are kept in docs/ladder, a file a game, and it goes on where it stopped; games that
opponents of another version played stay there and are not mixed with those of today.
`tools.arena.ladder_tables` makes the tables of docs/opponents.md of them.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from rules.opponents import LEVELS
from rules.variants import games
from rules.version import program_version
from tools.arena.digest import opponents_digest
from tools.arena.ladder_tables import GAMES, LADDER, file_of, rows, tables
from tools.arena.match import Result, matches
from tools.arena.match_runner import run

ROUND: Final = 10
"""The games of each pair before any plays more, so that an interrupted ladder is even."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing of the ladder, and print its tables."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.ladder", description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    parser.add_argument("--games", nargs="+", choices=games(), default=GAMES)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--matches", type=int, default=200, help="the matches of a pair and game")
    parser.add_argument("--seed", type=int, default=1, help="of the first bags")
    parser.add_argument("--nodes", type=int, help="positions that a search may look at")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--results", type=Path, default=LADDER, help="the folder of the results")
    given = parser.parse_args(arguments)
    given.results.mkdir(parents=True, exist_ok=True)
    for played in range(0, given.matches, ROUND):
        number = min(given.matches, played + ROUND)
        for game in given.games:
            for weaker, stronger in combinations(given.levels, 2):
                wanted = matches(game, (stronger, weaker), number, given.seed, given.nodes)
                results = run(wanted, given.jobs, file_of(given.results, game))
                _show_progress(results, f"{game} {stronger} {weaker}")
    print(tables(given.results))
    for row in rows(given.results):
        if row.opponents != opponents_digest(row.game):
            print(f"of opponents of another version: {row.text()}")
    return 0


def _show_progress(results: Iterator[Result], title: str) -> None:
    """Overwrite a line that counts the results."""
    for number, _ in enumerate(results, 1):
        print(f"\r{title}: {number} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
