"""Opponents against each other: levels, sparring partners, and two versions of the program.

Results of levels and of versions are kept in files, so that a stopped run goes on where it was.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from itertools import product
from pathlib import Path

from rules.opponents import ALL_LEVELS, LEVELS
from rules.opponents.weights import Weights
from rules.variants import games
from tools.arena.digest import opponents_digest
from tools.arena.ladder import GAMES, LADDER, play_ladder, rows, tables, write_document
from tools.arena.spar import PARTNERS, spar
from tools.arena.tally import Options
from tools.arena.versions import play_versions


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    each = commands.add_parser("ladder", help="levels against each other, and their Elo")
    each.add_argument("--games", nargs="+", choices=games(), default=GAMES)
    each.add_argument("--levels", nargs="+", choices=ALL_LEVELS, default=LEVELS)
    each.add_argument("--matches", type=int, default=200, help="of each pair and game")
    each.add_argument("--jobs", type=int, default=1, help="processes that play")
    each.add_argument("--results", type=Path, default=LADDER, help="a folder of results")
    partners = commands.add_parser("spar", help="weights against sparring partners")
    partners.add_argument("--games", nargs="+", choices=games(), default=["base"])
    partners.add_argument("--partners", nargs="+", choices=(*PARTNERS,), default=[*PARTNERS])
    partners.add_argument("--weights", nargs="*", default=[], metavar="NAME=VALUE", help="changed")
    versions = commands.add_parser("versions", help="this checkout against another")
    versions.add_argument("--against", type=Path, required=True, help="the folder of the checkout")
    versions.add_argument("--game", choices=games(), required=True)
    versions.add_argument("--level", choices=ALL_LEVELS, default="master")
    versions.add_argument("--results", type=Path, required=True, help="a file of results")
    versions.add_argument("--nodes", type=int, help="positions that a search may look at")
    for command in (partners, versions):
        command.add_argument("--bags", type=int, default=100, help="each played from both seats")
        command.add_argument("--options", nargs="*", default=[], metavar="OPTION=VALUE")
    for command in (each, partners, versions):
        command.add_argument("--seed", type=int, default=1, help="of the first bag")
    given = parser.parse_args(arguments)
    if given.command == "ladder":
        _ladder(given)
        return 0
    bags, options = range(given.seed, given.seed + given.bags), _options(given.options)
    if given.command == "versions":
        words = given.game, given.level, bags, given.against, given.results, given.nodes, options
        print(play_versions(*words))
        return 0
    changes = {name: float(value) for name, value in _options(given.weights)}
    if unknown := changes.keys() - {field.name for field in fields(Weights)}:
        parser.error(f"there is no weight {', '.join(sorted(unknown))}")
    for game, partner in product(given.games, given.partners):
        print(spar(game, partner, bags, changes, options), flush=True)
    return 0


def _ladder(given: argparse.Namespace) -> None:
    """Play what is missing, print the tables, and update the document from docs/ladder."""
    words = given.results, given.games, given.levels, given.matches
    play_ladder(*words, given.seed, given.jobs)
    print(tables(given.results))
    for row in rows(given.results):
        if row.opponents != opponents_digest(row.game):
            print(f"of opponents of another version: {row.text()}")
    if given.results == LADDER:
        write_document()


def _options(texts: Sequence[str]) -> Options:
    return tuple((name, value) for name, value in (text.split("=") for text in texts))


if __name__ == "__main__":
    sys.exit(main())
