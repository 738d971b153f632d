"""Two processes of the bot that end one vote at the same moment, on each kind of database."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import App
from bot.config import Config
from bot.core.durations import HOUR
from bot.serve import make_app
from bot.services import Services
from bot.table.rate_limits import RateLimits
from storage import Log, open_database
from tests.bot.channel_seat.test_voting import anas_turn, turns, vote, votes_cast
from tests.support.clock import Clock, pass_time
from tests.support.postgres_server import Server
from tests.support.world import World, config, slow_sleep


@pytest.fixture(params=["sqlite", "postgres"])
async def settings(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Config]:
    own = replace(config(tmp_path), takeover=True)
    if request.param == "sqlite":
        yield own
        return
    server: Server = request.getfixturevalue("server")
    address = await server.create()
    yield replace(own, database=address)
    await server.drop(address)


@pytest.fixture
def simcord_bot(settings: Config, clock: Clock) -> App:
    return make_app(settings, random.Random(7), clock=clock, sleep=slow_sleep)


@pytest.fixture
async def other(world: World, settings: Config, clock: Clock) -> AsyncIterator[Services]:
    """The services of a second process; on PostgreSQL with connections of their own."""
    # Two processes never share a file, but their locks and caches may differ here too.
    shares = not str(settings.database).startswith("postgresql")
    database = world.database if shares else await open_database(str(settings.database))
    services = Services(
        *(world.app, database, Log(database), settings, random.Random(3), clock),
        slow_sleep,
        RateLimits(clock, settings.limits),
    )
    yield services
    await services.close()
    if not shares:
        await database.close()


async def tallies(world: World) -> int:
    return sum(entry.startswith("tally") for entry in await world.entries())


async def test_two_processes_end_a_vote_once(world: World, clock: Clock, other: Services) -> None:
    for number in range(1, 4):
        if number == 1:
            await votes_cast(world)
        else:
            await anas_turn(world)
            turn = turns(await world.game())[0]
            for who in (world.bo, world.cleo, world.dan):
                await vote(world, who, turn)
        seats = (world.app.services.channel_seat, other.channel_seat)
        # Each has folded the log before the other ends the vote.
        seen = [await seat.tables.latest(world.channel.id) for seat in seats]
        clock.now += HOUR
        ends = [seat.end_if_due(loaded) for seat, loaded in zip(seats, seen, strict=True) if loaded]
        await asyncio.gather(*ends[::-1] if number % 2 else ends)
        await world.env.settle()
        assert await tallies(world) == number
        assert sum("👥 3 votes" in post for post in world.posts()) == number


async def test_vote_whose_due_two_processes_take_is_ended_once(
    world: World, clock: Clock, other: Services
) -> None:
    await votes_cast(world)
    clock.now += HOUR
    await asyncio.gather(world.app.services.scheduler.run(), other.scheduler.run())
    await pass_time(world, clock, HOUR)
    assert await tallies(world) == 1
    assert sum("👥 3 votes" in post for post in world.posts()) == 1
