"""A board with every tile of the main bag but the last."""

from itertools import pairwise

from rules.game import Game
from tests.support.random_games import positions


def full_board(name: str, seats: int = 3, seed: int = 1) -> Game:
    """A random game with the last tile of the main bag in hand."""
    for before, game in pairwise(positions(name, seats, seed)):
        if game.over or (not game.bags[game.book.main_bag] and game.hand is not None):
            return before if game.over else game
    raise AssertionError("the game has no end")
