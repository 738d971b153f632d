"""``python -m tools.arena.ladder``: all levels of opponents against each other, with their Elo.

It goes on where it stopped, and prints the tables of docs/opponents.md.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from rules.opponents import LEVELS
from rules.variants import games
from tools.arena.elo import Score, elo_numbers
from tools.arena.match import Result, matches
from tools.arena.running import kept_results, run
from tools.arena.tally import PlayerTally, standings

GAMES: Final = ("base", "hunters", "base+ferries", "ark", "base+ferries+inns+traders+river")
ANCHOR: Final = LEVELS[0]
"""The level that has 1000 Elo in each game."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing of the ladder, and print its tables."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena.ladder", description=__doc__)
    parser.add_argument("--games", nargs="+", choices=games(), default=GAMES)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--matches", type=int, default=200, help="the matches of a pair and game")
    parser.add_argument("--seed", type=int, default=1, help="of the first bags")
    parser.add_argument("--nodes", type=int, help="positions that a search may look at")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--results", type=Path, required=True, help="the folder of the results")
    given = parser.parse_args(arguments)
    if ANCHOR not in given.levels or len(given.levels) < 2:
        parser.error(f"--levels are {ANCHOR}, by which the others are measured, and others")
    given.results.mkdir(parents=True, exist_ok=True)
    elo_by_game: dict[str, dict[str, float]] = {}
    pairs: list[tuple[str, PlayerTally, PlayerTally]] = []
    for game in given.games:
        scores: list[Score] = []
        for stronger, weaker in combinations(reversed(given.levels), 2):
            file = _file(given.results, game, stronger, weaker)
            wanted = matches(game, (stronger, weaker), given.matches, given.seed, given.nodes)
            results = list(_with_progress(run(wanted, given.jobs, file), file.stem))
            one, other = standings(results)
            pairs.append((game, one, other))
            scores.append(_score(stronger, weaker, results))
        elo_by_game[game] = elo_numbers(scores, ANCHOR)
    print(as_table(given.levels, elo_by_game, pairs))
    return 0


def kept_elo(folder: Path, game: str) -> dict[str, float]:
    """The Elo of the levels in a game by the results in a folder.

    Raise ValueError if they are not enough.
    """
    scores = [
        _score(stronger, weaker, list(kept_results(_file(folder, game, stronger, weaker))))
        for stronger, weaker in combinations(reversed(LEVELS), 2)
    ]
    return elo_numbers(scores, ANCHOR)


def _file(folder: Path, game: str, stronger: str, weaker: str) -> Path:
    return folder / f"{game} {stronger} {weaker}.jsonl"


def _score(player: str, other: str, results: Sequence[Result]) -> Score:
    won = standings(results)[0].share * len(results) if results else 0.0
    return Score(player, other, won, len(results))


def _with_progress(results: Iterator[Result], title: str) -> Iterator[Result]:
    """Yield results, and overwrite a line that counts them."""
    for number, result in enumerate(results, 1):
        print(f"\r{title}: {number} ", end="", file=sys.stderr, flush=True)
        yield result
    print(file=sys.stderr)


def as_table(
    levels: Sequence[str],
    elo_by_game: Mapping[str, Mapping[str, float]],
    pairs: Sequence[tuple[str, PlayerTally, PlayerTally]],
) -> str:
    """The ladder as two tables in Markdown: Elo by game, then each pair with Wilson's interval."""
    lines = [f"| game | {' | '.join(levels)} |", f"|---|{'---|' * len(levels)}"]
    for game, elo in elo_by_game.items():
        lines.append(f"| {game} | {' | '.join(f'{elo[level]:.0f}' for level in levels)} |")
    lines += ["", "| game | players | games | won | margin | turn, half and 95 in a hundred |"]
    lines.append("|---|---|---|---|---|---|")
    for game, one, other in pairs:
        lines.append(
            f"| {game} | {one.player}, {other.player} | {one.wins + one.ties + one.losses} |"
            f" {100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f}) |"
            f" {one.margin:+.1f} | {one.half:.0f} ms, {one.most:.0f} ms |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
