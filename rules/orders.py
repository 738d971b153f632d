"""Standing orders: moves given for a kind of tile before drawing it, and their stored text.

An order lists up to MAX_WAYS ways in order of preference. The first way that can be played when the
tile is drawn is played, but only if it still means what it meant when it was given
(`rules.order_meaning`).
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from rules.errors import NotationError
from rules.game import Game, run_agenda, stops_draft
from rules.notation import write
from rules.order_meaning import FeatureMeaning, Meaning, Moves, changes, meaning_of
from rules.story import TileDrawn, turn_began
from rules.turn import Draw

__all__ = [
    "MASTER",
    "MAX_WAYS",
    "Moves",
    "Order",
    "Way",
    "give_order",
    "still_means",
    "way_to_play",
    "with_tile_in_hand",
]

MAX_WAYS: Final = 3
"""The most ways of an order."""


@dataclass(frozen=True, slots=True)
class Way:
    """Whole moves of a tile with their meaning when the order was given.

    Without moves a master chooses; ``meaning`` is None for a master, for moves illegal when the
    order was given, and for a meaning stored by an earlier version.
    """

    moves: Moves = ()
    meaning: Meaning | None = None

    @property
    def is_master(self) -> bool:
        return not self.moves


MASTER: Final = Way()
"""The way that leaves the moves to a master."""


@dataclass(frozen=True, slots=True)
class Order:
    tile: str
    ways: tuple[Way, ...]


def with_tile_in_hand(game: Game, seat: int, tile: str) -> Game:
    """The game as if a seat had drawn a kind of tile after the present turn.

    A tile in hand is put aside; after a placed tile, its closed features are scored, and its
    player's open decisions are passed.
    """
    if game.drawn is None:
        game = run_agenda(game, stops_draft)
    ruleset = game.book.ruleset
    after_draw = next(n for n, step in enumerate(ruleset.turn, 1) if isinstance(step, Draw))
    bags = (bag for bag, tiles in ruleset.bags.items() if tile in tiles.counts)
    return game.with_events(
        turn_began(seat),
        TileDrawn(seat, next(bags), tile),
        turn=seat,
        drawn=tile,
        agenda=ruleset.tile + ruleset.turn[after_draw:],
    )


def give_order(tile: str, ways: Iterable[Moves], game: Game) -> Order:
    """The order for a tile in hand in ``game``; () stands for a master."""
    return Order(
        tile, tuple(Way(moves, meaning_of(game, moves) if moves else None) for moves in ways)
    )


def way_to_play(order: Order, game: Game) -> Way | None:
    """The way to play with the tile in hand, None if its player is to be asked.

    That is the first way legal now, unless it was illegal when the order was given, or no longer
    means what it meant.
    """
    for way in order.ways:
        if way.is_master:
            return way
        then = way.meaning
        now = meaning_of(game, way.moves, then.tiles if then is not None else None)
        if now is not None:
            return None if then is None or any(changes(then, now)) else way
    return None


def still_means(order: Order, then: Game, now: Game) -> bool:
    """True if an order given in position ``then`` may be played in ``now``.

    Both have the tile in hand. Nothing depends on the order of the undrawn tiles.
    """
    given = give_order(order.tile, (way.moves for way in order.ways), then)
    return way_to_play(given, now) is not None


MASTER_WORD: Final = "master"
"""The text of a way that leaves the moves to a master."""


class OrderTextError(ValueError):
    """A text that is no order."""


def write_moves(moves: Moves) -> str:
    """Write moves in the notation; ``master`` for none."""
    return " ".join(map(write, moves)) or MASTER_WORD


def write_ways(ways: Iterable[Way]) -> str:
    """The ways with their meanings, one JSON array."""
    return json.dumps(
        [[write_moves(way.moves), way.meaning and asdict(way.meaning)] for way in ways]
    )


def read_ways(text: str, game: Game) -> tuple[Way, ...]:
    """Raise OrderTextError for any other text."""
    try:
        ways = tuple(_way(game, said, meaning) for said, meaning in json.loads(text))
    except (ValueError, TypeError, KeyError, NotationError) as error:
        raise OrderTextError(f"{text[:80]!r} is no order: {error!r}") from error
    if not 1 <= len(ways) <= MAX_WAYS:
        raise OrderTextError(f"an order has 1 to {MAX_WAYS} ways, not {len(ways)}")
    return ways


def _way(game: Game, said: str, meaning: Any) -> Way:
    if said == MASTER_WORD:
        return MASTER
    return Way(tuple(game.read(str(said))), _meaning(meaning))


def _meaning(plain: Any) -> Meaning | None:
    """Read a meaning's fields by name.

    Return None for none, and for format version 1, a list of five: it compared less, so its player
    is asked.
    """
    if plain is None:
        return None
    if isinstance(plain, list):
        _tiles, _past, _neighbours, _points, _features = plain
        return None
    features = tuple(
        FeatureMeaning(**one | {"owners": tuple(one["owners"]), "leaders": tuple(one["leaders"])})
        for one in plain["features"]
    )
    tokens = tuple((str(name), cell) for name, cell in plain["tokens"])
    lists = {name: tuple(plain[name]) for name in ("points", "passed")}
    return Meaning(**plain | lists | {"tokens": tokens, "features": features})
