"""What storage refuses, and how the refusals of SQLite become errors with a name."""

from __future__ import annotations

import errno
import sqlite3

from storage.damage import in_words


class StorageError(Exception):
    """Something could not be stored or read; the message is fit for an operator."""


class DamagedFile(StorageError):
    """The file is no database, or a corrupt one; it was left as it is."""

    remedy = "bring back a copy: docs/operations.md says how"


class OutOfReach(StorageError):
    """Something on this machine is in the way: nothing was written, and later it may work."""

    remedy: str


class DiskFull(OutOfReach):
    """There is no room for what was to be written."""

    remedy = "make room on the disk"


class FileBusy(OutOfReach):
    """Another program holds the file for longer than anybody waits."""

    remedy = "end the other program that uses it"


class ReadOnlyFile(OutOfReach):
    """The file, its folder or its disk does not take writes from this program."""

    remedy = "let the user who runs this write to the file and to its folder"


class DiskFailed(OutOfReach):
    """The disk did not do what it was asked to, or the file is not where it was."""

    remedy = "see whether the disk is there, whole, and takes a file of that size"


class ForeignFile(StorageError):
    """The file is a database of another program; it was left as it is."""


class NewerSchema(StorageError):
    """The file was written by a newer version of this program; it was left as it is."""


class Conflict(StorageError):
    """Somebody else wrote this entry first: read the game again."""


class GameFinished(StorageError):
    """A finished game takes no entries unless the same call reopens it."""


class NoSuchGame(StorageError):
    """No game has this number."""


class Duplicate(StorageError):
    """The request has been written before: Discord delivered an interaction twice."""


class ChannelBusy(StorageError):
    """The game `game` is running in this channel already."""

    def __init__(self, channel: int, game: int) -> None:
        super().__init__(f"game {game} is running in channel {channel} already")
        self.channel = channel
        self.game = game


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
