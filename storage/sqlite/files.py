"""A database as a file on disk: looking at one without touching it, and copying one.

No function here opens the database with `open()`: closing such a handle would drop the locks
that SQLite holds on the file for the whole process.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from storage.errors import (
    DamagedFile,
    DiskFailed,
    DiskFull,
    ForeignFile,
    NewerSchema,
    ReadOnlyFile,
    StorageError,
)
from storage.sqlite.damage import damage
from storage.sqlite.refusals import refusal, system_refusal
from storage.sqlite.teaching import teach

log = logging.getLogger(__name__)

APPLICATION = int.from_bytes(b"CCSN", "big")
BUSY_SECONDS = 5.0
ROOM = 65_536
"""Free bytes below which a disk is full: SQLite's smallest file beside the database has as many."""
QUICK: Final = (
    "PRAGMA quick_check(1)",
    "PRAGMA integrity_check('games')",
    "PRAGMA integrity_check('actors')",
)
PRIVATE = 0o600
"""Bags and nonces are in the file: who may read it knows every tile to come."""


def connect(path: Path, query: str) -> sqlite3.Connection:
    """A plain connection without implicit transactions; `query` is that of an SQLite URI."""
    uri = f"{path.absolute().as_uri()}?{query}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    teach(connection)
    return connection


def create(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its logs the same rights.

    Nothing happens where there is one already. What else is in the way SQLite will say.
    """
    # Nobody has locks yet on a file that has just come to be, so this handle may be closed.
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))


def tighten(path: Path) -> None:
    """Take from others the right to read a database and its logs, if they are ours to change."""
    real = path.resolve()
    for file in (real, Path(f"{real}-wal"), Path(f"{real}-shm")):
        with suppress(FileNotFoundError):
            status = file.stat()
            if not stat.S_IMODE(status.st_mode) & ~PRIVATE:
                continue
            try:
                file.chmod(stat.S_IMODE(status.st_mode) & PRIVATE)
            except PermissionError:
                log.warning("%s can be read by others, and is not ours to change", file)
            else:
                log.info("%s could be read by others; now only by its owner", file)


def trouble(error: sqlite3.Error, path: Path) -> StorageError:
    """The storage error that `error` means at `path`.

    SQLite does not always tell a disk that is full, or closed to us, from one that fails.
    """
    found = refusal(error, str(path))
    if isinstance(found, DiskFailed):
        if _is_full(path.parent):
            return DiskFull(f"{path}: {error}; {DiskFull.remedy}")
        if not _is_open(path):
            return ReadOnlyFile(f"{path}: {error}; {ReadOnlyFile.remedy}")
    return found


def _is_full(folder: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(folder).free < ROOM
    return False


def _is_open(path: Path) -> bool:
    """Whether the file, and its folder, take writes from us; True too where there is no folder."""
    folder = not path.parent.exists() or os.access(path.parent, os.R_OK | os.W_OK | os.X_OK)
    return folder and (not path.exists() or os.access(path, os.R_OK | os.W_OK))


def attempt(connection: sqlite3.Connection) -> None:
    """Write a page in which nothing changes: what can be opened may still take no writes."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        [version] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class Disturbed(StorageError):
    """Somebody began to write the file while it was looked at as one at rest: look again."""


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing and leaves no file beside `path`.

    Raises StorageError if there is no such file or it is a folder, DamagedFile if only its log is
    left, and Disturbed.
    """
    if path.is_dir():
        raise StorageError(f"{path}: this is a folder; name the file in it")
    if not path.is_file():
        raise StorageError(f"{path}: there is no such file")
    wal = Path(f"{path}-wal")
    # The log before the file: one that is being created has its first page before its log.
    in_use = wal.exists()
    if in_use and wal.stat().st_size > 0 and path.stat().st_size == 0:
        raise DamagedFile(f"{path}: the file is empty but its write-ahead log is not")
    if in_use:
        query = "mode=ro"
    elif Path(f"{path}-journal").exists():
        # Only a writer can roll back what a dead one left half done, or wait for a live one.
        query = "mode=rw"
    else:
        query = "immutable=1"  # any other way would create a log beside the file
    before = path.stat()
    with closing(connect(path, query)) as connection:
        try:
            yield connection
        except UnicodeDecodeError as error:
            raise refusal(error, str(path)) from error
        finally:
            after = path.stat()
            if query == "immutable=1" and (before.st_mtime_ns, before.st_size) != (
                after.st_mtime_ns,
                after.st_size,
            ):
                raise Disturbed(f"{path}: somebody writes to the file; try again")


def recognise(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The schema version of a file of ours, 0 for a blank one.

    Raises ForeignFile, NewerSchema (above `newest`), or DamagedFile.
    """
    try:
        # One statement, so that it sees one state of a file that is just being created.
        [application, version, things] = connection.execute(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
            " FROM pragma_application_id, pragma_user_version"
        ).fetchone()
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise refusal(error, str(path)) from error
    if application != APPLICATION and (application, version, things) != (0, 0, 0):
        raise ForeignFile(f"{path}: this is a database of another program")
    if version > newest:
        raise NewerSchema(
            f"{path}: the file has schema version {version}, this program knows {newest};"
            " use the newer program"
        )
    return int(version)


def examine(path: Path, newest: int) -> int:
    """The schema version of a sound file of ours, found without touching it.

    Raises as `read_only` and `recognise` do; DamagedFile also for what SQLite's quick check finds,
    and where tables do not fit their indexes that say who plays what and where.
    """
    with read_only(path) as connection:
        version = recognise(connection, path, newest)
        for words in damage(connection, *(QUICK if version else QUICK[:1])):
            raise DamagedFile(f"{path}: {words}; {DamagedFile.remedy}")
    return version


def snapshot(connection: sqlite3.Connection, target: Path) -> None:
    """Write what `connection` sees to a new file, which appears only when it is whole.

    Raises StorageError if `target` exists or cannot be written.
    """
    if target.exists():
        raise StorageError(f"{target}: the file exists already")
    try:
        handle, name = tempfile.mkstemp(".partial", f"{target.name}.", target.parent)
    except OSError as error:
        raise system_refusal(error, str(target)) from error
    partial = Path(name)
    try:
        connection.execute("VACUUM INTO ?", (name,))
        os.fsync(handle)  # VACUUM INTO does not
        partial.rename(target)
    except sqlite3.Error as error:
        raise refusal(error, str(target)) from error
    finally:
        os.close(handle)
        partial.unlink(missing_ok=True)


def copy(path: Path, target: Path, newest: int) -> None:
    """Write a copy of the database at `path`, in use or not, to the new file `target`."""
    with read_only(path) as connection:
        recognise(connection, path, newest)
    # A writing connection, though it only reads: its locks keep a starting bot from writing
    # under the copy, and closing it leaves nothing behind.
    with closing(connect(path, "mode=rw")) as connection:
        snapshot(connection, target)
