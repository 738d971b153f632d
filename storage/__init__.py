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
from storage.invitations import Invitation, Invitations
from storage.log import Log
from storage.preferences import Preferences
from storage.rows import EntryRow, GameRow, NewEntry, PostRow
from storage.schedule import Claim, Due, Schedule
from storage.standings import Missed, Standing, StandingRow, Standings
from storage.tellings import Mark, Tellings

__all__ = [
    "Absence",
    "Absences",
    "ChannelBusy",
    "Claim",
    "Conflict",
    "DamagedFile",
    "Database",
    "Directs",
    "Due",
    "Duplicate",
    "EntryRow",
    "ForeignFile",
    "GameFinished",
    "GameRow",
    "Invitation",
    "Invitations",
    "Log",
    "Mark",
    "Missed",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "PostRow",
    "Preferences",
    "Schedule",
    "Standing",
    "StandingRow",
    "Standings",
    "StorageError",
    "Tellings",
]
