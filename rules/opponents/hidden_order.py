"""Forget what a seat cannot see before it thinks, so that no answer depends on it."""

import random

from rules.analysis.draw_odds import count_known_at_bottom
from rules.game import Game


def shuffle_hidden_piles(game: Game, chance: random.Random) -> Game:
    """The game with what nobody can know of its piles dealt anew (COM-04).

    The tiles are put in the order of their names first: the order they lay in decides nothing.
    """
    bags: dict[str, tuple[str, ...]] = {}
    for bag, pile in game.bags.items():
        seen = len(pile) - count_known_at_bottom(game, bag)
        tiles = sorted(pile[:seen])
        chance.shuffle(tiles)
        bags[bag] = (*tiles, *pile[seen:])
    return game.replace(bags=bags)
