"""Idle tables: archived once with their standing, and resumed."""

from __future__ import annotations

import random

import pytest
from simcord import ChannelHandle

from bot.core.durations import DAY
from bot.runtime import turn_watch
from bot.table.table import Phase
from tests.support.clock import Clock
from tests.support.legal_turns import any_turn
from tests.support.world import World, shuffled_header


async def sweep(world: World) -> bool:
    """The bot puts away what is idle; whether there is more."""
    handler = world.app.services.daily_jobs.jobs["archive"]
    more = await handler()
    await world.env.settle()
    return bool(more)


async def idle(world: World, clock: Clock) -> None:
    """A game of three, a turn on, to which nobody came for sixty days."""
    await world.start_with(shuffled_header(3))
    await world.write_turns([any_turn(await world.game(), random.Random(1))])
    clock.now += 60 * DAY + 1


async def test_many_idle_games_are_archived_in_batches(
    world: World, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_watch, "ARCHIVE_BATCH", 2)
    channels: list[ChannelHandle] = [
        world.guild.create_text_channel(f"table-{number}") for number in range(3)
    ]
    for channel in channels:
        await world.ana.slash(channel, "new", game="hunters", seats=2)
    clock.now += 60 * DAY + 1
    assert await sweep(world)
    assert not await sweep(world)
    assert all("cancelled" in world.posts(channel)[-1] for channel in channels)


async def test_idle_days_count_from_the_end_of_a_pause(world: World, clock: Clock) -> None:
    await world.start_with(shuffled_header(3))
    until = int(clock.now + 30 * DAY)
    votes = [(player.id, f"vote pause {until}") for player in (world.ana, world.bo)]
    await world.write([*votes, (world.bo.id, f"pause {until}")])
    clock.now += 89 * DAY
    await sweep(world)
    assert (await world.table()).phase is Phase.PLAYING
    clock.now += 1 * DAY + 1
    await sweep(world)
    table = await world.table()
    assert table.phase is Phase.ARCHIVED and table.paused is None
