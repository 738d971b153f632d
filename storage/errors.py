"""What storage refuses, and how the refusals of SQLite become errors with a name."""

from __future__ import annotations

import sqlite3


class StorageError(Exception):
    """Something could not be stored or read; the message is fit for an operator."""


class DamagedFile(StorageError):
    """The file is no database, or a corrupt one; it was left as it is."""


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
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def primary_code(error: Exception) -> int | None:
    """The primary result code of SQLite, or None if the error did not come from SQLite."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def refusal(error: Exception, subject: str) -> StorageError:
    """The storage error that `error` means, its message beginning with `subject`."""
    if law := _LAWS.get(str(error)):
        kind, words = law
        return kind(f"{subject}: {words}")
    kind = DamagedFile if primary_code(error) in _DAMAGE else StorageError
    return kind(f"{subject}: {error}")
