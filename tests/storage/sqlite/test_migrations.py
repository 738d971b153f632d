"""Copies of a file, and migrations, which begin with one."""

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import DamagedFile, Log, NewEntry, StorageError, open_database, schema
from storage.sqlite.database import SqliteDatabase
from tests.storage.conftest import AddMigrations

Start = Callable[..., Awaitable[int]]
PASS = [NewEntry(1, "pass")]


@pytest.mark.parametrize("begin", ["BEGIN", "BEGIN IMMEDIATE"])
async def test_another_transaction_only_delays_the_opening_of_a_backup(
    tmp_path: Path, database: SqliteDatabase, start: Start, begin: str
) -> None:
    await start()
    restored = tmp_path / "restored"
    await database.backup(restored)
    with closing(sqlite3.connect(restored, isolation_level=None)) as other:
        other.execute(begin)
        assert other.execute("SELECT count(*) FROM games").fetchone() == (1,)
        opening = asyncio.create_task(open_database(restored))
        await asyncio.sleep(0.1)
        assert not opening.done()
        other.execute("COMMIT")
        async with await opening as copy:
            assert len(await Log(copy).games()) == 1


async def test_a_backup_made_during_writes_has_one_consistent_state(
    tmp_path: Path, database: SqliteDatabase, log: Log, start: Start
) -> None:
    game = await start()
    done = asyncio.Event()

    async def write() -> int:
        last = 0
        while not done.is_set():
            last = await log.append(game, after=last, entries=[*PASS, *PASS])
        return last

    writing = asyncio.create_task(write())
    seen = []
    for number in range(4):
        before = (await log.row(game)).last
        await database.backup(tmp_path / f"copy {number}")
        after = (await log.row(game)).last
        seen.append((before, after))
    done.set()
    await writing
    for number, (before, after) in enumerate(seen):
        async with await open_database(tmp_path / f"copy {number}") as copy:
            entries = await Log(copy).read(game)
        assert before <= entries[-1].number <= after
        assert entries[-1].number % 2 == 0
        assert entries == (await log.read(game))[: len(entries)]
    assert seen[0][0] < seen[-1][1]


async def test_a_backup_never_replaces_a_file(
    tmp_path: Path, database: SqliteDatabase, start: Start
) -> None:
    await start()
    target = tmp_path / "letter"
    target.write_text("Dear Ana")
    with pytest.raises(StorageError, match=r": the file exists already$"):
        await database.backup(target)
    with pytest.raises(StorageError, match="No such file"):
        await database.backup(tmp_path / "missing" / "copy")
    assert target.read_text() == "Dear Ana"
    assert not list(tmp_path.glob("*.partial"))


async def test_a_failed_backup_leaves_no_file(
    tmp_path: Path, database: SqliteDatabase, start: Start
) -> None:
    await start()
    await database.purge()
    # In another process: closing the file in this one would drop the locks of the database.
    script = (
        "import sys; f = open(sys.argv[1], 'r+b'); data = f.read();"
        "f.seek(data.index(b'bag') // 4096 * 4096); f.write(bytes(64))"
    )
    subprocess.run([sys.executable, "-c", script, database.path], check=True)
    with pytest.raises(DamagedFile, match="malformed"):
        await database.backup(tmp_path / "copy")
    assert not list(tmp_path.glob("copy*"))


NEWEST = schema.newest_version()


async def test_a_migration_leaves_a_copy_of_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, add_migrations: AddMigrations
) -> None:
    async with await open_database(path) as database:
        await Log(database).begin(guild=900, channel=5, entries=PASS)
    add_migrations(
        "ALTER TABLE games ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';",
        "UPDATE games SET mood = 'merry';",
    )
    async with await open_database(path) as database:
        assert await database.read("SELECT mood, last FROM games JOIN game_rows USING (id)") == [
            ("merry", 0)
        ]
        assert await database.read("PRAGMA user_version") == [(NEWEST + 2,)]
    monkeypatch.undo()
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "games.sqlite3",
        f"games.sqlite3.before-v{NEWEST + 1}",
    ]
    async with await open_database(path.with_name(f"games.sqlite3.before-v{NEWEST + 1}")) as old:
        assert len(await Log(old).read(1)) == 1


async def test_a_migration_that_fails_changes_nothing_and_keeps_every_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch, add_migrations: AddMigrations
) -> None:
    async with await open_database(path) as database:
        await Log(database).begin(guild=900, channel=5, entries=PASS)
    add_migrations("ALTER TABLE games ADD COLUMN mood TEXT;\nDROP TABLE nonsense;")
    for _ in range(2):
        wrong = f"^migration {NEWEST + 1} failed, nothing was changed: no such table: nonsense$"
        with pytest.raises(StorageError, match=wrong):
            await open_database(path)
    monkeypatch.undo()
    copies = [f"games.sqlite3.before-v{NEWEST + 1}{suffix}" for suffix in ("", ".2")]
    for name in (path.name, *copies):
        async with await open_database(path.with_name(name)) as database:
            assert await database.read("PRAGMA user_version") == [(NEWEST,)]
            assert "mood" not in str(await database.read("SELECT sql FROM sqlite_schema"))
            assert len(await Log(database).read(1)) == 1


async def test_copies_from_before_a_migration_are_deleted_after_thirty_days(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    names = ("before-v3", "before-v3.2", "before-v4", "backup")
    for name in names:
        path.with_name(f"{path.name}.{name}").touch()
    month = time.time() - 30 * 86_400
    for name in ("before-v3", "before-v3.2", "backup"):
        os.utime(path.with_name(f"{path.name}.{name}"), (month - 60, month - 60))
    os.utime(path.with_name(f"{path.name}.before-v4"), (month + 60, month + 60))
    with caplog.at_level(logging.INFO, "storage"):
        async with await open_database(path) as database:
            left = {file.name.removeprefix(f"{path.name}.") for file in path.parent.glob("*.b*")}
            assert left == {"before-v4", "backup"}
            assert sum("and is deleted" in line for line in caplog.messages) == 2
            os.utime(path.with_name(f"{path.name}.before-v4"), (month - 60, month - 60))
            await database.delete_migration_backups()
            assert not path.with_name(f"{path.name}.before-v4").exists()


async def test_two_processes_that_migrate_together_migrate_once(
    path: Path, database: SqliteDatabase, start: Start, add_migrations: AddMigrations
) -> None:
    await start()
    add_migrations("ALTER TABLE games ADD COLUMN mood TEXT;")
    opened = await asyncio.gather(*(open_database(path) for _ in range(4)))
    assert await opened[0].read("SELECT mood FROM games") == [(None,)]
    for other in opened:
        await other.close()


DIE_AFTER_A_STATEMENT = """
import os, sqlite3, sys
from pathlib import Path
import storage.schema
import storage.sqlite.schema as schema

storage.schema.MIGRATIONS_FOLDER = Path(sys.argv[2])
applied = schema._apply

def apply_and_die(connection, number, sql):
    applied(connection, number, sql)
    os.kill(os.getpid(), 9)

schema._apply = apply_and_die
schema.prepare(Path(sys.argv[1]))
"""


async def test_a_migration_cut_off_by_a_kill_is_applied_at_the_next_start(
    path: Path, add_migrations: AddMigrations, python: Callable[..., subprocess.Popen[str]]
) -> None:
    async with await open_database(path) as database:
        await Log(database).begin(guild=900, channel=5, entries=PASS)
    version = add_migrations("ALTER TABLE games ADD COLUMN mood TEXT;")
    killed = python("-c", DIE_AFTER_A_STATEMENT, path, schema.MIGRATIONS_FOLDER)
    assert (killed.communicate(), killed.returncode) == (("", ""), -9)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (version - 1,)
    async with await open_database(path) as database:
        assert await database.read("PRAGMA user_version") == [(version,)]
        assert await database.read("SELECT mood FROM games") == [(None,)]


def test_migrations_with_a_gap_in_their_numbers_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 3):
        (tmp_path / f"{number:04}_x.sql").write_text("SELECT 1;")
    monkeypatch.setattr(schema, "MIGRATIONS_FOLDER", tmp_path)
    with pytest.raises(
        ValueError, match=r": migrations are numbered 1, 2, 3 …, but found \[1, 3\]$"
    ):
        schema.migrations("sqlite")
