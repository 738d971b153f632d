"""``python -m rules arena``: opponents against each other."""

import argparse
import json
import sys
from pathlib import Path

from rules.opponents import ALL
from rules.opponents.arena.match import Result, matches
from rules.opponents.arena.running import run
from rules.opponents.arena.tally import as_text, as_values, standings
from rules.variants import games


def describe(parser: argparse.ArgumentParser) -> None:
    """Says what may be asked."""
    parser.add_argument("--game", choices=games(), required=True)
    parser.add_argument("--players", nargs="+", choices=ALL, required=True)
    parser.add_argument("--games", type=int, default=100, help="how many are played")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first bags; the next has one more"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--nodes", type=int, help="positions that a search may look at")
    parser.add_argument("--results", type=Path, help="a file of what was played, to go on with")
    parser.add_argument("--json", action="store_true", help="the outcome as JSON")


def arena(given: argparse.Namespace) -> int:
    """Plays the matches that are asked for, tells how it goes, and what they came to."""
    wanted = list(matches(given.game, tuple(given.players), given.games, given.seed, given.nodes))
    results: list[Result] = []
    for result in run(wanted, given.jobs, given.results):
        results.append(result)
        _progress(results, len(wanted))
    print(file=sys.stderr)
    print(json.dumps(as_values(results), indent=1) if given.json else as_text(results))
    return 0


def _progress(results: list[Result], wanted: int) -> None:
    """One line, written over and over."""
    shown = ", ".join(f"{s.player} {100 * s.share:.0f} %" for s in standings(results))
    print(f"\r{len(results)} of {wanted}: {shown} ", end="", file=sys.stderr, flush=True)
