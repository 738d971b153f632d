"""Results of finished games: derived where they are missing, by any process, and anew at will."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.statistics.results import VERSION, game_result
from bot.statistics.service import RUN_SECONDS, ResultIndex
from storage import Database, Log, NewEntry, Results, open_database
from storage.records import Row
from tests.bot.table.test_released_databases import FOLDER, SUMMARIES
from tests.support import migrated_file
from tests.support.finished_tables import finished_lines, new_entries
from tests.support.slow_cases import rest_slow
from tests.support.written_logs import LAID

ANA, BO, CLEO = 7, 8, 9
HERE = 901
Rows = dict[int, list[Row]]


@pytest.fixture
async def address(tmp_path: Path) -> str:
    """The address of a file with a few finished games, one without a score, and a running one."""
    path = tmp_path / "games.sqlite3"
    migrated_file.copy_migrated_file(path)
    await fill(str(path))
    return str(path)


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    async with await open_database(address) as database:
        yield database


async def fill(address: str, scored: int = 4) -> None:
    """Store finished games, one that was called off and one that runs."""
    now = [1000.0]
    async with await open_database(address, clock=lambda: now[0]) as database:
        log = Log(database)
        for number in range(scored):
            name, users = ("hunters", "ark")[number % 2], (ANA, BO, CLEO)[: 2 + number % 2]
            await store(log, new_entries(finished_lines(name, users, number)), number)
            now[0] += 60.0
        texts = [NewEntry(user, text) for user, text in LAID if user is not None]
        await store(log, [*texts, NewEntry(ANA, "end")], 98)
        await store(log, texts, 99, finish=False)


async def store(log: Log, lines: list[NewEntry], channel: int, *, finish: bool = True) -> int:
    row = await log.begin(guild=HERE, channel=channel, entries=lines[:1])
    await log.append(row.id, after=0, entries=lines[1:], finish=finish)
    return row.id


async def rows(database: Database) -> Rows:
    """All stored rows of results, by game."""
    results = Results(database, VERSION)
    return {row.id: await results.stored(row.id) for row in await Log(database).games()}


async def test_job_derives_every_finished_game_once(database: Database) -> None:
    index = ResultIndex(database, Log(database))
    assert not await index.run()
    found = await rows(database)
    assert [len(found[game]) for game in sorted(found)] == [2, 3, 2, 3, 1, 0]
    known = await index.of_server(HERE)
    assert known.complete and [result.game for result in known.results] == [1, 2, 3, 4]
    derived = game_result(await Log(database).read(1), 1)
    assert known.results[0] == derived
    assert not await Results(database, VERSION).stale(9)


async def test_job_goes_on_where_it_stopped_for_want_of_time(database: Database) -> None:
    seconds = iter([0.0, 1.0, 2.0, RUN_SECONDS])
    index = ResultIndex(database, Log(database), lambda: next(seconds))
    assert await index.run()
    assert sum(bool(some) for some in (await rows(database)).values()) == 2
    assert not await ResultIndex(database, Log(database)).run()
    assert len((await index.of_server(HERE)).results) == 4


async def test_game_with_an_unreadable_log_is_not_read_again(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    lines = new_entries(finished_lines("hunters", (ANA, BO)))
    game = await store(Log(database), [*lines[:-1], NewEntry(ANA, "place 77 77")], 50)
    index = ResultIndex(database, Log(database))
    assert not await index.run()
    assert f"game {game} has no result" in caplog.text
    caplog.clear()
    assert not await index.run() and not caplog.text
    assert len((await index.of_server(HERE)).results) == 4


@pytest.mark.parametrize("writes", rest_slow([2, 0, 1, 3]))
async def test_job_that_stops_at_any_write_is_finished_by_the_next_one(
    database: Database, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    reference = ResultIndex(database, Log(database))
    await reference.run()
    expected = await rows(database)
    for game in expected:
        await Results(database, VERSION).discard(game)
    left, write = [writes], type(database).write

    async def stopped(*given: object, **more: object) -> object:
        if not left[0]:
            raise asyncio.CancelledError
        left[0] -= 1
        return await write(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(type(database), "write", stopped)
    with pytest.raises(asyncio.CancelledError):
        await ResultIndex(database, Log(database)).run()
    monkeypatch.undo()
    assert sum(bool(some) for some in (await rows(database)).values()) == writes
    assert not await ResultIndex(database, Log(database)).run()
    assert await rows(database) == expected


async def test_two_indexes_that_derive_at_once_save_the_same_rows(database: Database) -> None:
    indexes = [ResultIndex(database, Log(database)) for _process in range(2)]
    assert await asyncio.gather(*(index.run() for index in indexes)) == [False, False]
    before = await rows(database)
    assert await indexes[0].rebuild(lambda done, games: None) == (6, 0)
    assert await rows(database) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", SUMMARIES)
async def test_games_of_released_versions_have_results(name: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(FOLDER / f"{name}.sqlite3", tmp_path))
    async with await open_database(path) as database:
        index = ResultIndex(database, Log(database))
        assert not await index.run()
        before = await rows(database)
        scored = {
            int(game)
            for game, one in SUMMARIES[name].items()
            if one.get("finished") and one.get("phase") == "over"
        }
        assert scored and {game for game, some in before.items() if len(some) > 1} == scored
        assert (await index.rebuild(lambda done, games: None))[1] == 0
        assert await rows(database) == before


def rebuilding(address: str) -> subprocess.Popen[str]:
    """Begin ``carcassonne rebuild`` for a database."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "rebuild"],
        env={**os.environ, "CARCASSONNE_DATABASE": address},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
async def test_command_rebuilds_while_another_process_has_the_file_open(
    database: Database, address: str
) -> None:
    process = rebuilding(address)
    said, error = await asyncio.to_thread(process.communicate)
    assert (process.returncode, error) == (0, "")
    assert said == f"{address}: 6 games read, 5 results changed\n"
    assert len((await ResultIndex(database, Log(database)).of_server(HERE)).results) == 4
