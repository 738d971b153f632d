"""Standing orders as text, so that they can be stored: ``read_ways(write_ways(ways)) == ways``."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from rules.errors import NotationError
from rules.game import Game
from rules.notation import write
from rules.order_meaning import FeatureMeaning, Meaning, Moves
from rules.orders import MASTER, MAX_WAYS, Way

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
