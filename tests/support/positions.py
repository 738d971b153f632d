"""Positions of every game in a few lines of notation, laid with real tiles, and what is read there.

Each line of a script is one tile, played by the named seat; its other moves follow semicolons::

    Red   FER-FRRR 1 0 rot0 thief a; ferry a c
    Blue  U 2 0 rot90; turn 1 0 a b

The tiles of a script are the top of the piles in that order, so every line goes through `play` with
all its checks; a line whose seat or tile is not what the game expects fails the test. The seat
passes each decision that its line does not answer. ``#`` starts a remark. `game_after_script` stops
after the last tile; `finished_game` has no other tiles, and has ended.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import TypeVar

from rules.areas import Area
from rules.errors import IllegalMove
from rules.game import Game, play, play_together, start
from rules.geometry import cell_at, xy
from rules.header import Header
from rules.moves import Deploy, Move, Pass
from rules.notation import write
from rules.pieces import FOLLOWER, Kind, Piece, Role
from rules.story import Event, Scored, TileDiscarded, TileDrawn
from rules.variants import rulebook
from tests.support.read_moves import read

SEATS = ("Red", "Blue", "Green", "Yellow", "Black", "Pink")
RED, BLUE, GREEN, YELLOW, BLACK, PINK = range(6)

Options = Mapping[str, str] | None
E = TypeVar("E", bound=Event)


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
    name: str,
    script: str = "",
    *,
    hand: str = "",
    seats: int = 2,
    options: Options = None,
    empty: str = "",
) -> Game:
    """Play a script and return the running game; ``hand`` is drawn next, then the rest of the box.

    Each pile is a permutation of the box, but ``empty`` holds nothing more.
    """
    tiles = [tile for _, tile, _ in script_turns(script)] + hand.split()
    bags = piles(name, tiles, options)
    if empty:
        bags[empty] = tuple(tile for tile in tiles if tile in bags[empty])
    return play_script(start(rulebook(name, options), seats, bags), script)[0]


def finished_game(name: str, script: str, *, seats: int = 2, options: Options = None) -> Game:
    """Play a script with which the main pile runs out, and return the finished game.

    That pile is only as high as the script; the end comes through the game's own last turn.
    """
    main = rulebook(name, options).main_bag
    game = game_after_script(name, script, seats=seats, options=options, empty=main)
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
hunters = partial(game_after_script, "hunters")
hunters_ended = partial(finished_game, "hunters")

NO_FOLLOWER_LEFT = """
    Red   L47 1 0 rot0 gatherer a       # the first of five: in START's forest
    Blue  L32 0 -1 rot180
    Red   L19 -1 0 rot0 fisher a        # the second
    Blue  L60 0 1 rot0
    Red   L02 0 2 rot0 gatherer a       # the third
    Blue  L07 0 3 rot0
    Red   L66 0 4 rot0 gatherer a       # the fourth
    Blue  L52 -2 0 rot0
    Red   L61 -3 0 rot0 hunter b        # the fifth
    Blue  L03 -4 0 rot0
"""
"""Red has all five followers on the board; L20 at 2 0 would close START's forest."""


def followers(game: Game) -> list[int]:
    return [hand[FOLLOWER] for hand in game.supply]


def prophets(game: Game) -> list[int]:
    return [hand[Kind("prophet")] for hand in game.supply]


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


def game_with_placement(game: Game, where: str) -> Game:
    """Place the tile in hand at ``1 0 rot90``, and stop before the deployment."""
    return play(game, *read(f"place {where}"))


def offered_moves(game: Game) -> list[str]:
    """The legal moves in canonical notation."""
    return [write(move) for move in game.legal_moves()]


def offered_figures(game: Game) -> set[str]:
    """The figures offered on the tile just placed, `pass` left out."""
    return {write(move) for move in game.legal_moves() if isinstance(move, Deploy)}


def refusal(game: Game, text: str) -> IllegalMove:
    """Return the error of a refused move; fail if the move is accepted or changes the game."""
    before = snapshot(game)
    try:
        play_together(game, read(text))
    except IllegalMove as error:
        assert snapshot(game) == before, "a refused move changed the game"
        return error
    raise AssertionError(f"{text!r} was accepted")


def snapshot(game: Game) -> tuple[object, ...]:
    """Copy all values of a game, to compare them later."""
    return (
        tuple(sorted((cell, f.tile.id, f.rotation) for cell, f in game.board.tiles.items())),
        tuple(sorted(game.board.gaps.items())),
        tuple(sorted(map(repr, game.board.pieces()))),
        tuple((bag, tuple(left)) for bag, left in game.bags.items()),
        tuple(tuple(sorted(hand.items())) for hand in game.supply),
        (game.turn, game.drawn, game.placed, game.agenda, game.story, game.out),
        tuple(sorted(game.tokens.items())),
    )


def supply(game: Game, seat: int) -> tuple[int, int]:
    """The number of followers and huts that a seat has left."""
    hand = game.supply[seat]
    return hand[FOLLOWER], hand[Kind("hut")]


def spot_of(game: Game, where: str) -> int:
    x, y, letter = where.split()
    return game.board.spot(cell_at(int(x), int(y)), letter)


def area(game: Game, layer: str, where: str) -> Area:
    """The area of a layer that a segment such as ``1 0 b`` belongs to."""
    return game.board.area(layer, spot_of(game, where))


def scores_of_kind(game: Game, kind: str, *, final: bool = False) -> list[Scored]:
    """List the scores of a kind in order, including scores without points."""
    return [
        event
        for event in game.story
        if isinstance(event, Scored) and event.kind == kind and event.final == final
    ]


def only_score(game: Game, kind: str, *, final: bool = False) -> Scored:
    events = scores_of_kind(game, kind, final=final)
    assert len(events) == 1, events
    return events[0]


def terms_by_name(event: Scored) -> dict[str, tuple[int, int]]:
    terms = {name: (number, worth) for name, number, worth in event.terms}
    assert len(terms) == len(event.terms), "a summand stands twice"
    return terms


def events_of_type(game: Game, *kinds: type[E]) -> list[E]:
    return [event for event in game.story if isinstance(event, kinds)]


def drawn_tiles(game: Game, bag: str = "bag") -> list[str]:
    return [e.tile for e in game.story if isinstance(e, TileDrawn) and e.bag == bag]


def discarded_tiles(game: Game, bag: str = "bag") -> list[str]:
    """List the drawn tiles of a pile that fitted nowhere."""
    return [e.tile for e in game.story if isinstance(e, TileDiscarded) and e.bag == bag]
