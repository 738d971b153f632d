"""Games played by chance, position by position."""

import random
from collections.abc import Iterator, Mapping

from rules.game import Game, play, start
from rules.geometry import CROSS
from rules.header import Header
from rules.moves import Move, PlaceTile
from rules.notation import write
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


def shuffled_deal(name: str, seats: int, seed: int) -> Header:
    """Deal a game with shuffled piles."""
    return deal(name, seats, random.Random(seed))


def likely_move(game: Game, chance: random.Random) -> Move:
    """Choose a placement with most neighbours, to finish features; after it, a random move."""
    hand = game.hand
    if hand is None:
        return random_move(game, chance)
    tiles = game.board.tiles
    places = [move for move in game.legal_moves() if isinstance(move, PlaceTile)]
    crowd = {move: sum(move.cell + step in tiles for step in CROSS) for move in places}
    most = max(crowd.values())
    return chance.choice([move for move in places if crowd[move] == most])


def random_positions(
    name: str, seats: int, seed: int, *, tidy: bool = True
) -> Iterator[tuple[Game, Move | None]]:
    """Yield each position of a random game with the move chosen there, None at the end."""
    chance = random.Random(seed)
    header = shuffled_deal(name, seats, seed)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        move = likely_move(game, chance) if tidy else random_move(game, chance)
        yield game, move
        game = play(game, move)
    yield game, None


def record_of(name: str, seats: int, seed: int) -> str:
    """Write the record of a whole random game."""
    moves = [move for _, move in random_positions(name, seats, seed) if move is not None]
    return "\n".join([shuffled_deal(name, seats, seed).text(), "", *map(write, moves), ""])
