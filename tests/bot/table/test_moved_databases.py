"""Databases of earlier versions, copied to a server, come to the same tables."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.table.fold import fold, fold_to_line
from bot.table.service import Service
from bot.table.store import Request, Tables
from storage import Log, open_database
from storage.check import check
from storage.copying import copy, release
from tests.bot.table.test_old_databases import FOLDER, KNOWN, differences
from tests.fixtures.databases.told import told

if TYPE_CHECKING:
    from tests.postgres import Server


@pytest.fixture(params=KNOWN)
def moved(
    request: pytest.FixtureRequest, tmp_path: Path, server: Server
) -> Iterator[tuple[str, str]]:
    """The name of one of them, and its address on a server."""
    path = Path(shutil.copy(FOLDER / f"{request.param}.sqlite3", tmp_path))

    async def brought_up_to_date() -> str:
        async with await open_database(path):
            return await server.create("template1")

    address = asyncio.run(brought_up_to_date())
    copy(str(path), address)
    release(address)
    yield request.param, address
    asyncio.run(server.drop(address))


def test_every_game_comes_to_what_it_was(moved: tuple[str, str]) -> None:
    name, address = moved

    async def compared() -> None:
        async with await open_database(address) as database:
            log, known = Log(database), KNOWN[name]
            rows = await log.games()
            assert {str(row.id) for row in rows} == set(known) and len(rows) >= 60
            for row in rows:
                was = {**known[str(row.id)]}
                about, finished = was.pop("about"), was.pop("finished")
                table = fold(await log.read(row.id))
                got = json.loads(json.dumps(told(table, table.colours, table.version, table.vote)))
                assert list(differences(got, was)) == [], about
                assert row.finished is finished is table.ended, about

    asyncio.run(compared())
    found = list(check(address, fold_to_line))
    assert len(found) > 60 and all(finding.sound for finding in found)


def test_the_running_ones_are_played_on(moved: tuple[str, str]) -> None:
    _, address = moved

    async def played() -> int:
        went_on = 0
        async with await open_database(address) as database:
            log = Log(database)
            tables = Tables(log)
            service = Service(tables, Random(1))
            for row in await log.games():
                seen = await tables.seen(row.channel)
                assert seen is not None
                if (user := seen.table.to_move) is None or seen.row.id != row.id:
                    continue
                request = Request(user, row.guild, row.channel)
                moves = seen.table.running_game.offered()[:1]
                outcome = await service.play(request, moves, at=seen.at)
                assert fold(await log.read(row.id)) == outcome.after
                went_on += 1
        return went_on

    assert asyncio.run(played()) >= 5
