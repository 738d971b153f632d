"""SQLite files on disk: connect, read without changing, verify, copy, and set permissions.

Nothing here opens the database with `open()`: closing such a handle would drop the locks that
SQLite holds on the file for the whole process.
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
    ReadOnlyFile,
    StorageError,
)
from storage.schema import require_known, require_newest
from storage.sqlite.damage import find_damage
from storage.sqlite.error_mapping import file_system_error, storage_error

log = logging.getLogger(__name__)

APPLICATION_ID: Final = int.from_bytes(b"CCSN", "big")
BUSY_TIMEOUT_SECONDS: Final = 5.0
MIN_FREE_BYTES: Final = 65_536
"""Free bytes below which a disk counts as full: the size of SQLite's smallest auxiliary file."""
QUICK_CHECKS: Final = (
    "PRAGMA quick_check(1)",
    "PRAGMA integrity_check('games')",
    "PRAGMA integrity_check('actors')",
)
HAS_FILE_MODES: Final = os.name == "posix"
"""True where a file's mode says who can read it; Windows has lists of users instead."""
PRIVATE_MODE: Final = 0o600
"""The mode of a database: only its owner may read the order of the tiles to come."""


def decode_text(stored: bytes) -> str:
    """Replace invalid bytes, so that the entry's checksum fails."""
    return stored.decode(errors="replace")


def connect(path: Path, query: str) -> sqlite3.Connection:
    """Open without implicit transactions; `query` belongs to a SQLite URI."""
    uri = f"{path.absolute().as_uri()}?{query}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_TIMEOUT_SECONDS)
    connection.text_factory = decode_text
    return connection


def create_empty(path: Path) -> None:
    """Create an empty file that only its owner can read; SQLite gives its logs the same mode.

    Do nothing if it exists. SQLite reports other obstacles on opening.
    """
    # No SQLite connection locks a file that was just created, so the handle may be closed.
    with suppress(OSError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))


def make_private(path: Path) -> None:
    """Remove other users' permissions from a database and its logs, if we own them."""
    if not HAS_FILE_MODES:
        return
    real = path.resolve()
    for file in (real, Path(f"{real}-wal"), Path(f"{real}-shm")):
        with suppress(FileNotFoundError):
            status = file.stat()
            if not stat.S_IMODE(status.st_mode) & ~PRIVATE_MODE:
                continue
            try:
                file.chmod(stat.S_IMODE(status.st_mode) & PRIVATE_MODE)
            except PermissionError:
                log.warning(
                    "%s can be read by other users, and its mode cannot be changed: chown it", file
                )
            else:
                log.info("%s could be read by other users; now only its owner can", file)


def storage_error_at(error: sqlite3.Error, path: Path) -> StorageError:
    """Convert an error of SQLite with the file at `path`.

    Full disks and missing permissions that SQLite reports as disk failures are detected.
    """
    mapped = storage_error(error, str(path))
    if isinstance(mapped, DiskFailed):
        if _is_full(path.parent):
            return DiskFull(f"{path}: {error}; {DiskFull.remedy}")
        if not _is_writable(path):
            return ReadOnlyFile(f"{path}: {error}; {ReadOnlyFile.remedy}")
    return mapped


def _is_full(folder: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(folder).free < MIN_FREE_BYTES
    return False


def _is_writable(path: Path) -> bool:
    """True if file and folder are writable, or there is no such folder."""
    folder = not path.parent.exists() or os.access(path.parent, os.R_OK | os.W_OK | os.X_OK)
    return folder and (not path.exists() or os.access(path, os.R_OK | os.W_OK))


def write_trial(connection: sqlite3.Connection) -> None:
    """Write a page without changing it: a file that opens may be read-only."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        [version] = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


class FileChanged(StorageError):
    """Another program began to write the file during a lock-free read: read again."""


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a connection that changes nothing and leaves no file beside `path`.

    Raise StorageError if the file is missing, a folder or unreadable, DamagedFile if only its
    write-ahead log is left, and FileChanged.
    """
    if path.is_dir():
        raise StorageError(f"{path}: this is a folder; name the file in it")
    if not path.is_file():
        raise StorageError(f"{path}: there is no such file")
    # The log first: a file that is being created has a page before it has a log. And only once:
    # whoever closes the file last deletes the log.
    try:
        log_size = Path(f"{path}-wal").stat().st_size
        in_use = True
    except FileNotFoundError:
        log_size, in_use = 0, False
    if log_size > 0 and path.stat().st_size == 0:
        raise DamagedFile(f"{path}: the file is empty but its write-ahead log is not")
    if in_use:
        query = "mode=ro"
    elif Path(f"{path}-journal").exists():
        # Only a writer can roll back a dead program's journal, or wait for a live one.
        query = "mode=rw"
    else:
        query = "immutable=1"  # any other mode would create a log beside the file
    before = path.stat()
    with closing(connect(path, query)) as connection:
        try:
            yield connection
        except sqlite3.Error as error:
            raise storage_error_at(error, path) from error
        except UnicodeDecodeError as error:
            raise storage_error(error, str(path)) from error
        finally:
            after = path.stat()
            if query == "immutable=1" and (before.st_mtime_ns, before.st_size) != (
                after.st_mtime_ns,
                after.st_size,
            ):
                raise FileChanged(f"{path}: another program writes to the file; try again")


def schema_version(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of a file of this program, 0 for an empty one.

    Raise ForeignFile, NewerSchema, or DamagedFile.
    """
    try:
        # One statement, to see one state of a file that is just being created.
        [application, version, objects] = connection.execute(
            "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
            " FROM pragma_application_id, pragma_user_version"
        ).fetchone()
    except sqlite3.OperationalError:
        raise
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise storage_error(error, str(path)) from error
    if application != APPLICATION_ID and (application, version, objects) != (0, 0, 0):
        raise ForeignFile(f"{path}: this is a database of another program")
    require_known(version, str(path))
    return int(version)


def require_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Raise OlderSchema for an older program's file, or as `schema_version` does."""
    require_newest(schema_version(connection, path), str(path))


def verify(path: Path) -> int:
    """Check a file without changing it, and return its schema version.

    Raise the errors of `read_only` and `schema_version`, and DamagedFile if SQLite's quick check
    fails, or the tables of games and actors do not fit their indexes.
    """
    with read_only(path) as connection:
        version = schema_version(connection, path)
        for words in find_damage(connection, *(QUICK_CHECKS if version else QUICK_CHECKS[:1])):
            raise DamagedFile(f"{path}: {words}; {DamagedFile.remedy}")
    return version


def snapshot(connection: sqlite3.Connection, target: Path) -> None:
    """Write the state that `connection` sees to a new file, which appears once complete.

    Raise StorageError if `target` exists or cannot be written.
    """
    if target.exists():
        raise StorageError(f"{target}: the file exists already")
    try:
        handle, name = tempfile.mkstemp(".partial", f"{target.name}.", target.parent)
    except OSError as error:
        raise file_system_error(error, str(target)) from error
    partial = Path(name)
    try:
        try:
            connection.execute("VACUUM INTO ?", (name,))
            os.fsync(handle)  # VACUUM INTO does not
        finally:
            os.close(handle)  # Windows renames no open file
        partial.rename(target)
    except sqlite3.Error as error:
        raise storage_error(error, str(target)) from error
    finally:
        partial.unlink(missing_ok=True)


def copy(path: Path, target: Path) -> None:
    """Copy a database, in use or not, to the new file `target`."""
    with read_only(path) as connection:
        schema_version(connection, path)
    # A connection in write mode, though it only reads: its locks keep a starting bot from writing
    # under the copy, and closing it leaves nothing behind.
    with closing(connect(path, "mode=rw")) as connection:
        snapshot(connection, target)
