"""Prepare a SQLite file: create or migrate its schema, with a backup before, and try a write."""

from __future__ import annotations

import glob
import logging
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final

from storage.durations import DAY
from storage.errors import FileBusy, IncompleteCopy, StorageError
from storage.records import COPYING
from storage.schema import migrations
from storage.sqlite.error_mapping import primary_code, storage_error
from storage.sqlite.files import (
    APPLICATION_ID,
    BUSY_TIMEOUT_SECONDS,
    FileChanged,
    connect,
    create_empty,
    make_private,
    schema_version,
    snapshot,
    storage_error_at,
    verify,
    write_trial,
)

log = logging.getLogger(__name__)

BACKUP_DAYS: Final = 30
"""The days for which the backup from before a migration is kept."""
BUSY_RETRY_SECONDS: Final = 0.02
_OLDEST_SQLITE: Final = (3, 37, 0)  # STRICT tables


def prepare(path: Path, *, allow_incomplete: bool = False) -> None:
    """Create or migrate the file, to the newest schema and a WAL.

    A migration first backs the file up beside it, as `<name>.before-v<version>`. The backup is
    deleted after BACKUP_DAYS, because it holds users erased since. At the end a page is written as
    a trial, because a file that opens may be read-only.

    `allow_incomplete` accepts an incomplete copy of another database. Raise DamagedFile,
    ForeignFile, IncompleteCopy, NewerSchema, StorageUnavailable or StorageError; no game is changed
    then.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed")
    deadline = time.monotonic() + BUSY_TIMEOUT_SECONDS
    scripts = migrations("sqlite")
    while True:
        try:
            _prepare(path, scripts, allow_incomplete)
            return delete_migration_backups(path)
        except (FileChanged, FileBusy):
            if time.monotonic() > deadline:
                raise
        except sqlite3.Error as error:
            # SQLite gives up at once, whatever the timeout, where waiting could deadlock, as when
            # two programs start together on one file.
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise storage_error_at(error, path) from error
        time.sleep(BUSY_RETRY_SECONDS)


def _prepare(path: Path, scripts: Sequence[str], allow_incomplete: bool) -> None:
    if path.exists():
        verify(path)
    else:
        create_empty(path)
    with closing(connect(path, "mode=rwc")) as connection:
        [mode] = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StorageError(f"{path}: this file system cannot hold a write-ahead log")
        first = version = schema_version(connection, path)
        make_private(path)
        # Overwrite what a migration deletes: it may be about users erased later.
        connection.execute("PRAGMA secure_delete = ON")
        # A migration may recreate a table that others refer to; SQLite can be built with ON.
        connection.execute("PRAGMA foreign_keys = OFF")
        while version < len(scripts):
            version = _migrate(connection, path, scripts, is_first=version == first)
        incomplete_copy = "SELECT 1 FROM settings WHERE key = ?"
        if not allow_incomplete and connection.execute(incomplete_copy, (COPYING,)).fetchone():
            raise IncompleteCopy(f"{path}: {IncompleteCopy.words}")
        write_trial(connection)


def _migrate(
    connection: sqlite3.Connection, path: Path, scripts: Sequence[str], is_first: bool
) -> int:
    """Apply the next migration in a transaction, and return the new version."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = schema_version(connection, path)
        if version < len(scripts):  # else another program was faster
            if is_first and version > 0:
                # Nobody else writes during this transaction, so the backup has exactly the state
                # before the migration.
                with closing(connect(path, "mode=ro")) as reader:
                    snapshot(reader, next(_free_backup_names(path, version + 1)))
            _apply(connection, version + 1, scripts[version])
            version += 1
        connection.execute("COMMIT")
        return version
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _apply(connection: sqlite3.Connection, number: int, script: str) -> None:
    try:
        for statement in _statements(script):
            connection.execute(statement)
    except sqlite3.Error as error:
        message = f"migration {number} failed, nothing was changed"
        raise storage_error(error, message) from error
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {number}")


def _statements(script: str) -> Iterator[str]:
    """Split a script, each statement ending its line (`executescript` would commit first)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement


def delete_migration_backups(path: Path) -> None:
    """Delete migration backups older than BACKUP_DAYS; failures are logged."""
    for backup in path.parent.glob(f"{glob.escape(path.name)}.before-v*"):
        try:
            if time.time() - backup.stat().st_mtime > BACKUP_DAYS * DAY:
                backup.unlink()
                log.info("%s was older than %d days and is deleted", backup, BACKUP_DAYS)
        except OSError as error:
            log.warning("%s could not be deleted after %d days: %s", backup, BACKUP_DAYS, error)


def _free_backup_names(path: Path, version: int) -> Iterator[Path]:
    """Unused names; the backup of an earlier, failed migration is kept."""
    first = path.with_name(f"{path.name}.before-v{version}")
    names = (first if n == 1 else first.with_name(f"{first.name}.{n}") for n in count(1))
    return (name for name in names if not name.exists())
