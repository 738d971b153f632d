"""Errors of storage, the same for each kind of database."""

from __future__ import annotations

from typing import Final


class StorageError(Exception):
    """An error while storing or reading; its message is meant for an operator."""


class UnstorableText(StorageError):
    """A text has a character that not every database can store."""


class DamagedFile(StorageError):
    """The file is no database, or a damaged one; it was not changed."""

    remedy = "bring back a copy: docs/hosting.md says how"


class StorageUnavailable(StorageError):
    """The database cannot be used now: nothing was written, and a later try may succeed."""

    remedy: str


class DiskFull(StorageUnavailable):
    remedy = "make room on the disk"


class FileBusy(StorageUnavailable):
    """Another program locked the file for longer than the timeout."""

    remedy = "end the other program that uses it"


class ReadOnlyFile(StorageUnavailable):
    """The file, its folder or its disk does not take writes from this program."""

    remedy = "let the user who runs this write to the file and to its folder"


class DiskFailed(StorageUnavailable):
    """The disk reported an error, or the file was moved."""

    remedy = "see whether the disk is there, whole, and takes a file of that size"


class DatabaseUnreachable(StorageUnavailable):
    """The database server does not answer, or accepts no more connections."""

    remedy = "see whether it runs, and can be reached from here"


class DatabaseBusy(StorageUnavailable):
    """A statement waited too long for a lock, or took longer than the server allows."""

    remedy = "see in pg_stat_activity what holds it up"


class ForeignFile(StorageError):
    """The database belongs to another program; it was not changed."""


class ShardsTaken(StorageError):
    """Another process on this database has one of the shards."""


class PoolerRefused(StorageError):
    """A pooler before the server hands its connections on after each transaction."""

    words = (
        "a pooler stands before this server that keeps no connection and no settings for the bot"
        " (transaction pooling): name the address of PostgreSQL itself, or of a pooler with"
        " pool_mode = session"
    )


class IncompleteCopy(StorageError):
    """The database is an unfinished copy of another one."""

    words = (
        "a copy of another database was begun here and is not whole; end it by the same"
        " `carcassonne copy`, or take it away"
    )


class NewerSchema(StorageError):
    """The database was written by a newer version of this program; it was not changed."""


class OlderSchema(StorageError):
    """The database was written by an older version of this program, and is not migrated yet."""


class Conflict(StorageError):
    """Another writer wrote this entry first: read the game again."""


class GameFinished(StorageError):
    """The game is finished, and the call does not reopen it."""


class NoSuchGame(StorageError):
    """No game has this number."""


class Duplicate(StorageError):
    """The request was written before: Discord delivered an interaction twice."""


class ChannelBusy(StorageError):
    """The channel has another unfinished game."""

    def __init__(self, channel: int, game: int) -> None:
        super().__init__(f"game {game} is running in channel {channel} already")
        self.channel = channel
        self.game = game


ASYNCPG_MISSING: Final = (
    "for PostgreSQL the package asyncpg is needed: pip install 'carcassonne-discord[postgres]'"
)
