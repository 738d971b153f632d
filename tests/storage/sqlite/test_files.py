"""Files that are foreign, damaged, newer or empty."""

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from storage import (
    DamagedFile,
    ForeignFile,
    Log,
    NewEntry,
    NewerSchema,
    StorageError,
    open_database,
)
from storage.sqlite.files import verify

Python = Callable[..., subprocess.Popen[str]]
Lay = Callable[[Path], None]
PASS = [NewEntry(1, "pass")]


def sound(path: Path, script: str = "") -> None:
    """A database with forty games, changed by `script`."""

    async def write() -> None:
        entries = [NewEntry(1, "bag " + "L17 " * 79)]
        async with await open_database(path) as database:
            begin = Log(database).begin
            await asyncio.gather(*(begin(guild=900, channel=n, entries=entries) for n in range(40)))

    asyncio.run(write())
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(script)


def foreign(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"CREATE TABLE bookmarks (url TEXT); {script}")


async def opened(path: Path) -> None:
    async with await open_database(path):
        pass


def cut(path: Path, keep: int) -> None:
    sound(path)
    path.write_bytes(path.read_bytes()[:keep])


def scratched(path: Path) -> None:
    """A file with one damaged page in the middle, which opening does not read."""
    sound(path)
    data = bytearray(path.read_bytes())
    page = data.index(b"bag L17") // 4096 * 4096
    data[page : page + 64] = bytes(64)
    path.write_bytes(data)


def killed_then_emptied(path: Path) -> None:
    """An empty file with a write-ahead log."""
    sound(path)
    path.write_bytes(b"")
    Path(f"{path}-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(5000))


ENDS = {
    ForeignFile: ": this is a database of another program",
    NewerSchema: "; use the newer program",
}


@pytest.mark.parametrize(
    ("lay", "kind"),
    [
        pytest.param(lambda path: path.write_bytes(b"hello"), DamagedFile, id="a word"),
        pytest.param(lambda path: path.write_bytes(b"hello" * 4000), DamagedFile, id="a text"),
        pytest.param(lambda path: path.write_bytes(bytes(8192)), DamagedFile, id="zeros"),
        pytest.param(lambda path: cut(path, 60), DamagedFile, id="cut in the header"),
        pytest.param(lambda path: cut(path, 4096), DamagedFile, id="cut after a page"),
        pytest.param(lambda path: cut(path, 20_000), DamagedFile, id="cut in a page"),
        pytest.param(scratched, DamagedFile, id="a scratched page"),
        pytest.param(killed_then_emptied, DamagedFile, id="only a log left"),
        pytest.param(lambda path: foreign(path, ""), ForeignFile, id="bookmarks"),
        pytest.param(
            lambda path: foreign(path, "PRAGMA application_id = 9; PRAGMA journal_mode = WAL"),
            ForeignFile,
            id="bookmarks with a log",
        ),
        pytest.param(
            lambda path: sound(path, "PRAGMA user_version = 99"), NewerSchema, id="from 2099"
        ),
    ],
)
def test_a_refused_file_is_unchanged_and_has_no_file_beside_it(
    path: Path, lay: Lay, kind: type[StorageError]
) -> None:
    def folder() -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in path.parent.iterdir()}

    lay(path)
    before = folder()
    with pytest.raises(kind, match=str(path)) as refused:
        asyncio.run(opened(path))
    assert type(refused.value) is kind
    refusal = str(refused.value)
    assert "\n" not in refusal and refusal.endswith(ENDS.get(kind, ""))
    assert folder() == before


def test_the_file_without_the_damage_opens(path: Path) -> None:
    async def count() -> int:
        async with await open_database(path) as database:
            return len(await Log(database).games())

    sound(path)
    assert asyncio.run(count()) == 40


def test_a_newer_schema_in_the_write_ahead_log_is_refused(path: Path, python: Python) -> None:
    sound(path)
    script = (
        "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "c.execute('PRAGMA user_version = 99'); os.kill(os.getpid(), 9)"
    )
    python("-c", script, path).communicate()
    wal = Path(f"{path}-wal")
    before = path.read_bytes(), wal.read_bytes()
    assert len(before[1]) > 0
    with pytest.raises(
        NewerSchema, match=r"schema version 99, this program knows \d+; use the newer program$"
    ):
        asyncio.run(opened(path))
    assert (path.read_bytes(), wal.read_bytes()) == before


@pytest.mark.parametrize("blank", [False, True])
async def test_an_empty_or_blank_file_becomes_a_database(path: Path, blank: bool) -> None:
    path.touch()
    if blank:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript("VACUUM; PRAGMA journal_mode = WAL")
    async with await open_database(path) as database:
        await Log(database).begin(guild=900, channel=5, entries=PASS)
        assert len(await Log(database).games()) == 1


async def test_a_missing_folder_is_named_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"missing/games: unable to open"):
        await open_database(tmp_path / "missing" / "games")
    with pytest.raises(StorageError, match=r": this is a folder; name the file in it$"):
        await open_database(tmp_path)


async def test_an_sqlite_without_strict_tables_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(StorageError, match=r"^SQLite .* is too old: 3\.37 or newer is needed$"):
        await open_database(path)
    assert not path.exists()


async def test_an_unknown_synchronous_setting_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="FULL"):
        await open_database(path, synchronous="FULLL")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("synchronous", "pragma"), [("OFF", 0), ("NORMAL", 1), ("FULL", 2), ("EXTRA", 3)]
)
async def test_commits_wait_for_the_disk_as_long_as_the_setting_says(
    path: Path, synchronous: Any, pragma: int
) -> None:
    async with await open_database(path, synchronous=synchronous) as database:
        written = await database.write(lambda execute: execute("PRAGMA synchronous"), "a look")
    assert written == [(pragma,)]


async def test_processes_that_start_together_on_a_new_file_all_start(
    path: Path, python: Python
) -> None:
    script = (
        "import asyncio, sys; from storage import Log, NewEntry, open_database\n"
        "async def main(path, channel):\n"
        "    async with await open_database(path) as database:\n"
        "        entries = [NewEntry(1, 'bag')]\n"
        "        await Log(database).begin(guild=900, channel=int(channel), entries=entries)\n"
        "asyncio.run(main(*sys.argv[1:]))"
    )
    starters = [python("-c", script, path, channel) for channel in range(5)]
    for starter in starters:
        _, errors = starter.communicate()
        assert starter.returncode == 0, errors
    opened = await asyncio.gather(*(open_database(path) for _ in range(5)))
    assert len(await Log(opened[0]).games()) == 5
    for database in opened:
        await database.close()


async def test_file_is_checked_while_another_process_closes_it_and_deletes_its_log(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await open_database(path):
        log, look = Path(f"{path}-wal"), Path.stat
        looks = count()

        def stat(file: Path, *, follow_symlinks: bool = True) -> os.stat_result:
            if file == log and next(looks):
                raise FileNotFoundError(file)
            return look(file, follow_symlinks=follow_symlinks)

        monkeypatch.setattr(Path, "stat", stat)
        assert verify(path) > 0 and next(looks)


HALF_WRITE_AND_DIE = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN")
connection.execute("DELETE FROM settings WHERE key % 3")
os.kill(os.getpid(), 9)
"""


async def test_the_rollback_journal_of_a_dead_program_is_applied(
    path: Path, python: Python
) -> None:
    keys = [f"{n:04}" for n in range(1000)]
    async with await open_database(path) as database:
        await asyncio.gather(*(Log(database).set_setting(key, "x" * 50) for key in keys))
    python("-c", HALF_WRITE_AND_DIE, path).communicate()
    assert Path(f"{path}-journal").stat().st_size > 0
    async with await open_database(path) as database:
        rows = await database.read(
            "SELECT key, value FROM settings WHERE key <> 'identity' ORDER BY key"
        )
        assert rows == [(key, "x" * 50) for key in keys]
