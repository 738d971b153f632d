"""Finished games of people in the simulated channel, from records."""

from rules.header import Header
from rules.record import moments, parse_header, split_record
from tests.support.world import World


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
