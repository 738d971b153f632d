"""Reads of the database by one move: few, and no more in a long game than in a short one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from tests.support.legal_turns import any_turn
from tests.support.world import World, shuffled_header

MOST_READS: Final = 8
MOST_ROWS: Final = 8
"""Rows that these reads return together: those of a game are some of them, of its log none."""


async def read_by_a_move(world: World, chance: random.Random) -> list[int]:
    """Play a turn. Return the numbers of rows that its reads return."""
    database, sizes = world.database, list[int]()
    original = database.read

    async def read(sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        rows = await original(sql, parameters)
        sizes.append(len(rows))
        return rows

    player, turn = await world.to_move(), any_turn(await world.game(), chance)
    database.read = read  # type: ignore[method-assign]
    try:
        await player.slash(world.channel, "place", move=turn.text)
        await world.env.settle()
    finally:
        del database.read
    return sizes


async def test_reads_of_a_move_do_not_grow_with_the_log(world: World) -> None:
    chance = random.Random(1)
    await world.start_with(shuffled_header(2))
    for tiles in (2, 50):
        await world.play_random_tiles(chance, tiles)
        await world.place(any_turn(await world.game(), chance))
        sizes = await read_by_a_move(world, chance)
        assert 0 < len(sizes) <= MOST_READS and sum(sizes) <= MOST_ROWS, (tiles, sizes)
    assert len(await world.log()) > 60
