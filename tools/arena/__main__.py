"""``python -m tools.arena``: matches between opponents, and their tally."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rules.opponents import ALL_LEVELS
from rules.variants import games
from rules.version import program_version
from tools.arena.match import Result, matches
from tools.arena.match_runner import run
from tools.arena.tally import as_text, as_values, standings


def main(arguments: Sequence[str] | None = None, program: str = "python -m tools.arena") -> int:
    """Play the matches that are asked for, report progress, and print the tally."""
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--version", action="version", version=program_version())
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--players", nargs="+", choices=ALL_LEVELS, required=True)
    parser.add_argument("--games", type=int, default=100, help="the number of games")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first bags; the next has one more"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--nodes", type=int, help="positions that a search may look at")
    parser.add_argument("--results", type=Path, help="a file of played matches, to continue")
    parser.add_argument("--json", action="store_true", help="print the tally as JSON")
    given = parser.parse_args(arguments)
    wanted = list(matches(given.game, tuple(given.players), given.games, given.seed, given.nodes))
    results: list[Result] = []
    for result in run(wanted, given.jobs, given.results):
        results.append(result)
        _progress(results, len(wanted))
    print(file=sys.stderr)
    print(json.dumps(as_values(results), indent=1) if given.json else as_text(results))
    return 0


def _progress(results: list[Result], wanted: int) -> None:
    """Overwrite the line of progress."""
    shown = ", ".join(f"{s.player} {100 * s.share:.0f} %" for s in standings(results))
    print(f"\r{len(results)} of {wanted}: {shown} ", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
