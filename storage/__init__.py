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
from storage.schedule import Claim, Due, Schedule
from storage.tellings import Mark, Tellings

__all__ = [
    "ChannelBusy",
    "Claim",
    "Conflict",
    "DamagedFile",
    "Database",
    "Departures",
    "Due",
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
    "Mark",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "PostRow",
    "Preferences",
    "Schedule",
    "StorageError",
    "Tellings",
]
