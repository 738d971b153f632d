"""An append-only log of text lines in SQLite; it knows no rules of the games."""

from storage.database import Database
from storage.departures import Departures, Gone
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
from storage.forgetting import Forgetting, Kept, Line
from storage.log import Log
from storage.preferences import Preferences
from storage.rows import EntryRow, GameRow, NewEntry, PostRow

__all__ = [
    "ChannelBusy",
    "Conflict",
    "DamagedFile",
    "Database",
    "Departures",
    "Duplicate",
    "EntryRow",
    "ForeignFile",
    "Forgetting",
    "GameFinished",
    "GameRow",
    "Gone",
    "Kept",
    "Line",
    "Log",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "PostRow",
    "Preferences",
    "StorageError",
]
