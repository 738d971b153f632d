"""The ladder: all levels of opponents against each other in five games, and its tables in the docs.

The results are kept in docs/ladder, a file a game. Games that opponents of another version played
stay there and are not mixed with those of today.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Final

from rules.opponents import ALL_LEVELS, LEVELS
from tools.arena.match import Match, Result, kept_results, matches, play_all, run, standing
from tools.arena.tally import Score, elo_numbers

DOCS: Final = Path(__file__).parents[2] / "docs"
LADDER: Final = DOCS / "ladder"
DOCUMENT: Final = DOCS / "opponents.md"
GAMES: Final = ("base", "hunters", "base+ferries", "ark", "base+ferries+inns+traders+river")
ROUND: Final = 10
"""The games of each pair before any plays more, so that an interrupted ladder is even."""
ANCHOR: Final = LEVELS[0]
"""The level that has 1000 Elo in each game."""
BEGIN: Final = "<!-- The ladder, by `make ladder`: -->\n"
END: Final = "<!-- The end of the ladder. -->\n"


@dataclass(frozen=True, slots=True)
class Row:
    """The games of two levels of opponents of one version.

    ``is_newest`` is false where a later version has played the same pair.
    """

    results: tuple[Result, ...]
    is_newest: bool = True

    @property
    def game(self) -> str:
        return self.results[0].match.game

    @property
    def opponents(self) -> str:
        return self.results[0].match.opponents

    def score(self) -> Score:
        """The share of the stronger level."""
        one, other = self.results[0].match.players
        games = len(self.results)
        return Score(one, other, standing(self.results, 0).share * games, games)

    def text(self) -> str:
        """A line of the table of pairs, with Wilson's interval."""
        match, one = self.results[0].match, standing(self.results, 0)
        version = match.opponents if self.is_newest else f"{match.opponents}, older"
        return (
            f"| {match.game} | {', '.join(match.players)} | {len(self.results)} |"
            f" {100 * one.share:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f}) |"
            f" {one.margin:+.1f} | {one.half:.0f} ms, {one.most:.0f} ms | {version} |"
        )


def rows(folder: Path, games: Sequence[str] = GAMES) -> Iterator[Row]:
    """Rows by pair, weaker pairs first, then by version in order of play."""
    for game in games:
        by_row: dict[tuple[tuple[str, ...], str], dict[Match, Result]] = {}
        for result in kept_results(folder / f"{game}.csv"):
            match = result.match
            by_row.setdefault((match.players, match.opponents), {})[match] = result
        newest = dict(by_row.keys())
        for key in sorted(by_row, key=lambda key: [ALL_LEVELS.index(player) for player in key[0]]):
            players, version = key
            yield Row(tuple(by_row[key].values()), newest[players] == version)


def kept_elo(folder: Path, game: str) -> dict[str, float]:
    """The Elo of each level, by the newest games of each pair.

    Raise ValueError if there are too few.
    """
    return elo_numbers((row.score() for row in rows(folder, (game,)) if row.is_newest), ANCHOR)


def tables(folder: Path) -> str:
    """Two tables in Markdown: Elo by game, then each pair."""
    lines = [f"| game | {' | '.join(LEVELS)} |", f"|---|{'---|' * len(LEVELS)}"]
    for game in GAMES:
        try:
            elo = kept_elo(folder, game)
        except ValueError:
            continue
        shown = [f"{elo[level]:.0f}" if level in elo else "not played" for level in LEVELS]
        lines.append(f"| {game} | {' | '.join(shown)} |")
    lines += ["", "| game | players | games | won | margin | turn, half and 95 in 100 | version |"]
    lines.append("|---|---|---|---|---|---|---|")
    lines += [row.text() for row in rows(folder)]
    return "\n".join(lines)


def play_ladder(
    folder: Path, games: Sequence[str], levels: Sequence[str], number: int, seed: int, jobs: int
) -> None:
    """Play the missing matches of each pair and game."""
    folder.mkdir(parents=True, exist_ok=True)
    for played in range(0, number, ROUND):
        for game in games:
            for weaker, stronger in combinations(levels, 2):
                most = min(number, played + ROUND)
                wanted = list(matches(game, (stronger, weaker), most, seed))
                found = run(wanted, partial(play_all, jobs), folder / f"{game}.csv")
                for count, _ in enumerate(found, 1):
                    sys.stderr.write(f"\r{game} {stronger} {weaker}: {count} ")
                print(file=sys.stderr)


def write_document() -> None:
    head, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    tail = rest.partition(END)[2]
    DOCUMENT.write_text(f"{head}{BEGIN}\n{tables(LADDER)}\n\n{END}{tail}", "utf-8")
