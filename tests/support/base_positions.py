"""Positions of the base game, The Ferries and the Ark, laid with real tiles through the real game.

One tile a line, played by the seat it names; what else the seat decides follows semicolons::

    Red   FER-FRRR 1 0 rot0 thief a; ferry a c
    Blue  U 2 0 rot90; turn 1 0 a b

The tiles of a script are the top of the pile in that order. Where a line says nothing and the
game asks, the seat passes. ``#`` starts a remark. See `hunters_positions` for the same in hunters.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from rules.forms import Form
from rules.game import Game, play, start
from rules.geometry import CROSS, cell_at, xy
from rules.header import Header
from rules.moves import Move, Pass, PlaceTile
from rules.notation import write
from rules.pieces import FOLLOWER, Kind, Piece, Role
from rules.random_play import deal, random_move
from rules.record import replay
from rules.story import Scored
from rules.variants import rulebook
from tests.support.hunters_positions import SEATS, spot_of
from tests.support.read_moves import read

Options = Mapping[str, str] | None


def pile(name: str, first: list[str], options: Options = None, bag: str = "bag") -> tuple[str, ...]:
    """A pile of a box with some tiles on top, the rest in the order of the box."""
    left = Counter(rulebook(name, options).ruleset.bags[bag].pile())
    left.subtract(first)
    assert min(left.values()) >= 0, f"{first} are not in the box"
    return (*first, *left.elements())


def piles(name: str, first: list[str], options: Options = None) -> dict[str, tuple[str, ...]]:
    """Every pile of a game, those of some tiles that are its own on top."""
    boxes = rulebook(name, options).ruleset.bags
    return {
        bag: pile(name, [tile for tile in first if tile in box.counts], options, bag)
        for bag, box in boxes.items()
    }


def turns(script: str) -> list[tuple[str, str, list[str]]]:
    """Each line of a script: its seat, its tile, the texts of its moves."""
    found = []
    for line in script.splitlines():
        texts = line.partition("#")[0].split(";")
        if texts[0].strip():
            seat, tile, *first = texts[0].split()
            placing = " ".join(["place", *first[:3]])
            moves = [placing, " ".join(first[3:]), *(text.strip() for text in texts[1:])]
            found.append((seat, tile, [text for text in moves if text]))
    return found


def going(
    name: str, script: str = "", *, hand: str = "", seats: int = 2, options: Options = None
) -> Game:
    """The game after a script, still going on: ``hand`` is drawn next, the rest of the box after.

    The pile is a permutation of the box.
    """
    tiles = [tile for _, tile, _ in turns(script)] + hand.split()
    book = rulebook(name, options)
    return followed(start(book, seats, piles(name, tiles, options)), script)[0]


def ended(name: str, script: str, *, seats: int = 2, options: Options = None) -> Game:
    """The game after a script with which the pile runs out, so it has been scored.

    The pile is only as high as the script; the end comes through the game's own last turn.
    """
    tiles = tuple(tile for _, tile, _ in turns(script))
    book = rulebook(name, options)
    bags = {
        bag: tuple(tile for tile in tiles if tile in box.counts)
        for bag, box in book.ruleset.bags.items()
    }
    game, _ = followed(start(book, seats, bags), script)
    assert game.over, f"{SEATS[game.turn]} still has {game.drawn} in hand"
    return game


def written(name: str, script: str, *, seats: int = 2, options: Options = None) -> str:
    """A script as a record: its tiles on top of the pile, the rest of the box below."""
    bags = piles(name, [tile for _, tile, _ in turns(script)], options)
    book = rulebook(name, options)
    moves = followed(start(book, seats, bags), script)[1]
    header = Header(name, seats, bags, options=options or {})
    return "\n".join([header.text(), "", *map(write, moves), ""])


def followed(game: Game, script: str) -> tuple[Game, list[Move]]:
    """The game after some more lines, and the moves they came to."""
    moves: list[Move] = []
    for seat, tile, texts in turns(script):
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


base = partial(going, "base")
base_ended = partial(ended, "base")
ferries = partial(going, "base+ferries")
ferries_ended = partial(ended, "base+ferries")
inns = partial(going, "base+inns")
inns_ended = partial(ended, "base+inns")
traders = partial(going, "base+traders")
traders_ended = partial(ended, "base+traders")
river = partial(going, "base+river")
ark = partial(going, "ark")
ark_ended = partial(ended, "ark")


def followers(game: Game) -> list[int]:
    """The number of followers that each seat has left."""
    return [hand[FOLLOWER] for hand in game.supply]


def standing(game: Game) -> list[str]:
    """The pieces on the board, as ``Red thief 1 0 b``."""
    return sorted(map(partial(named, game), game.board.pieces()))


def named(game: Game, piece: Piece) -> str:
    """A piece in words."""
    from rules.geometry import xy

    x, y = xy(piece.spot)
    return f"{SEATS[piece.seat]} {piece.role.name} {x} {y} {game.board.zone(piece.spot).letter}"


def role_of(game: Game, name: str) -> Role:
    """The first role of a name."""
    return next(role for role in game.book.ruleset.roles if role.name == name)


def with_pieces(game: Game, *pieces: str) -> Game:
    """The game with more pieces put up by hand: ``Red thief 1 0 b``."""
    board = game.board
    for text in pieces:
        seat, role, where = text.split(maxsplit=2)
        piece = Piece(SEATS.index(seat), role_of(game, role), spot_of(game, where))
        board = board.with_piece(piece)
    return game.replace(board=board)


# -- whole games by chance ----------------------------------------------------------------------


def dealt(name: str, seats: int, seed: int, options: Options = None) -> Header:
    """A deal with the pile shuffled."""
    return deal(name, seats, random.Random(seed), options)


def likely_move(game: Game, chance: random.Random) -> Move:
    """A move of somebody who fills holes, so that much is finished; else any word, any move."""
    hand = game.hand
    if hand is None:
        return random_move(game, chance)
    tiles = game.board.tiles
    places = [move for move in game.legal_moves() if isinstance(move, PlaceTile)]
    crowd = {move: sum(move.cell + step in tiles for step in CROSS) for move in places}
    most = max(crowd.values())
    return chance.choice([move for move in places if crowd[move] == most])


def moments(
    name: str, seats: int, seed: int, *, tidy: bool = True, options: Options = None
) -> Iterator[tuple[Game, Move | None]]:
    """A whole random game: each moment with the move chosen there, None at the end."""
    chance = random.Random(seed)
    header = dealt(name, seats, seed, options)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        move = likely_move(game, chance) if tidy else random_move(game, chance)
        yield game, move
        game = play(game, move)
    yield game, None


def record_of(
    name: str, seats: int, seed: int, *, tidy: bool = True, options: Options = None
) -> str:
    """The record of a whole random game."""
    header = dealt(name, seats, seed, options)
    moves = [m for _, m in moments(name, seats, seed, tidy=tidy, options=options) if m is not None]
    return "\n".join([header.text(), "", *map(write, moves), ""])


def lies(game: Game, x: int, y: int) -> Form:
    """The tile at a cell, as it lies."""
    return game.board.tiles[cell_at(x, y)]


def scores_of(text: str) -> str:
    """A replayed record in the form of ``reference_base.report``."""
    played = replay(text)
    scores = played.game.scores
    best = max(scores)
    found = []
    for event, line in zip(played.game.story, played.event_lines(), strict=True):
        if isinstance(event, Scored) and event.points:
            cells = " ".join(f"{x},{y}" for x, y in sorted(map(xy, event.cells())))
            shares = " ".join(f"{seat}:{points}" for seat, points in event.points)
            after = "end" if event.final else line
            found.append(f"{after} {event.kind} {shares}" + f" on {cells}" * bool(cells))
    winners = (str(seat) for seat, points in enumerate(scores) if points == best)
    head = [f"scores {' '.join(map(str, scores))}", f"winners {' '.join(winners)}"]
    return "\n".join([*head, *sorted(found)])


def prophets(game: Game) -> list[int]:
    """The number of prophets that each seat has left."""
    return [hand[Kind("prophet")] for hand in game.supply]
