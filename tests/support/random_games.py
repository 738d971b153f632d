"""Games played by chance, position by position."""

import random
from collections.abc import Iterator, Mapping

from rules.game import Game, play, start
from rules.random_play import deal, random_move


def positions(
    name: str, seats: int, seed: int, options: Mapping[str, str] | None = None
) -> Iterator[Game]:
    """Yield each position of a random game, decision by decision, its end included."""
    chance = random.Random(seed)
    header = deal(name, seats, chance, options)
    game = start(header.book, header.seats, header.bags)
    yield game
    while not game.over:
        game = play(game, random_move(game, chance))
        yield game
