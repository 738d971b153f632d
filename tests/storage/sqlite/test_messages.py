"""Messages for the operator of a file that cannot be used, word for word."""

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from storage import DamagedFile, Database, NewerSchema, StorageError, schema
from storage.errors import OlderSchema, ReadOnlyFile
from storage.sqlite.check import check_file
from storage.sqlite.error_mapping import file_system_error, storage_error
from storage.sqlite.files import read_only, require_schema, schema_version
from storage.sqlite.schema import delete_migration_backups, prepare
from storage.sqlite.writer import Writer


def said_by(call: Callable[[], object], kind: type[StorageError]) -> str:
    with pytest.raises(kind) as refused:
        call()
    return str(refused.value)


async def test_closed_database_names_the_write_and_the_file(database: Database, path: Path) -> None:
    await database.close()
    for query in (database.read, database.read_named):
        with pytest.raises(StorageError) as refused:
            await query("SELECT 1")
        assert str(refused.value) == f"{path}: the database is closed"
    with pytest.raises(StorageError) as refused:
        await database.write(lambda execute: execute("SELECT 1"), "game 7")
    assert str(refused.value) == "game 7: the database is closed"


async def test_schema_of_another_version_is_named(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = schema.newest_version()
    with read_only(path) as connection:
        monkeypatch.setattr(schema, "newest_version", lambda: newest - 1)
        assert said_by(lambda: schema_version(connection, path), NewerSchema) == (
            f"{path}: the database has schema version {newest}, this program knows {newest - 1};"
            " use the newer program"
        )
        monkeypatch.setattr(schema, "newest_version", lambda: newest + 1)
        assert said_by(lambda: require_schema(connection, path), OlderSchema) == (
            f"{path}: the database has schema version {newest}, older than {newest + 1};"
            " start the bot once to bring it up to date"
        )


def test_write_ahead_log_without_its_file_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.touch()
    Path(f"{path}-wal").write_bytes(b"pages")
    assert said_by(lambda: list(check_file(path, len, print)), DamagedFile) == (  # type: ignore[arg-type]
        f"{path}: the file is empty but its write-ahead log is not"
    )


def test_text_that_cannot_be_decoded_is_damage() -> None:
    error = storage_error(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "game 7")
    assert type(error) is DamagedFile
    assert str(error) == f"game 7: stored text cannot be decoded; {DamagedFile.remedy}"


def test_error_of_the_system_without_a_known_number_has_no_remedy() -> None:
    for number in (None, errno.EBUSY):
        error = OSError(number, "no luck") if number else OSError("no luck")
        assert type(file_system_error(error, "file")) is StorageError
    known = file_system_error(OSError(errno.EPERM, "no luck"), "file")
    assert type(known) is ReadOnlyFile and str(known) == f"file: no luck; {ReadOnlyFile.remedy}"


def test_error_without_a_code_of_sqlite_is_no_known_one() -> None:
    error = storage_error(sqlite3.Error("odd"), "game 7")
    assert (type(error), str(error)) == (StorageError, "game 7: odd")


async def test_log_that_cannot_be_emptied_is_a_warning(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    prepare(path)
    writer = await Writer.open(path, "FULL")
    await writer._in_thread(lambda: writer._connection.execute("BEGIN IMMEDIATE"))
    await writer.close()
    assert caplog.messages == [
        f"the write-ahead log of {path} could not be emptied: database table is locked"
    ]


def test_deleted_migration_backup_is_logged_with_its_age(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    old = path.with_name(f"{path.name}.before-v3")

    def refuse(_path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    caplog.set_level(logging.INFO, "storage")
    for unlink in (refuse, Path.unlink):
        old.touch()
        os.utime(old, (time.time() - 31 * 86_400,) * 2)
        with monkeypatch.context() as patched:
            patched.setattr(Path, "unlink", unlink)
            delete_migration_backups(path)
    assert caplog.messages == [
        f"{old} could not be deleted after 30 days: [Errno 13] Permission denied",
        f"{old} was older than 30 days and is deleted",
    ]


async def test_message_that_a_listener_cannot_handle_is_logged_and_the_next_one_gets_it(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []

    def fail(message: str) -> None:
        raise ValueError(message)

    database.listen(fail)
    database.listen(heard.append)
    database.dispatch("due 7")
    assert heard == ["due 7"]
    assert caplog.messages == ["a message of another process could not be handled: due 7"]


def test_invalid_reference_is_named_with_both_tables(path: Path, database: Database) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO status_cards VALUES (77, NULL, 0, 0, -1)")
    lines = [result.line for result in check_file(path, lambda entries: "", lambda *_: None)]
    assert lines == ["file: a row of status_cards refers to a missing row of games"]
