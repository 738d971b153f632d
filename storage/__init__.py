"""An append-only log of text lines in SQLite; it knows no rules of the games."""

from storage.cards import CardRow, Cards
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
from storage.log import Log
from storage.preferences import Preferences
from storage.rows import EntryRow, GameRow, NewEntry, PostRow
from storage.servers import Servers

__all__ = [
    "CardRow",
    "Cards",
    "ChannelBusy",
    "Conflict",
    "DamagedFile",
    "Database",
    "Duplicate",
    "EntryRow",
    "ForeignFile",
    "GameFinished",
    "GameRow",
    "Log",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "PostRow",
    "Preferences",
    "Servers",
    "StorageError",
]
