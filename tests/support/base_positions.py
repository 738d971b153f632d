"""Positions of the base game, The Ferries and the Ark, laid with real tiles through the real game.

Each line of a script is one tile, played by the named seat; its other moves follow semicolons::

    Red   FER-FRRR 1 0 rot0 thief a; ferry a c
    Blue  U 2 0 rot90; turn 1 0 a b

The tiles of a script are the top of the pile in that order. The seat passes each decision that its
line does not answer. ``#`` starts a remark. `game_after_script` stops after the last tile,
`finished_game` has no other tiles, and has ended. See `hunters_positions` for the same in hunters.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from rules.game import Game, play, start
from rules.geometry import CROSS, xy
from rules.header import Header
from rules.moves import Move, Pass, PlaceTile
from rules.notation import write
from rules.pieces import FOLLOWER, Kind, Piece, Role
from rules.random_play import deal, random_move
from rules.variants import rulebook
from tests.support.hunters_positions import SEATS, spot_of
from tests.support.read_moves import read

Options = Mapping[str, str] | None


def pile(name: str, first: list[str], options: Options = None, bag: str = "bag") -> tuple[str, ...]:
    """Build a pile of a box with some tiles on top, the rest in the order of the box."""
    left = Counter(rulebook(name, options).ruleset.bags[bag].pile())
    left.subtract(first)
    assert min(left.values()) >= 0, f"{first} are not in the box"
    return (*first, *left.elements())


def piles(name: str, first: list[str], options: Options = None) -> dict[str, tuple[str, ...]]:
    """Build every pile of a game, each with its share of some tiles on top."""
    boxes = rulebook(name, options).ruleset.bags
    return {
        bag: pile(name, [tile for tile in first if tile in box.counts], options, bag)
        for bag, box in boxes.items()
    }


def script_turns(script: str) -> list[tuple[str, str, list[str]]]:
    """Split a script into lines, each a seat, a tile and the texts of the moves."""
    turns = []
    for line in script.splitlines():
        texts = line.partition("#")[0].split(";")
        if texts[0].strip():
            seat, tile, *first = texts[0].split()
            placing = " ".join(["place", *first[:3]])
            moves = [placing, " ".join(first[3:]), *(text.strip() for text in texts[1:])]
            turns.append((seat, tile, [text for text in moves if text]))
    return turns


def game_after_script(
    name: str, script: str = "", *, hand: str = "", seats: int = 2, options: Options = None
) -> Game:
    """Play a script and return the running game; ``hand`` is drawn next, then the rest of the box.

    The pile is a permutation of the box.
    """
    tiles = [tile for _, tile, _ in script_turns(script)] + hand.split()
    book = rulebook(name, options)
    return play_script(start(book, seats, piles(name, tiles, options)), script)[0]


def finished_game(name: str, script: str, *, seats: int = 2, options: Options = None) -> Game:
    """Play a script with which the pile runs out, and return the finished game.

    The pile is only as high as the script; the end comes through the game's own last turn.
    """
    tiles = tuple(tile for _, tile, _ in script_turns(script))
    book = rulebook(name, options)
    bags = {
        bag: tuple(tile for tile in tiles if tile in box.counts)
        for bag, box in book.ruleset.bags.items()
    }
    game, _ = play_script(start(book, seats, bags), script)
    assert game.over, f"{SEATS[game.turn]} still has {game.drawn} in hand"
    return game


def script_record(name: str, script: str, *, seats: int = 2, options: Options = None) -> str:
    """Write a script as a record: its tiles on top of the pile, the rest of the box below."""
    bags = piles(name, [tile for _, tile, _ in script_turns(script)], options)
    book = rulebook(name, options)
    moves = play_script(start(book, seats, bags), script)[1]
    header = Header(name, seats, bags, options=options or {})
    return "\n".join([header.text(), "", *map(write, moves), ""])


def play_script(game: Game, script: str) -> tuple[Game, list[Move]]:
    moves: list[Move] = []
    for seat, tile, texts in script_turns(script):
        line = f"{seat} {tile} {'; '.join(texts)}"
        assert not game.over, f"{line}: the game is over"
        assert SEATS[game.turn] == seat, f"{line}: it is {SEATS[game.turn]}'s turn"
        assert game.drawn == tile, f"{line}: {game.drawn} was drawn"
        for text in texts:
            (move,) = read(text)
            if move not in game.legal_moves() and Pass() in game.legal_moves():
                moves.append(Pass())
                game = play(game, Pass())
            moves.append(move)
            game = play(game, move)
        while game.drawn is None and Pass() in game.legal_moves():
            moves.append(Pass())
            game = play(game, Pass())
        assert game.over or game.drawn is not None, f"{line}: {game.decision.wanted}"
    return game, moves


base = partial(game_after_script, "base")
base_ended = partial(finished_game, "base")
ferries = partial(game_after_script, "base+ferries")
ferries_ended = partial(finished_game, "base+ferries")
inns = partial(game_after_script, "base+inns")
inns_ended = partial(finished_game, "base+inns")
traders = partial(game_after_script, "base+traders")
traders_ended = partial(finished_game, "base+traders")
river = partial(game_after_script, "base+river")
ark = partial(game_after_script, "ark")
ark_ended = partial(finished_game, "ark")


def followers(game: Game) -> list[int]:
    return [hand[FOLLOWER] for hand in game.supply]


def standing_pieces(game: Game) -> list[str]:
    """List the pieces on the board, as ``Red thief 1 0 b``."""
    return sorted(map(partial(piece_text, game), game.board.pieces()))


def piece_text(game: Game, piece: Piece) -> str:
    """Write a piece as ``Red thief 1 0 b``."""
    x, y = xy(piece.spot)
    return f"{SEATS[piece.seat]} {piece.role.name} {x} {y} {game.board.zone(piece.spot).letter}"


def role_of(game: Game, name: str) -> Role:
    return next(role for role in game.book.ruleset.roles if role.name == name)


def with_pieces(game: Game, *pieces: str) -> Game:
    """Put more pieces on the board, without moves: ``Red thief 1 0 b``."""
    board = game.board
    for text in pieces:
        seat, role, where = text.split(maxsplit=2)
        piece = Piece(SEATS.index(seat), role_of(game, role), spot_of(game, where))
        board = board.with_piece(piece)
    return game.replace(board=board)


def shuffled_deal(name: str, seats: int, seed: int, options: Options = None) -> Header:
    """Deal a game with shuffled piles."""
    return deal(name, seats, random.Random(seed), options)


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
    name: str, seats: int, seed: int, *, tidy: bool = True, options: Options = None
) -> Iterator[tuple[Game, Move | None]]:
    """Yield each position of a random game with the move chosen there, None at the end."""
    chance = random.Random(seed)
    header = shuffled_deal(name, seats, seed, options)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        move = likely_move(game, chance) if tidy else random_move(game, chance)
        yield game, move
        game = play(game, move)
    yield game, None


def record_of(
    name: str, seats: int, seed: int, *, tidy: bool = True, options: Options = None
) -> str:
    """Write the record of a whole random game."""
    header = shuffled_deal(name, seats, seed, options)
    moves = [
        m
        for _, m in random_positions(name, seats, seed, tidy=tidy, options=options)
        if m is not None
    ]
    return "\n".join([header.text(), "", *map(write, moves), ""])


def prophets(game: Game) -> list[int]:
    return [hand[Kind("prophet")] for hand in game.supply]
