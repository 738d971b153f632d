"""Bringing a file to the schema this program knows: creation and migration."""

from __future__ import annotations

import glob
import logging
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib.resources.abc import Traversable
from itertools import count
from pathlib import Path
from typing import Final

from storage.errors import HalfCopy, StorageError
from storage.migrations import load_migrations, migrations_folder
from storage.sqlite.files import (
    APPLICATION,
    BUSY_SECONDS,
    Disturbed,
    attempt,
    connect,
    create,
    examine,
    recognise,
    snapshot,
    tighten,
    trouble,
)
from storage.sqlite.refusals import primary_code, refusal
from storage.tables import COPYING

log = logging.getLogger(__name__)

MIGRATIONS_FOLDER: Traversable = migrations_folder("storage.sqlite")
COPY_DAYS: Final = 30
"""How long the copy from before a migration is kept."""
_OLDEST_SQLITE = (3, 37, 0)  # STRICT tables


def migrations() -> tuple[str, ...]:
    """The SQL scripts in `MIGRATIONS_FOLDER`, in order."""
    return load_migrations(MIGRATIONS_FOLDER)


def newest_version() -> int:
    """The schema version this program writes."""
    return len(migrations())


def prepare(path: Path, *, half: bool = False) -> None:
    """Create the file at `path`, or migrate it, so that it has the newest schema and a WAL.

    A migration first copies the file beside itself, as `<name>.before-v<version>`; COPY_DAYS
    later the copy goes, as it still holds what was forgotten since.
    What is half a copy only who goes on with it may have.
    A page is written as a trial: what can be opened may still take no writes. Raises DamagedFile,
    ForeignFile, NewerSchema, OutOfReach or StorageError, no game being touched.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed")
    deadline = time.monotonic() + BUSY_SECONDS
    steps = migrations()
    while True:
        try:
            _prepare(path, steps, half)
            return expire(path)
        except Disturbed:
            if time.monotonic() > deadline:
                raise
        except sqlite3.Error as error:
            # SQLite gives up at once, whatever the timeout, where waiting could be a deadlock:
            # two programs that start together on one file meet that.
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise trouble(error, path) from error
        time.sleep(0.02)


def _prepare(path: Path, steps: Sequence[str], half: bool) -> None:
    if path.exists():
        examine(path, len(steps))
    else:
        create(path)
    with closing(connect(path, "mode=rwc")) as connection:
        [mode] = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StorageError(f"{path}: this file system cannot hold a write-ahead log")
        first = version = recognise(connection, path, len(steps))
        tighten(path)
        while version < len(steps):
            version = _step(connection, path, steps, is_first=version == first)
        copying = "SELECT 1 FROM settings WHERE key = ?"
        if not half and connection.execute(copying, (COPYING,)).fetchone():
            raise HalfCopy(f"{path}: {HalfCopy.words}")
        attempt(connection)


def _step(connection: sqlite3.Connection, path: Path, steps: Sequence[str], is_first: bool) -> int:
    """Apply the migration that is due, and give the version it leads to."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = recognise(connection, path, len(steps))
        if version < len(steps):  # else another program was faster
            if is_first and version > 0:
                # While this transaction is open nobody else writes, so the copy is exactly
                # what the migration finds.
                with closing(connect(path, "mode=ro")) as reader:
                    snapshot(reader, next(_free_names(path, version + 1)))
            _apply(connection, version + 1, steps[version])
            version += 1
        connection.execute("COMMIT")
        return version
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _apply(connection: sqlite3.Connection, number: int, sql: str) -> None:
    try:
        for statement in _statements(sql):
            connection.execute(statement)
    except sqlite3.Error as error:
        raise refusal(error, f"migration {number} failed, nothing was changed") from error
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {number}")


def _statements(sql: str) -> Iterator[str]:
    """The statements of a script, each ending its line (`executescript` would commit first)."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    yield statement


def expire(path: Path) -> None:
    """Remove copies from before migrations that are older than COPY_DAYS; failures are logged."""
    for copy in path.parent.glob(f"{glob.escape(path.name)}.before-v*"):
        try:
            if time.time() - copy.stat().st_mtime > COPY_DAYS * 86_400:
                copy.unlink()
                log.info("%s was older than %d days; it is gone", copy, COPY_DAYS)
        except OSError as error:
            log.warning("%s should be gone after %d days: %s", copy, COPY_DAYS, error)


def _free_names(path: Path, version: int) -> Iterator[Path]:
    """Names for the copy: an earlier one, from a migration that failed, is kept."""
    first = path.with_name(f"{path.name}.before-v{version}")
    names = (first if n == 1 else first.with_name(f"{first.name}.{n}") for n in count(1))
    return (name for name in names if not name.exists())
