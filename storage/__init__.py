"""An append-only log of text lines in SQLite; it knows no rules of the games."""

from storage.absences import Absence, Absences
from storage.database import Database
from storage.directs import Directs
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

__all__ = [
    "Absence",
    "Absences",
    "ChannelBusy",
    "Conflict",
    "DamagedFile",
    "Database",
    "Directs",
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
    "StorageError",
]
