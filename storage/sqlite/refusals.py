"""How the refusals of SQLite, and of the system, become errors with a name."""

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
    OutOfReach,
    ReadOnlyFile,
    StorageError,
)
from storage.sqlite.damage import in_words

# The messages of the triggers and constraints in migrations/, which are the laws themselves.
_LAWS: dict[str, tuple[type[StorageError], str]] = {
    "there is no such game": (NoSuchGame, "there is no such game"),
    "this is not the next entry of the game": (Conflict, "somebody else wrote this entry first"),
    "the game is finished": (GameFinished, "the game is finished"),
    "UNIQUE constraint failed: requests.id": (Duplicate, "this request has been written before"),
}
_ERRNOS: dict[int, type[OutOfReach]] = {
    errno.ENOSPC: DiskFull,
    errno.EDQUOT: DiskFull,
    errno.EROFS: ReadOnlyFile,
    errno.EACCES: ReadOnlyFile,
    errno.EPERM: ReadOnlyFile,
}
_KINDS: dict[int, type[DamagedFile | OutOfReach]] = {
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
    """The primary result code of SQLite, or None if the error did not come from SQLite."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def refusal(error: Exception, subject: str) -> StorageError:
    """The storage error that `error` means, its message beginning with `subject`.

    Where somebody can do something about it, the message ends with what.
    """
    if law := _LAWS.get(str(error)):
        kind, words = law
        return kind(f"{subject}: {words}")
    if isinstance(error, UnicodeDecodeError):
        # SQLite quotes what it cannot read, and then cannot be read itself.
        return DamagedFile(f"{subject}: what is stored is no text; {DamagedFile.remedy}")
    trouble = _KINDS.get(primary_code(error) or 0)
    if trouble is None:
        return StorageError(f"{subject}: {error}")
    said = in_words(str(error), {})
    if said != str(error):
        said = f"{said} ({error})"
    return trouble(f"{subject}: {said}; {trouble.remedy}")


def system_refusal(error: OSError, subject: str) -> StorageError:
    """The same for what the system refuses to do with a file."""
    said = f"{subject}: {error.strerror}"
    trouble = _ERRNOS.get(error.errno or 0)
    return StorageError(said) if trouble is None else trouble(f"{said}; {trouble.remedy}")
