"""File modes: only the owner can read a file, because it holds the order of the tiles."""

import logging
import os
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

import storage.sqlite.schema
from storage import Database, ForeignFile, Log, NewEntry, open_database
from storage.sqlite.database import SqliteDatabase
from tests.storage.conftest import AddMigrations
from tests.storage.sqlite.test_files import foreign

Start = Callable[..., Awaitable[int]]


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Let new files be readable by everybody by default."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> dict[str, int]:
    """The mode of every file in the folder of a database, by what its name ends in."""
    files = path.parent.iterdir()
    return {file.name.removeprefix(path.name): stat.S_IMODE(file.stat().st_mode) for file in files}


async def loose(path: Path) -> None:
    """A database of one game that everybody can read."""
    async with await open_database(path) as database:
        await Log(database).begin(guild=900, channel=5, entries=[NewEntry(1, "bag")])
    path.chmod(0o644)


async def test_a_new_file_and_its_logs_are_readable_by_the_owner_only(
    path: Path, database: Database, start: Start
) -> None:
    await start()
    assert rights(path) == {"": 0o600, "-wal": 0o600, "-shm": 0o600}


async def test_a_new_file_is_never_readable_by_others_not_even_for_a_moment(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.sqlite.schema.make_private", lambda path: None)
    async with await open_database(path):
        assert set(rights(path).values()) == {0o600}


async def test_file_without_a_mode_is_left_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """On Windows each file seems to be readable by everybody."""
    await loose(path)
    monkeypatch.setattr("storage.sqlite.files.HAS_FILE_MODES", False)
    caplog.set_level(logging.INFO)
    async with await open_database(path):
        assert rights(path)[""] == 0o644 and not caplog.records


async def test_a_backup_is_readable_by_the_owner_only(
    path: Path, database: SqliteDatabase, start: Start
) -> None:
    await start()
    path.chmod(0o644)
    await database.backup(path.with_name(f"{path.name}.copy"))
    assert rights(path)[".copy"] == 0o600


async def test_the_copy_before_a_migration_is_readable_by_the_owner_only(
    path: Path, add_migrations: AddMigrations
) -> None:
    await loose(path)
    version = add_migrations("CREATE TABLE more (x INTEGER);")
    storage.sqlite.schema.prepare(path)
    assert rights(path) == {"": 0o600, f".before-v{version}": 0o600}


async def test_a_file_readable_by_others_is_made_private_and_logged(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await loose(path)
    with caplog.at_level(logging.INFO, "storage"):
        async with await open_database(path) as database:
            assert len(await Log(database).games()) == 1
            assert set(rights(path).values()) == {0o600}
    assert caplog.messages[0] == f"{path} could be read by other users; now only its owner can"
    caplog.clear()
    async with await open_database(path):
        assert caplog.messages == []


async def test_logs_of_a_killed_bot_are_made_private(
    path: Path, database: Database, start: Start
) -> None:
    await start()
    for file in path.parent.iterdir():
        file.chmod(0o644)
    async with await open_database(path):
        assert set(rights(path).values()) == {0o600}


async def test_a_file_of_another_owner_is_used_with_its_mode(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    await loose(path)
    monkeypatch.setattr(Path, "chmod", refused)
    async with await open_database(path) as database:
        assert len(await Log(database).games()) == 1
    assert (
        caplog.messages[0]
        == f"{path} can be read by other users, and its mode cannot be changed: chown it"
    )


async def test_a_file_of_another_program_keeps_its_mode(path: Path) -> None:
    foreign(path, "")
    path.chmod(0o644)
    with pytest.raises(ForeignFile):
        await open_database(path)
    assert rights(path) == {"": 0o644}
