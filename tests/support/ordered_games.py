"""Games of villagers with standing orders, and the waits for a person that these save.

A turn waits only where no order plays, while without orders each turn waits for its player. A
player gives orders right after their own turn, so each of them is a round old, and some are stale,
when the tile comes.
"""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from rules.game import Game, play_together, start
from rules.moves import Move, PlaceTile
from rules.opponents.evaluation import Evaluation
from rules.opponents.hidden_order import shuffle_hidden_piles
from rules.opponents.simple_players import MAX_PLACEMENTS, villager_moves
from rules.opponents.turns import complete_turns, rank_turns
from rules.opponents.weights import TUNED
from rules.orders import MAX_WAYS, give_order, way_to_play, with_tile_in_hand
from rules.random_play import deal


@dataclass(slots=True)
class Waits:
    """Counts of games: turns, turns that waited for a person, and milliseconds of each check."""

    turns: int = 0
    waited: int = 0
    stale: int = 0
    checks: list[float] = field(default_factory=list)


def villager_ways(game: Game) -> Iterator[tuple[Move, ...]]:
    """The best ways of a villager to place the tile in hand, each at another place."""
    measure = partial(Evaluation(game, TUNED).margin, seat=game.turn)
    ranked = rank_turns(complete_turns(game, measure, places=MAX_PLACEMENTS), measure)
    cells: set[int] = set()
    for _worth, turn in ranked:
        laid = turn.moves[0]
        assert isinstance(laid, PlaceTile)
        if laid.cell not in cells:
            cells.add(laid.cell)
            yield turn.moves
        if len(cells) == MAX_WAYS:
            return


def play_game(name: str, seats: int, seed: int, counted: Waits) -> None:
    """Play a game of villagers with orders for every kind of tile."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    given: dict[int, Game] = {}
    while not game.over:
        seat, tile, ordered = game.turn, game.drawn, None
        assert tile is not None
        counted.turns += 1
        if seat in given:
            earlier = with_tile_in_hand(given[seat], seat, tile)
            if earlier.legal_moves():
                # The orders for other kinds would not be looked at.
                order = give_order(
                    tile, villager_ways(shuffle_hidden_piles(earlier, chance)), earlier
                )
                began = time.process_time()
                ordered = way_to_play(order, game)
                counted.checks.append(1e3 * (time.process_time() - began))
                counted.stale += ordered is None
        if ordered is None:
            counted.waited += 1
            moves = villager_moves(shuffle_hidden_piles(game, chance), chance)
        else:
            moves = ordered.moves
        game = play_together(game, moves)[0]
        while not game.over and game.drawn is None:
            # The rest of a turn that the order leaves open is asked for.
            counted.waited += ordered is not None
            moves = villager_moves(shuffle_hidden_piles(game, chance), chance)
            game = play_together(game, moves)[0]
        given[seat] = game
