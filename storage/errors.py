"""What storage refuses, whichever database it is."""

from __future__ import annotations

from typing import Final


class StorageError(Exception):
    """Something could not be stored or read; the message is fit for an operator."""


class DamagedFile(StorageError):
    """What should hold the games is no database, or a corrupt one; it was left as it is."""

    remedy = "bring back a copy: docs/operations.md says how"


class OutOfReach(StorageError):
    """Something is in the way: nothing was written, and later it may work."""

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


class ServerAway(OutOfReach):
    """The server with the database does not answer, or takes nobody else."""

    remedy = "see whether it runs, and can be reached from here"


class ForeignFile(StorageError):
    """It is a database of another program; it was left as it is."""


class HalfCopy(StorageError):
    """A copy was begun here and is not whole."""

    words = (
        "a copy of another database was begun here and is not whole; end it by the same"
        " `python -m storage copy`, or take it away"
    )


class NewerSchema(StorageError):
    """The database was written by a newer version of this program; it was left as it is."""


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


MISSING: Final = (
    "for PostgreSQL the package asyncpg is needed: pip install 'carcassonne-discord[postgres]'"
)
