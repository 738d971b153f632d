"""Convert errors of SQLite and of the operating system to storage errors."""

from __future__ import annotations

import errno
import sqlite3

from storage.errors import (
    Conflict,
    DamagedFile,
    DiskFailed,
    DiskFull,
    Duplicate,
    FileBusy,
    GameFinished,
    NoSuchGame,
    ReadOnlyFile,
    StorageError,
    StorageUnavailable,
)
from storage.sqlite.damage import in_plain_words

# Messages of triggers and constraints in migrations/.
_CONSTRAINTS: dict[str, tuple[type[StorageError], str]] = {
    "there is no such game": (NoSuchGame, "there is no such game"),
    "this is not the next entry of the game": (Conflict, "somebody else wrote this entry first"),
    "the game is finished": (GameFinished, "the game is finished"),
    "UNIQUE constraint failed: requests.id": (Duplicate, "this request has been written before"),
}
_ERRNOS: dict[int | None, type[StorageUnavailable]] = {
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
    errno.EROFS: ReadOnlyFile,
    errno.EACCES: ReadOnlyFile,
    errno.EPERM: ReadOnlyFile,
}
_RESULT_CODES: dict[int | None, type[DamagedFile | StorageUnavailable]] = {
    sqlite3.SQLITE_CORRUPT: DamagedFile,
    sqlite3.SQLITE_NOTADB: DamagedFile,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_BUSY: FileBusy,
    sqlite3.SQLITE_LOCKED: FileBusy,
    sqlite3.SQLITE_PROTOCOL: FileBusy,
    sqlite3.SQLITE_READONLY: ReadOnlyFile,
    sqlite3.SQLITE_PERM: ReadOnlyFile,
    sqlite3.SQLITE_IOERR: DiskFailed,
    sqlite3.SQLITE_CANTOPEN: DiskFailed,
}


def primary_code(error: Exception) -> int | None:
    """SQLite's primary result code; None for other errors."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def storage_error(error: Exception, subject: str) -> StorageError:
    """Convert an error of SQLite; the message begins with `subject`.

    It ends with a remedy, where an operator can do something.
    """
    if constraint := _CONSTRAINTS.get(str(error)):
        kind, message = constraint
        return kind(f"{subject}: {message}")
    if isinstance(error, UnicodeDecodeError):
        # SQLite quotes damaged text in its message, which then cannot be decoded.
        return DamagedFile(f"{subject}: stored text cannot be decoded; {DamagedFile.remedy}")
    known = _RESULT_CODES.get(primary_code(error))
    if known is None:
        return StorageError(f"{subject}: {error}")
    message = in_plain_words(str(error), {})
    if message != str(error):
        message = f"{message} ({error})"
    return known(f"{subject}: {message}; {known.remedy}")


def file_system_error(error: OSError, subject: str) -> StorageError:
    """Convert an error of the operating system, in the same form."""
    message = f"{subject}: {error.strerror}"
    known = _ERRNOS.get(error.errno)
    return StorageError(message) if known is None else known(f"{message}; {known.remedy}")
