"""The check of a whole file."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import Log, NewEntry, StorageError, open_database
from storage.opening import check
from storage.schema import newest_version
from tests.storage.test_check import fold

Start = Callable[..., Awaitable[int]]


async def test_the_check_reads_the_log_of_a_running_bot_and_changes_nothing(
    path: Path, log: Log, start: Start
) -> None:
    await start()
    wal = Path(f"{path}-wal")
    before = wal.read_bytes()
    assert len(list(check(path, fold))) == 2
    assert wal.read_bytes() == before
    await log.append(1, after=0, entries=[NewEntry(1, "pass")])
    assert list(check(path, fold))[1].line == "game 1: ok, 2 entries: up to 'pass'"


def test_checking_a_closed_file_leaves_no_file_beside_it(path: Path) -> None:
    async def write() -> None:
        async with await open_database(path) as database:
            await Log(database).begin(guild=900, channel=5, entries=[NewEntry(1, "bag")])

    asyncio.run(write())
    before = path.read_bytes()
    assert [result.sound for result in check(path, fold)] == [True, True]
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_that_changes_during_the_check_is_refused(path: Path) -> None:
    async def write() -> None:
        async with await open_database(path) as database:
            channel = len(await Log(database).games())
            await Log(database).begin(guild=900, channel=channel, entries=[NewEntry(1, "bag")])

    asyncio.run(write())
    results = check(path, fold)
    assert next(results).sound
    asyncio.run(write())
    with pytest.raises(StorageError, match=r": another program writes to the file; try again$"):
        list(results)


def test_a_damaged_page_breaks_only_its_own_games(path: Path) -> None:
    async def write() -> None:
        async with await open_database(path) as database:
            for channel in range(30):
                entries = [NewEntry(1, f"bag {channel} " + "L17 " * 200)]
                await Log(database).begin(guild=900, channel=channel, entries=entries)

    asyncio.run(write())
    data = bytearray(path.read_bytes())
    page = data.index(b"bag 17 ") // 4096 * 4096
    data[page : page + 64] = bytes(64)
    path.write_bytes(data)
    file = [result for result in check(path, fold) if result.line.startswith("file")]
    games = [result for result in check(path, fold) if result.line.startswith("game")]
    assert file and not any(result.sound for result in file)
    assert all(result.line.startswith("file: ") for result in file)
    assert len(games) == 30
    assert [f.line for f in games if not f.sound and f.line.startswith("game 18: ")]
    assert sum(result.sound for result in games) >= 20


def test_the_check_finds_rows_that_this_program_never_writes(path: Path) -> None:
    async def write() -> None:
        async with await open_database(path) as database:
            for channel in (5, 6):
                entries = [NewEntry(1, "bag"), NewEntry(1, "pass"), NewEntry(2, "pass")]
                await Log(database).begin(guild=900, channel=channel, entries=entries)

    asyncio.run(write())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            "DROP TRIGGER entries_are_not_deleted; DROP TRIGGER actors_are_not_deleted;"
            "DELETE FROM entries WHERE game = 1 AND number = 1; DELETE FROM actors WHERE user = 2"
        )
    assert [(result.sound, result.line) for result in check(path, fold)] == [
        (False, "file: a row of entries refers to a missing row of actors"),
        (False, "file: a row of entries refers to a missing row of actors"),
        (False, "game 1: entry 1 is missing"),
        (True, "game 2: ok, 3 entries: up to 'pass'"),
    ]


def test_a_file_with_an_older_schema_is_not_checked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write() -> None:
        async with await open_database(path):
            pass

    asyncio.run(write())
    later = newest_version() + 1
    monkeypatch.setattr("storage.schema.newest_version", lambda: later)
    with pytest.raises(
        StorageError, match=f"older than {later}; start the bot once to bring it up to date$"
    ):
        list(check(path, fold))
