"""Deal a new game with shuffled bags, and play random moves and games; callers pass the RNG."""

import random
from collections.abc import Iterator, Mapping
from typing import Final

from rules.editions import CURRENT
from rules.errors import RulesError
from rules.game import Game, play, start
from rules.header import Header
from rules.moves import Move
from rules.notation import write
from rules.record import SKIP
from rules.table_decisions import skip
from rules.variants import rulebook

MAX_SKIP_PERCENT: Final = 90
"""The most skips in a hundred decisions, so that a random game ends."""


def deal(
    name: str,
    seats: int,
    chance: random.Random,
    options: Mapping[str, str] | None = None,
    nonce: str = "",
    edition: int = CURRENT.number,
) -> Header:
    """Shuffle every bag; the secret nonce is the caller's."""
    book = rulebook(name, options, edition)
    allowed = book.ruleset.seats
    if seats not in allowed:
        raise RulesError(f"{name} is for {allowed.start} to {allowed.stop - 1} seats")
    bags = {bag: tiles.shuffled(chance) for bag, tiles in book.ruleset.bags.items()}
    return Header(name, seats, bags, edition, options or {}, nonce)


def random_move(game: Game, chance: random.Random) -> Move:
    """Choose a random first word, then a move with it, so that rare moves happen."""
    ways = game.decision.pickers(game)
    return ways[chance.choice(sorted(ways))](chance.choice)


def random_game(header: Header, chance: random.Random, skips: int = 0) -> Iterator[str]:
    """The lines of a random record, with ``skips`` percent skipped turns (COM-26).

    Without skips no random number is drawn for them. Raise RulesError for too many skips.
    """
    if skips not in range(MAX_SKIP_PERCENT + 1):
        raise RulesError(f"of a hundred decisions 0 to {MAX_SKIP_PERCENT} are skips")
    yield header.text()
    yield ""
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        if skips and chance.randrange(100) < skips:
            yield SKIP
            game = skip(game)
            continue
        move = random_move(game, chance)
        yield write(move)
        game = play(game, move)
