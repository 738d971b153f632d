"""Games played by chance, position by position."""

import random
from collections.abc import Iterator, Mapping

from rules.game import Game, play, start
from rules.moves import Move
from rules.random_play import deal, random_move
from tests.support import base_positions, hunters_positions


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


def likely_positions(
    name: str, seed: int, *, tidy: bool = True
) -> Iterator[tuple[Game, Move | None]]:
    """Yield each position of a game of three, played as people would, with the move made there."""
    if name == "hunters":
        return hunters_positions.random_positions(3, seed, tidy=tidy)
    return base_positions.random_positions(name, 3, seed, tidy=tidy)
