"""Standing orders as text, so that they can be stored: ``read_ways(write_ways(ways)) == ways``."""

import json
from collections.abc import Iterable
from typing import Any, Final

from rules.errors import NotationError
from rules.game import Game
from rules.notation import write
from rules.orders import MASTER, MAX_WAYS, FeatureMeaning, Meaning, Moves, Way

MASTER_WORD: Final = "master"
"""The text of a way that leaves the moves to a master."""


class OrderTextError(ValueError):
    """A text that is no order."""


def write_moves(moves: Moves) -> str:
    """Write whole moves in the notation; ``master`` for none."""
    return " ".join(map(write, moves)) or MASTER_WORD


def write_ways(ways: Iterable[Way]) -> str:
    """Write the ways of an order with their meanings, one JSON array."""
    return json.dumps([[write_moves(way.moves), _plain(way.meaning)] for way in ways])


def read_ways(text: str, game: Game) -> tuple[Way, ...]:
    """Read the ways of an order at a game. Raise OrderTextError for any other text."""
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
    return Way(tuple(game.read(str(said))), None if meaning is None else _meaning(*meaning))


def _plain(meaning: Meaning | None) -> list[Any] | None:
    """The fields of a meaning as lists."""
    if meaning is None:
        return None
    features = [
        [one.kind, one.slot, one.is_finished, one.owners, one.leaders, one.old_spots, one.worth]
        for one in meaning.features
    ]
    return [meaning.tiles, meaning.past, meaning.neighbours, meaning.points, features]


def _meaning(tiles: int, past: int, neighbours: int, points: int, features: list[Any]) -> Meaning:
    read = (
        FeatureMeaning(
            str(kind), int(slot), bool(done), tuple(owners), tuple(most), int(old), worth
        )
        for kind, slot, done, owners, most, old, worth in features
    )
    return Meaning(int(tiles), int(past), int(neighbours), int(points), tuple(read))
