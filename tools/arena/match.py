"""One game between opponents."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import process_time
from typing import Final, Self

from rules.game import play, start
from rules.opponents import choose
from rules.random_play import deal
from tools.arena.digest import opponents_digest
from tools.arena.intervals import quantile

COLUMNS: Final = "game,players,seed,first,nodes,opponents,points,half,most"
"""The columns of a line of results."""


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played: who plays, from which seed the bags come, and who has the first seat.

    ``first`` is the number of that player; the others follow in their order. ``opponents`` is the
    digest of what they choose, so that games of other versions are other matches.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    first: int
    nodes: int | None = None
    opponents: str = ""

    def seating(self) -> tuple[int, ...]:
        """By seat the number of the player that has it."""
        return tuple((self.first + n) % len(self.players) for n in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: by player the points, and the time that its turns took.

    ``half`` and ``most`` are the milliseconds of the processor that half and 95 in a hundred of its
    turns took at most.
    """

    match: Match
    scores: tuple[int, ...]
    half: tuple[float, ...]
    most: tuple[float, ...]

    def line(self) -> str:
        """The result as a line of a file, with commas between its COLUMNS."""
        match = self.match
        fields: tuple[object, ...] = (
            match.game,
            " ".join(match.players),
            match.seed,
            match.first,
            "" if match.nodes is None else match.nodes,
            match.opponents,
            *(" ".join(f"{n:g}" for n in values) for values in (self.scores, self.half, self.most)),
        )
        return ",".join(map(str, fields))

    @classmethod
    def read(cls, line: str) -> Self:
        """From such a line. Raise ValueError if it is none."""
        game, names, seed, first, nodes, opponents, *numbers = line.split(",")
        players = tuple(names.split())
        limit = int(nodes) if nodes else None
        match = Match(game, players, int(seed), int(first), limit, opponents)
        points, half, most = (text.split() for text in numbers)
        if not len(players) == len(points) == len(half) == len(most):
            raise ValueError(f"the line was cut off: {line!r}")
        scores = tuple(map(int, points))
        return cls(match, scores, tuple(map(float, half)), tuple(map(float, most)))


def matches(
    game: str, players: tuple[str, ...], games: int, seed: int, nodes: int | None = None
) -> Iterator[Match]:
    """Matches: each bag as often as there are players, each of whom begins once."""
    opponents = opponents_digest(game)
    for number in range(games):
        bag, first = divmod(number, len(players))
        yield Match(game, players, seed + bag, first, nodes, opponents)


def played(match: Match) -> Result:
    """A match from its first tile to the final scoring."""
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
    scores = _by_player(game.scores, seating)
    half, most = (
        tuple(round(quantile(sorted(player), part), 1) for player in times) for part in (0.5, 0.95)
    )
    return Result(match, scores, half, most)


def _by_player(scores: Iterable[int], seating: tuple[int, ...]) -> tuple[int, ...]:
    scores_by_level = dict(zip(seating, scores, strict=True))
    return tuple(scores_by_level[player] for player in sorted(scores_by_level))
