"""One game between opponents."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from rules.game import play, start
from rules.opponents import choose
from rules.random_play import deal


@dataclass(frozen=True, slots=True)
class Match:
    """A game to be played: who plays, from which seed the bags come, and who has the first seat.

    ``first`` is the number of that player; the others follow in their order.
    """

    game: str
    players: tuple[str, ...]
    seed: int
    first: int
    nodes: int | None = None

    def seating(self) -> tuple[int, ...]:
        """By seat the number of the player that has it."""
        return tuple((self.first + n) % len(self.players) for n in range(len(self.players)))


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match: by player the points, and the milliseconds of each turn."""

    match: Match
    scores: tuple[int, ...]
    times: tuple[tuple[float, ...], ...]

    def written(self) -> dict[str, Any]:
        """Return the fields as plain values, for a line of a file."""
        return {**asdict(self.match), "scores": self.scores, "times": self.times}

    @classmethod
    def read(cls, values: dict[str, Any]) -> "Result":
        """From such values; KeyError or TypeError where they are none."""
        match = Match(
            values["game"],
            tuple(values["players"]),
            values["seed"],
            values["first"],
            values["nodes"],
        )
        return cls(match, tuple(values["scores"]), tuple(map(tuple, values["times"])))


def matches(
    game: str, players: tuple[str, ...], games: int, seed: int, nodes: int | None = None
) -> Iterator[Match]:
    """Matches: each bag as often as there are players, each of whom begins once."""
    for number in range(games):
        bag, first = divmod(number, len(players))
        yield Match(game, players, seed + bag, first, nodes)


def played(match: Match) -> Result:
    """A match from its first tile to the final scoring."""
    seats = len(match.players)
    header = deal(match.game, seats, random.Random(match.seed))
    game = start(header.book, seats, header.bags)
    seating = match.seating()
    times: list[list[float]] = [[] for _ in match.players]
    while not game.over:
        player = seating[game.turn]
        since = perf_counter()
        moves = choose(game, match.players[player], match.seed, match.nodes)
        times[player].append(round(1000 * (perf_counter() - since), 1))
        for move in moves:
            game = play(game, move)
    scores = _by_player(game.scores, seating)
    return Result(match, scores, tuple(map(tuple, times)))


def _by_player(scores: Iterable[int], seating: tuple[int, ...]) -> tuple[int, ...]:
    scores_by_level = dict(zip(seating, scores, strict=True))
    return tuple(scores_by_level[player] for player in sorted(scores_by_level))
