"""An append-only log of text lines in SQLite; it knows no rules of the games."""

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
from storage.keepsakes import Keepsakes
from storage.log import Log
from storage.preferences import Preferences
from storage.rows import EntryRow, GameRow, NewEntry, PostRow
from storage.standings import Missed, Standing, StandingRow, Standings

__all__ = [
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
    "Keepsakes",
    "Log",
    "Missed",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "PostRow",
    "Preferences",
    "Standing",
    "StandingRow",
    "Standings",
    "StorageError",
]
