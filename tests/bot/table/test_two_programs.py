"""One table in two processes on one PostgreSQL: each checks its cache against the log."""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest

from bot.table.refusals import Refusal
from bot.table.service import TableService
from bot.table.settings import JOINED, Settings
from bot.table.store import Request, Tables
from bot.table.table import Table, TableVersion
from rules.random_play import random_move
from storage import Log, open_database
from tests.support.postgres_server import Server

ANA, BO, CHANNEL = 7, 8, 5


def asked(user: int) -> Request:
    return Request(user, guild=1, channel=CHANNEL)


@dataclass
class Program:
    tables: Tables
    service: TableService

    async def table(self) -> Table:
        loaded = await self.tables.latest(CHANNEL)
        assert loaded is not None
        return loaded.table

    async def moved(self, chance: random.Random) -> Table:
        """Have whose turn it is play by chance."""
        table = await self.table()
        user = table.to_move
        assert user is not None
        while True:
            move = random_move(table.running_game, chance)
            table = (await self.service.play(asked(user), (move,))).after
            if not table.is_mid_turn:
                return table

    async def version(self) -> TableVersion:
        loaded = await self.tables.latest(CHANNEL)
        assert loaded is not None
        return loaded.version


@pytest.fixture
async def programs(server: Server) -> AsyncIterator[tuple[Program, Program]]:
    address = await server.create()
    async with AsyncExitStack() as stack:
        made = []
        for seed in (1, 2):
            database = await stack.enter_async_context(await open_database(address))
            tables = Tables(Log(database))
            service = TableService(tables, random.Random(seed), database.clock)
            made.append(Program(tables, service))
        yield made[0], made[1]
    await server.drop(address)


async def test_each_process_continues_from_entries_of_the_other_process(
    programs: tuple[Program, Program],
) -> None:
    here, there = programs
    chance = random.Random(3)
    await here.service.open_and_start(asked(ANA), "base", [BO], Settings(seat_order=JOINED))
    for turn in range(10):
        before, after = programs if turn % 2 else programs[::-1]
        moved = await before.moved(chance)
        table = await after.table()
        assert table.last == moved.last and table.record() == moved.record()
    assert here.tables.cached_count == there.tables.cached_count == 1


async def test_second_of_two_programs_writing_the_same_entry_is_late(
    programs: tuple[Program, Program],
) -> None:
    here, there = programs
    await here.service.open_and_start(asked(ANA), "base", [BO], Settings(seat_order=JOINED))
    version, table = await there.version(), await here.table()
    user = table.to_move
    assert user is not None
    move = random_move(table.running_game, random.Random(1))
    await here.service.play(asked(user), (move,), version=version)
    with pytest.raises(Refusal) as refused:
        await there.service.play(asked(user), (move,), version=version)
    assert refused.value.reason == "late"
    assert (await there.table()).record() == (await here.table()).record()
