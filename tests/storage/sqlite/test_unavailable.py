"""Full disks, read-only files and locked files, made for real."""

import asyncio
import sqlite3
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

import storage.sqlite.files
import storage.sqlite.schema
from storage import (
    Database,
    DiskFull,
    FileBusy,
    Log,
    NewEntry,
    ReadOnlyFile,
    StorageError,
    StorageUnavailable,
    open_database,
)
from storage.copying.copy import copy
from storage.opening import check
from storage.sqlite.backups import make_backup, restore
from tests.storage.test_check import fold
from tests.support.small_disk import can_mount, fill_disk, small_disk

Start = Callable[..., Awaitable[int]]
Python = Callable[..., subprocess.Popen[str]]
PASS = [NewEntry(1, "pass")]
LONG = [NewEntry(1, "x" * 30_000)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk") as place:
        yield place


async def test_a_full_disk_refuses_whole_writes_until_there_is_room(
    disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = disk / "games"
    async with await open_database(path) as database:
        log = Log(database)
        game = (await log.begin(guild=900, channel=5, entries=PASS)).id
        ballast = fill_disk(disk)
        for _ in range(3):
            with pytest.raises(DiskFull, match=r"game 1, entry 1: .*full.*; make room"):
                await log.append(game, after=0, entries=LONG)
        with pytest.raises(DiskFull):
            await log.begin(guild=900, channel=6, entries=LONG)
        with pytest.raises(StorageError):
            while True:  # SQLite may have room left in its log
                await database.ping()
                await log.set_setting("more", "x" * 4_000)
        assert (await log.row(game)).last == 0 and len(await log.games()) == 1
        ballast.unlink()
        await database.ping()
        assert await log.append(game, after=0, entries=LONG) == 1
    messages = [r.message for r in caplog.records if "the database can" in r.message]
    assert messages[0].startswith("the database cannot be written: game 1, entry 1: ")
    assert len(messages) == 1 or "written again" in messages[1], "once, not with each write"
    async with await open_database(path) as database:
        assert len(await Log(database).read(game)) == 2


async def test_a_full_disk_is_noticed_at_the_start(disk: Path) -> None:
    path = disk / "games"
    await (await open_database(path)).close()
    ballast = fill_disk(disk)
    with pytest.raises(DiskFull, match=r"games: .*; make room on the disk"):
        await open_database(path)
    ballast.unlink()
    await (await open_database(path)).close()


async def test_a_database_closes_on_a_full_disk(
    disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = disk / "games"
    database = await open_database(path)
    game = (await Log(database).begin(guild=900, channel=5, entries=LONG)).id
    ballast = fill_disk(disk)
    await database.close()
    ballast.unlink()
    async with await open_database(path) as database:
        assert len(await Log(database).read(game)) == 1


async def test_a_read_only_disk_is_refused_at_the_start(disk: Path) -> None:
    path = disk / "games"
    await (await open_database(path)).close()
    assert can_mount("-o", "remount,ro", str(disk))
    with pytest.raises(ReadOnlyFile, match=r"games: .*; let the user who runs this write"):
        await open_database(path)
    assert can_mount("-o", "remount,rw", str(disk))
    await (await open_database(path)).close()


LIMITED = """
import asyncio, os, resource, sys
from storage import Log, NewEntry, StorageUnavailable, open_database

async def main(path):
    async with await open_database(path) as database:
        log = Log(database)
        game = (await log.begin(guild=900, channel=5, entries=[NewEntry(1, "bag")])).id
        size = os.path.getsize(path + "-wal")
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5_000, resource.RLIM_INFINITY))
        for _ in range(2):
            try:
                await log.append(game, after=0, entries=[NewEntry(1, "x" * 50_000)])
            except StorageUnavailable as error:
                print(type(error).__name__, error)
        print((await log.row(game)).last)
        resource.setrlimit(resource.RLIMIT_FSIZE, (-1, -1))
        print(await log.append(game, after=0, entries=[NewEntry(1, "x" * 50_000)]))

asyncio.run(main(sys.argv[1]))
"""


def test_a_file_size_limit_refuses_writes_until_it_is_lifted(path: Path, python: Python) -> None:
    said, errors = python("-c", LIMITED, path).communicate()
    first, second, *rest = said.splitlines()
    assert first == second and rest == ["0", "1"]
    assert len(errors.splitlines()) == 1 and "the database cannot be written" in errors
    assert first.startswith(("DiskFailed game 1, entry 1: ", "DiskFull game 1, entry 1: "))


CLOSED = """
import asyncio, os, sys, tempfile
from pathlib import Path
from storage import StorageError, open_database

async def opened(path):
    async with await open_database(path):
        pass

folder, file_mode, folder_mode = Path(sys.argv[1]), int(sys.argv[2], 8), int(sys.argv[3], 8)
asyncio.run(opened(Path(tempfile.mkdtemp()) / "all is loaded"))
if os.getuid() == 0:
    os.chown(folder, 65534, 65534)
    os.setgid(65534)
    os.setuid(65534)
path = folder / "games"
if file_mode:
    asyncio.run(opened(path))
    path.chmod(file_mode)
folder.chmod(folder_mode)
try:
    asyncio.run(opened(path))
except StorageError as error:
    print(type(error).__name__, error)
else:
    print("ready")
folder.chmod(0o700)
"""


@pytest.mark.parametrize(
    ("file", "folder"), [("400", "700"), ("600", "500"), ("400", "500"), ("0", "500")]
)
def test_a_file_that_takes_no_writes_is_refused_at_the_start(
    python: Python, open_folder: Path, file: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whom it becomes may not write down either which lines were run, where that is measured.
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    said, errors = python("-c", CLOSED, open_folder, file, folder).communicate()
    assert not errors
    assert said.startswith(f"ReadOnlyFile {open_folder}/games: ")
    assert said.endswith("; let the user who runs this write to the file and to its folder\n")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can enter, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        place.chmod(0o755)
        yield place


async def test_a_locked_file_is_refused_at_the_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_database(path)).close()
    for module in (storage.sqlite.files, storage.sqlite.schema):
        monkeypatch.setattr(module, "BUSY_TIMEOUT_SECONDS", 0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileBusy, match=r"locked; end the other program that uses it"):
            await open_database(path)
    await (await open_database(path)).close()


async def test_ping_writes_only_after_a_failed_write(
    database: Database, log: Log, start: Start, raw: sqlite3.Connection
) -> None:
    game = await start()
    await database.write(lambda execute: execute("PRAGMA busy_timeout = 50"), "")
    raw.execute("BEGIN IMMEDIATE")
    await database.ping()
    with pytest.raises(FileBusy):
        await log.append(game, after=0, entries=PASS)
    with pytest.raises(StorageUnavailable):
        await database.ping()
    raw.execute("ROLLBACK")
    await database.ping()
    assert (await log.row(game)).last == 0, "a trial changes nothing"
    assert await log.append(game, after=0, entries=PASS) == 1


async def test_the_write_trial_keeps_the_schema_version(path: Path) -> None:
    await (await open_database(path)).close()
    with closing(storage.sqlite.files.connect(path, "mode=rw")) as connection:
        before = connection.execute("PRAGMA user_version").fetchone()
        wal = Path(f"{path}-wal")
        storage.sqlite.files.write_trial(connection)
        assert wal.stat().st_size > 4096, "it was written indeed"
        assert connection.execute("PRAGMA user_version").fetchone() == before


READERS: Final[dict[str, Callable[[Path, Path], object]]] = {
    "open": lambda path, _: asyncio.run(opened(path)),
    "check": lambda path, _: list(check(str(path), fold)),
    "copy": lambda path, target: copy(str(path), str(target)),
    "backup": lambda path, target: make_backup(path, target, fold),
    "restore": restore,
}


async def opened(path: Path) -> None:
    await (await open_database(path)).close()


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_another_program_keeps_for_itself_is_busy_for_whatever_reads_it(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str
) -> None:
    asyncio.run(opened(path))
    for module in (storage.sqlite.files, storage.sqlite.schema):
        monkeypatch.setattr(module, "BUSY_TIMEOUT_SECONDS", 0.05)
    target = tmp_path / "target"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("UPDATE settings SET value = value")
        with pytest.raises(FileBusy, match=r"games.sqlite3: database is locked; end the other"):
            READERS[reader](path, target)
    READERS[reader](path, target)


def test_opening_is_tried_again_while_the_file_is_busy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(opened(path))
    verify, busy = storage.sqlite.files.verify, [FileBusy("locked"), FileBusy("locked")]

    def verify_later(file: Path) -> int:
        if busy:
            raise busy.pop()
        return verify(file)

    monkeypatch.setattr(storage.sqlite.schema, "verify", verify_later)
    asyncio.run(opened(path))
    assert not busy
