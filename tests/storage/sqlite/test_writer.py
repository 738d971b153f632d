"""Many writes at once on a file: common commits and separate failures."""

import asyncio
import sqlite3
import struct
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

import storage.sqlite.files
from storage import Conflict, Database, Log, NewEntry, StorageError, UnstorableText, open_database
from storage.database import Execute

Start = Callable[..., Awaitable[int]]
PASS = [NewEntry(1, "pass")]


async def insert_request(execute: Execute) -> None:
    await execute("INSERT INTO requests (id) VALUES (1)")


def commits(path: Path) -> int:
    """The number of transactions in the write-ahead log: a commit marks its last frame."""
    wal = Path(f"{path}-wal").read_bytes()
    [page_size] = struct.unpack_from(">8xI", wal)
    frames = range(32, len(wal), 24 + page_size)
    return sum(
        wal[frame + 8 : frame + 16] == wal[16:24] and wal[frame + 4 : frame + 8] != bytes(4)
        for frame in frames
    )


async def test_connection_for_reading_cannot_write(database: Database) -> None:
    with pytest.raises(StorageError, match="attempt to write a readonly database"):
        await database.read("DELETE FROM settings RETURNING key")
    assert len(await database.read("SELECT key FROM settings")) == 1


async def test_a_hundred_waiting_writes_share_a_commit(
    path: Path, database: Database, log: Log, start: Start
) -> None:
    games = [await start(channel) for channel in range(50)]
    before = commits(path)
    assert before >= 50
    # SQLite begins the file anew after a thousand pages: those of a hundred commits are more.
    await database.purge()
    games += [await start(channel) for channel in range(50, 100)]
    before = commits(path)
    written = await asyncio.gather(*(log.append(game, after=0, entries=PASS) for game in games))
    assert written == [1] * 100
    assert 1 <= commits(path) - before <= 2
    assert {row.last for row in await log.games()} == {1}


async def test_a_failed_write_does_not_undo_others_in_the_same_commit(
    path: Path, log: Log, start: Start
) -> None:
    games = [await start(channel) for channel in range(4)]
    before = commits(path)
    outcomes = await asyncio.gather(
        log.append(games[0], after=0, entries=PASS),
        log.append(games[1], after=8, entries=PASS),
        log.append(games[2], after=0, entries=[*PASS, NewEntry(1, "half a pair: \ud800")]),
        log.append(games[3], after=0, entries=PASS, finish=True),
        return_exceptions=True,
    )
    assert commits(path) - before == 1
    assert outcomes[0] == outcomes[3] == 1
    assert isinstance(outcomes[1], Conflict)
    assert isinstance(outcomes[2], UnstorableText)
    assert [row.last for row in await log.games()] == [1, 0, 0, 1]


async def test_a_write_that_awaits_anything_else_is_undone(database: Database) -> None:
    async def work(execute: Execute) -> None:
        await insert_request(execute)
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="awaited something other than its statements"):
        await database.write(work, "a test")
    assert await database.read("SELECT count(*) FROM requests") == [(0,)]


async def test_no_task_runs_between_writes(log: Log, start: Start) -> None:
    idle = asyncio.all_tasks()
    game = await start()
    assert await log.append(game, after=0, entries=PASS) == 1
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == idle


async def test_a_write_waits_for_another_program_and_reads_do_not(
    log: Log, start: Start, raw: sqlite3.Connection
) -> None:
    game = await start()
    raw.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(log.append(game, after=0, entries=PASS))
    row = await log.row(game)
    assert (row.last, waiting.done()) == (0, False)
    raw.execute("COMMIT")
    assert await waiting == 1


async def test_a_lock_of_another_program_beyond_the_timeout_raises_file_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage.sqlite.files, "BUSY_TIMEOUT_SECONDS", 0.05)
    async with await open_database(path) as database:
        log = Log(database)
        game = (await log.begin(guild=900, channel=5, entries=PASS)).id
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError, match="game 1, entry 1: database is locked"):
                await log.append(game, after=0, entries=PASS)
        assert await log.append(game, after=0, entries=PASS) == 1


async def test_a_cancelled_caller_does_not_disturb_the_others(
    log: Log, start: Start, raw: sqlite3.Connection
) -> None:
    games = [await start(channel) for channel in range(4)]
    raw.execute("BEGIN IMMEDIATE")
    first = asyncio.create_task(log.append(games[0], after=0, entries=PASS))
    await asyncio.sleep(0.02)  # it has reached the disk's queue; the others wait behind it
    others = [asyncio.create_task(log.append(game, after=0, entries=PASS)) for game in games[1:]]
    await asyncio.sleep(0.02)
    first.cancel()
    others[1].cancel()
    await asyncio.sleep(0.02)
    raw.execute("COMMIT")
    async with asyncio.timeout(10):
        assert await others[0] == await others[2] == 1
    assert first.cancelled() and others[1].cancelled()
    # The first was past calling back; the other had not begun and never will.
    assert [row.last for row in await log.games()] == [1, 1, 0, 1]


async def test_a_cancelled_close_answers_the_write_under_way_as_it_ends(path: Path) -> None:
    database = await open_database(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(database.write(insert_request, "a test"))
        await asyncio.sleep(0)
        ending = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        ending.cancel()
        other.execute("ROLLBACK")
        await writing
        with pytest.raises(asyncio.CancelledError):
            await ending
        assert other.execute("SELECT id FROM requests").fetchall() == [(1,)]


async def test_a_write_is_refused_once_a_close_has_begun(path: Path) -> None:
    database = await open_database(path)
    reading = asyncio.create_task(database.read("SELECT 1"))
    ending = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    with pytest.raises(StorageError, match="a test: the database is closed"):
        await database.write(insert_request, "a test")
    await asyncio.gather(reading, ending)


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        pytest.param(
            ["PRAGMA defer_foreign_keys = ON", "INSERT INTO entries VALUES (2, 1, 77, 'x', 0, 0)"],
            "FOREIGN KEY",
            id="which the commit refuses",
        ),
        pytest.param(
            ["INSERT OR ROLLBACK INTO settings VALUES ('commands', NULL)"],
            "NOT NULL",
            id="which undoes the transaction under everybody",
        ),
    ],
)
async def test_a_failed_commit_fails_its_writes_and_not_the_next(
    database: Database, log: Log, start: Start, statements: list[str], reason: str
) -> None:
    async def spoil(execute: Execute) -> None:
        for statement in statements:
            await execute(statement)

    games = [await start(channel) for channel in range(3)]
    outcomes = await asyncio.gather(
        log.append(games[0], after=0, entries=PASS),
        database.write(spoil, "a mistake of ours"),
        log.append(games[2], after=0, entries=PASS),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [StorageError] * 3
    assert all(reason in str(outcome) for outcome in outcomes)
    assert [row.last for row in await log.games()] == [0, 0, 0]
    assert await log.append(games[0], after=0, entries=PASS) == 1


async def test_a_closed_database_leaves_one_file(path: Path, database: Database) -> None:
    await Log(database).begin(guild=900, channel=5, entries=PASS)
    assert len(list(path.parent.iterdir())) > 1
    await database.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
