"""Shuffle the hidden piles before a search, and seed the random choices of one decision."""

import random

from rules.analysis.draw_odds import count_known_at_bottom
from rules.game import Game


def decision_chance(game: Game, seed: int) -> random.Random:
    """A generator for one decision, so that ties break differently."""
    return random.Random(f"{seed} {len(game.board.tiles)} {game.turn}")


def shuffle_hidden_piles(game: Game, chance: random.Random) -> Game:
    """Shuffle the unknown part of every pile (COM-04).

    The tiles are sorted by name first, so that their real order has no influence.
    """
    bags: dict[str, tuple[str, ...]] = {}
    for bag, pile in game.bags.items():
        seen = len(pile) - count_known_at_bottom(game, bag)
        tiles = sorted(pile[:seen])
        chance.shuffle(tiles)
        bags[bag] = (*tiles, *pile[seen:])
    return game.replace(bags=bags)
