"""Errors of storage, the same for each kind of database."""

from __future__ import annotations

from typing import Final


class StorageError(Exception):
    """A storage failure; its message is meant for an operator."""


class UnstorableText(StorageError):
    """A text has a character that not every database stores."""


class DamagedFile(StorageError):
    """The file is damaged, or no database; it was not changed."""

    remedy = "bring back a copy: docs/hosting.md says how"


class StorageUnavailable(StorageError):
    """The database is unavailable: nothing was written, and a retry may succeed."""

    remedy: str


class DiskFull(StorageUnavailable):
    remedy = "make room on the disk"


class FileBusy(StorageUnavailable):
    """Another program locked the file beyond the timeout."""

    remedy = "end the other program that uses it"


class ReadOnlyFile(StorageUnavailable):
    """The file, its folder or its disk is not writable."""

    remedy = "let the user who runs this write to the file and to its folder"


class DiskFailed(StorageUnavailable):
    """The disk reported an error, or the file was moved."""

    remedy = "see whether the disk is there, whole, and takes a file of that size"


class DatabaseUnreachable(StorageUnavailable):
    """The database server does not answer, or is out of connections."""

    remedy = "see whether it runs, and can be reached from here"


class DatabaseBusy(StorageUnavailable):
    """A statement waited too long for a lock, or ran into the server's time limit."""

    remedy = "see in pg_stat_activity what holds it up"


class ForeignFile(StorageError):
    """The database belongs to another program; it was not changed."""


class ShardsTaken(StorageError):
    """Another process on this database holds one of the shards."""


class PoolerRefused(StorageError):
    """A pooler switches server connections after each transaction."""

    words = (
        "a pooler stands before this server that keeps no connection and no settings for the bot"
        " (transaction pooling): name the address of PostgreSQL itself, or of a pooler with"
        " pool_mode = session"
    )


class IncompleteCopy(StorageError):
    words = (
        "a copy of another database was begun here and is not whole; end it by the same"
        " `carcassonne copy`, or take it away"
    )


class NewerSchema(StorageError):
    """A newer version wrote the database; it was not changed."""


class OlderSchema(StorageError):
    """An older version wrote the database, and it is not migrated yet."""


class Conflict(StorageError):
    """Another writer wrote this entry first: read the game again."""


class GameFinished(StorageError):
    """The game is finished, and the call does not reopen it."""


class NoSuchGame(StorageError):
    """No game has this number."""


class Duplicate(StorageError):
    """The request was already written: Discord delivered an interaction twice."""


class ChannelBusy(StorageError):
    def __init__(self, channel: int, game: int) -> None:
        super().__init__(f"game {game} is running in channel {channel} already")
        self.channel = channel
        self.game = game


ASYNCPG_MISSING: Final = (
    "for PostgreSQL the package asyncpg is needed: pip install 'carcassonne-discord[postgres]'"
)
