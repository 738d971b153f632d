"""A board with every tile of the main bag but the last."""

import random

from rules.game import Game, play, start
from rules.random_play import deal, random_move


def full_board(name: str, seats: int = 3, seed: int = 1) -> Game:
    """A random game with the last tile of the main bag in hand."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        before = game
        game = play(game, random_move(game, chance))
        if game.over or (not game.bags[game.book.main_bag] and game.hand is not None):
            return before if game.over else game
    return game
