"""Bringing a file to the schema this program knows: creation and migration."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import resources
from itertools import count
from pathlib import Path

from storage.errors import StorageError, primary_code, refusal
from storage.files import APPLICATION, BUSY_SECONDS, connect, examine, recognise, snapshot

_OLDEST_SQLITE = (3, 37, 0)  # STRICT tables


def migrations() -> tuple[str, ...]:
    """The SQL of every migration; the one at index n leads from schema version n to n + 1."""
    folder = resources.files("storage") / "migrations"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return tuple(file.read_text(encoding="utf-8") for file in files)


def newest_version() -> int:
    """The schema version this program writes."""
    return len(migrations())


def prepare(path: Path) -> None:
    """Create the file at `path`, or migrate it, so that it has the newest schema and a WAL.

    A migration first copies the file beside itself, as `<name>.before-v<version>`.
    Raises DamagedFile, ForeignFile, NewerSchema or StorageError, the file being untouched.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed")
    deadline = time.monotonic() + BUSY_SECONDS
    steps = migrations()
    while True:
        try:
            return _prepare(path, steps)
        except sqlite3.Error as error:
            # SQLite gives up at once, whatever the timeout, where waiting could be a deadlock:
            # two programs that start together on one file meet that.
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise refusal(error, str(path)) from error
            time.sleep(0.02)


def _prepare(path: Path, steps: Sequence[str]) -> None:
    if path.exists():
        examine(path, len(steps))
    with closing(connect(path, "mode=rwc")) as connection:
        if _is_ready(connection, len(steps)):
            return
        # From here to the end nobody else may read or write, so that the copy made before a
        # migration is exactly what the migration finds.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.executescript("BEGIN EXCLUSIVE; COMMIT;")
        version = recognise(connection, path, len(steps))
        if 0 < version < len(steps):
            snapshot(connection, next(_free_names(path, version + 1)))
        for number, sql in enumerate(steps[version:], version + 1):
            _migrate(connection, number, sql)
        [mode] = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StorageError(f"{path}: this file system cannot hold a write-ahead log")


def _is_ready(connection: sqlite3.Connection, newest: int) -> bool:
    [version] = connection.execute("PRAGMA user_version").fetchone()
    [mode] = connection.execute("PRAGMA journal_mode").fetchone()
    return bool(version == newest and mode == "wal")


def _migrate(connection: sqlite3.Connection, number: int, sql: str) -> None:
    try:
        connection.executescript(
            f"BEGIN EXCLUSIVE;\n{sql}\n"
            f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT;"
        )
    except sqlite3.Error as error:
        raise StorageError(f"migration {number} failed, nothing was changed: {error}") from error


def _free_names(path: Path, version: int) -> Iterator[Path]:
    """Names for the copy: an earlier one, from a migration that failed, is kept."""
    first = path.with_name(f"{path.name}.before-v{version}")
    names = (first if n == 1 else first.with_name(f"{first.name}.{n}") for n in count(1))
    return (name for name in names if not name.exists())
