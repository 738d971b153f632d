"""An append-only log of text lines in SQLite; it knows no rules of the games."""

from storage.database import Database
from storage.errors import (
    ChannelBusy,
    Conflict,
    DamagedFile,
    Duplicate,
    ForeignFile,
    GameFinished,
    NewerSchema,
    NoSuchGame,
    StorageError,
)
from storage.invitations import Invitation, Invitations
from storage.log import Log
from storage.preferences import Preferences
from storage.rows import EntryRow, GameRow, NewEntry, PostRow

__all__ = [
    "ChannelBusy",
    "Conflict",
    "DamagedFile",
    "Database",
    "Duplicate",
    "EntryRow",
    "ForeignFile",
    "GameFinished",
    "GameRow",
    "Invitation",
    "Invitations",
    "Log",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "PostRow",
    "Preferences",
    "StorageError",
]
