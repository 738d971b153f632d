"""A game between levels of opponents: played, kept as a line, and counted."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Final, Self

from rules.game import play, start
from rules.opponents import choose
from rules.random_play import deal
from tools.arena.digest import opponents_digest
from tools.arena.tally import quantile, wilson

COLUMNS: Final = "game,players,seed,first,nodes,opponents,points,half,most"
"""The columns of a line of results."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played, its bags made from a seed.

    ``first`` is the number of the player with the first seat; the others follow in order.
    ``opponents`` is the digest of what they choose, so games of other versions are other matches.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    first: int
    nodes: int | None = None
    opponents: str = ""

    def seating(self) -> tuple[int, ...]:
        return tuple((self.first + n) % len(self.players) for n in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class Result:
    """Points and times by player.

    ``half`` and ``most``: median and 95th percentile of the processor milliseconds of its turns.
    """

    match: Match
    scores: tuple[int, ...]
    half: tuple[float, ...]
    most: tuple[float, ...]

    def line(self) -> str:
        """A line of a file, with commas between its COLUMNS."""
        match = self.match
        nodes = "" if match.nodes is None else match.nodes
        names = " ".join(match.players)
        fields = [match.game, names, match.seed, match.first, nodes, match.opponents]
        for numbers in (self.scores, self.half, self.most):
            fields.append(" ".join(f"{number:g}" for number in numbers))
        return ",".join(map(str, fields))

    @classmethod
    def read(cls, line: str) -> Self:
        """Parse a line. Raise ValueError if it is malformed."""
        game, names, seed, first, nodes, opponents, *numbers = line.split(",")
        players = tuple(names.split())
        limit = int(nodes) if nodes else None
        match = Match(game, players, int(seed), int(first), limit, opponents)
        points, half, most = (text.split() for text in numbers)
        if not len(players) == len(points) == len(half) == len(most):
            raise ValueError(f"the line was cut off: {line!r}")
        scores = tuple(map(int, points))
        return cls(match, scores, tuple(map(float, half)), tuple(map(float, most)))


def matches(game: str, players: tuple[str, ...], games: int, seed: int) -> Iterator[Match]:
    """Matches with each bag once per player, each of whom begins once."""
    opponents = opponents_digest(game)
    for number in range(games):
        bag, first = divmod(number, len(players))
        yield Match(game, players, seed + bag, first, opponents=opponents)


def kept_results(path: Path) -> Iterator[Result]:
    """Skip the heading and lines that were cut off; yield nothing without a file."""
    for line in path.read_text("utf-8").split("\n")[:-1] if path.exists() else ():
        with suppress(ValueError):
            yield Result.read(line)


def run(
    wanted: Sequence[Match], play: Callable[[list[Match]], Iterable[Result]], kept: Path
) -> Iterator[Result]:
    """Yield the results in the file, then play the other matches and append theirs."""
    known = {result.match: result for result in kept_results(kept)}
    yield from (known[match] for match in wanted if match in known)
    left = [match for match in wanted if match not in known]
    for result in play(left) if left else ():
        heading = "" if kept.exists() else f"{COLUMNS}\n"
        with kept.open("a", encoding="utf-8") as file:
            file.write(f"{heading}{result.line()}\n")
        yield result


def play_all(jobs: int, left: list[Match]) -> Iterator[Result]:
    if jobs < 2 or len(left) < 2:
        yield from map(played, left)
        return
    with get_context("spawn").Pool(min(jobs, len(left))) as pool:
        yield from pool.imap_unordered(played, left)


def played(match: Match) -> Result:
    seats = len(match.players)
    header = deal(match.game, seats, random.Random(match.seed))
    game = start(header.book, seats, header.bags)
    seating = match.seating()
    times: list[list[float]] = [[] for _ in match.players]
    while not game.over:
        player = seating[game.turn]
        since = process_time()
        moves = choose(game, match.players[player], match.seed, match.nodes)
        times[player].append(1000 * (process_time() - since))
        for move in moves:
            game = play(game, move)
    scores = tuple(game.scores[seating.index(player)] for player in range(seats))
    return Result(match, scores, *half_and_most(times))


def half_and_most(times: Sequence[list[float]]) -> Iterator[tuple[float, ...]]:
    """Median and 95th percentile of each player's turn times."""
    for part in (0.5, 0.95):
        yield tuple(round(quantile(sorted(player), part), 1) for player in times)


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a player.

    ``share`` of the games, a tie counted as part of a win, with its 95 % Wilson interval from
    ``low`` to ``high``; ``margin``: average points ahead of the best other; ``half`` and ``most``:
    turn times in milliseconds, averaged over the games.
    """

    share: float
    low: float
    high: float
    margin: float
    half: float
    most: float


def standing(results: Sequence[Result], number: int) -> Standing:
    """The results of a player, by number; all matches are between the same players."""
    margins, share = list[int](), 0.0
    for result in results:
        own, best = result.scores[number], max(result.scores)
        margins.append(own - max(s for n, s in enumerate(result.scores) if n != number))
        share += (own == best) / result.scores.count(best)
    return Standing(
        share / len(results),
        *wilson(share, len(results)),
        fmean(margins),
        fmean(result.half[number] for result in results),
        fmean(result.most[number] for result in results),
    )
