"""Finished games of people in the simulated channel."""

import random

from rules.game import Game
from rules.header import Header
from rules.record import moments, parse_header, split_record
from tests.support.world import World, shuffled_header


def header_of(record: str) -> Header:
    return parse_header(split_record(record)[0])


async def play_to_end(world: World, record: str) -> int:
    """Play a record at a table of the channel, without posts. Return the number of the game."""
    table = await world.start_with(header_of(record))
    lines, before = list[tuple[int, str]](), None
    for moment in moments(record):
        if before is not None:
            user = table.players[before.turn]
            assert user is not None
            lines.append((user, moment.line))
        before = moment.game
    await world.write(lines)
    return await world.game_id()


async def end_early(world: World, tiles: int) -> Game:
    """End a game after some tiles laid by chance, and score it."""
    await world.start_with(shuffled_header(3))
    await world.play_random_tiles(random.Random(2), tiles)
    table = await world.table()
    assert table.host is not None
    await world.write([(table.host, "end score")])
    await world.post_state()
    return await world.game()
