"""Databases of released versions replay to the same tables when they are copied to PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.database_commands import log_line
from bot.table.fold import fold
from bot.table.service import TableService
from bot.table.store import Request, Tables
from storage import Log, open_database
from storage.copying.copy import copy, release
from storage.opening import check
from tests.bot.table.test_released_databases import FOLDER, SUMMARIES, assert_replays

if TYPE_CHECKING:
    from tests.support.postgres_server import Server


@pytest.fixture(params=SUMMARIES)
def copied(
    request: pytest.FixtureRequest, tmp_path: Path, server: Server
) -> Iterator[tuple[str, str]]:
    """The name of a released database, and the address of its copy on a server."""
    path = Path(shutil.copy(FOLDER / f"{request.param}.sqlite3", tmp_path))

    async def up_to_date() -> str:
        async with await open_database(path):
            return await server.create("template1")

    address = asyncio.run(up_to_date())
    copy(str(path), address)
    release(address)
    yield request.param, address
    asyncio.run(server.drop(address))


def test_every_game_of_a_copied_database_replays_to_the_same_table(copied: tuple[str, str]) -> None:
    name, address = copied
    asyncio.run(assert_replays(address, SUMMARIES[name]))
    findings = list(check(address, log_line))
    assert len(findings) > 10 and all(finding.sound for finding in findings)


def test_the_running_games_of_a_copied_database_can_be_played_on(copied: tuple[str, str]) -> None:
    _name, address = copied

    async def play_on() -> int:
        played_on = 0
        async with await open_database(address) as database:
            log = Log(database)
            tables = Tables(log)
            service = TableService(tables, Random(1))
            for row in await log.games():
                loaded = await tables.latest(row.channel)
                assert loaded is not None
                if (user := loaded.table.to_move) is None or loaded.row.id != row.id:
                    continue
                request = Request(user, row.guild, row.channel)
                moves = loaded.table.running_game.legal_moves()[:1]
                outcome = await service.play(request, moves, version=loaded.version)
                assert fold(await log.read(row.id)) == outcome.after
                played_on += 1
        return played_on

    assert asyncio.run(play_on()) >= 5
