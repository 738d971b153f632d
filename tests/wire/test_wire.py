"""The program, joined to a Discord of this machine, is killed; a longer one is `make soak`."""

from __future__ import annotations

from pathlib import Path

from tests.wire.race import Race
from tests.wire.world import World

SEED = 13


async def test_killed_while_people_play_nothing_is_lost_doubled_or_out_of_order(
    tmp_path: Path,
) -> None:
    world = World(tmp_path, SEED, tables=2, ends=60)
    async with world.wire:
        await world.life(turns=2, aimed=False)
        await world.life(turns=3, aimed=True)
        await world.last_life()
    assert world.kills == 2 and world.aimed == 1
    assert len(world.ledger.promises) >= 3 and len(world.ledger.posts) >= 5
    assert world.cuts == 60


async def test_four_programs_on_one_file_have_one_winner_each_time(tmp_path: Path) -> None:
    assert await Race(tmp_path / "race", SEED).run(2) == 2
