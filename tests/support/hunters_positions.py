"""Positions in a few lines of notation, laid with real tiles through the real game.

A script is one tile a line, each played by the seat it names::

    Red   L19 -1 0 rot0 fisher a
    Blue  L45 -2 0 rot180

The tiles of the script are the top of the piles in that order, so every line goes through `play`
with all its checks; a line whose seat or tile is not what the game expects fails the test. A line
without a figure passes when the game asks. ``#`` starts a remark.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rules.areas import Area
from rules.errors import IllegalMove
from rules.game import Game, play, play_together, start
from rules.geometry import CROSS, cell_at
from rules.header import Header
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.notation import write
from rules.pieces import FOLLOWER, Kind
from rules.random_play import deal, random_move
from rules.ruleset import Ruleset
from rules.story import Event, Scored, TileDiscarded, TileDrawn
from rules.variants import rulebook
from tests.support.read_moves import read

SEATS = ("Red", "Blue", "Green", "Yellow", "Black", "Pink")
RED, BLUE, GREEN, YELLOW, BLACK, PINK = range(6)

BOOK = rulebook("hunters")
E = TypeVar("E", bound=Event)
RULES: Ruleset = BOOK.ruleset


def pile(bag: str, first: Iterable[str] = ()) -> tuple[str, ...]:
    """A pile of the box with some tiles on top, the rest in the order of the box."""
    top = tuple(first)
    left = Counter(RULES.bags[bag].pile())
    left.subtract(top)
    assert min(left.values()) >= 0, f"{top} are not in the box"
    return top + tuple(left.elements())


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


def script_deal(
    script: str, *, seats: int, hand: str, bonus: str, whole: bool, empty: bool
) -> Game:
    """Deal a game for a script: its tiles on top of the piles, then ``hand`` and ``bonus``."""
    tiles = [words[1] for words in script_lines(script)]
    land = [tile for tile in tiles if tile.startswith("L")] + hand.split()
    extra = [tile for tile in tiles if tile.startswith("B")] + bonus.split()
    bags = {
        "bag": pile("bag", land) if whole else tuple(land),
        "bonus": tuple(extra) if empty else pile("bonus", extra),
    }
    return start(BOOK, seats, bags)


def script_lines(script: str) -> Iterator[list[str]]:
    for line in script.splitlines():
        words = line.partition("#")[0].split()
        if words:
            yield words


def game_after_script(
    script: str = "", *, hand: str = "", bonus: str = "", seats: int = 2, empty: bool = False
) -> Game:
    """Play a script and return the running game; ``hand`` is drawn next, then the rest of the box.

    ``bonus`` are the next bonus tiles; with ``empty`` the bonus pile holds nothing more.
    """
    game = script_deal(script, seats=seats, hand=hand, bonus=bonus, whole=True, empty=empty)
    return game_after_lines(game, script)


def finished_game(
    script: str, *, hand: str = "", bonus: str = "", seats: int = 2, empty: bool = False
) -> Game:
    """Play a script with which the land pile runs out, and return the finished game.

    The land pile is only as high as the script (the deal of `start`, not of a record, which must
    hold the whole box); the end comes through the game's own last turn all the same.
    """
    game = script_deal(script, seats=seats, hand=hand, bonus=bonus, whole=False, empty=empty)
    game = game_after_lines(game, script)
    assert game.over, f"{SEATS[game.turn]} still has {game.drawn} in hand"
    return game


def game_after_lines(game: Game, script: str) -> Game:
    return play_script(game, script)[0]


def play_script(game: Game, script: str) -> tuple[Game, list[Move]]:
    moves: list[Move] = []
    for words in script_lines(script):
        seat, tile, x, y, rotation, *figure = words
        line = " ".join(words)
        assert not game.over, f"{line}: the game is over"
        assert SEATS[game.turn] == seat, f"{line}: it is {SEATS[game.turn]}'s turn"
        assert game.drawn == tile, f"{line}: {game.drawn} was drawn"
        for text in (f"place {x} {y} {rotation}", *([" ".join(figure)] if figure else [])):
            moves += read(text)
            game = play(game, moves[-1])
        if not figure and Pass() in game.legal_moves():
            moves.append(Pass())
            game = play(game, Pass())
    return game, moves


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


def shuffled_deal(seats: int, seed: int) -> Header:
    return deal("hunters", seats, random.Random(seed))


def tidy_move(game: Game, chance: random.Random) -> Move:
    """Choose a random move that fills gaps and often deploys, so that features are finished."""
    offered = game.legal_moves()
    places = [move for move in offered if isinstance(move, PlaceTile)]
    if places:
        tiles = game.board.tiles
        crowd = {m: sum(m.cell + step in tiles for step in CROSS) for m in places}
        most = max(crowd.values())
        return chance.choice([move for move in places if crowd[move] == most])
    roles: dict[str, list[Move]] = {}
    for move in offered:
        roles.setdefault(write(move).split()[0], []).append(move)
    if "hunter" in roles and len(roles) > 2 and chance.random() < 0.7:
        del roles["hunter"]
    return chance.choice(roles[chance.choice(sorted(roles))])


def random_positions(
    seats: int, seed: int, *, tidy: bool = True
) -> Iterator[tuple[Game, Move | None]]:
    """Yield each position of a random game with the move chosen there, None at the end."""
    chance = random.Random(seed)
    header = shuffled_deal(seats, seed)
    game = start(BOOK, header.seats, header.bags)
    while not game.over:
        move = tidy_move(game, chance) if tidy else random_move(game, chance)
        yield game, move
        game = play(game, move)
    yield game, None


def record_of(seats: int, seed: int, *, tidy: bool = True) -> str:
    """Write the record of a whole random game."""
    moves = [move for _, move in random_positions(seats, seed, tidy=tidy) if move is not None]
    return "\n".join([shuffled_deal(seats, seed).text(), "", *map(write, moves), ""])
