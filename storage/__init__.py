"""An append-only log of text lines, in SQLite or PostgreSQL; it knows no rules of the games."""

from storage.absences import Absence, Absences
from storage.cards import CardRow, Cards
from storage.database import Database, Synchronous
from storage.departures import Departures, Gone
from storage.directs import Directs
from storage.errors import (
    ChannelBusy,
    Conflict,
    DamagedFile,
    DiskFailed,
    DiskFull,
    Duplicate,
    FileBusy,
    ForeignFile,
    GameFinished,
    NewerSchema,
    NoSuchGame,
    OutOfReach,
    ReadOnlyFile,
    ServerAway,
    StorageError,
)
from storage.forgetting import Forgetting, Kept, Line
from storage.identifies import Identifies
from storage.invitations import Invitation, Invitations
from storage.keepsakes import Keepsakes
from storage.log import Log
from storage.opening import open_database
from storage.part import WHOLE, Part
from storage.preferences import Preferences
from storage.rows import EntryRow, GameRow, NewEntry, PostRow
from storage.schedule import Claim, Due, Schedule
from storage.servers import Servers
from storage.standings import Missed, Standing, StandingRow, Standings
from storage.tellings import Mark, Tellings

__all__ = [
    "WHOLE",
    "Absence",
    "Absences",
    "CardRow",
    "Cards",
    "ChannelBusy",
    "Claim",
    "Conflict",
    "DamagedFile",
    "Database",
    "Departures",
    "Directs",
    "DiskFailed",
    "DiskFull",
    "Due",
    "Duplicate",
    "EntryRow",
    "FileBusy",
    "ForeignFile",
    "Forgetting",
    "GameFinished",
    "GameRow",
    "Gone",
    "Identifies",
    "Invitation",
    "Invitations",
    "Keepsakes",
    "Kept",
    "Line",
    "Log",
    "Mark",
    "Missed",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "OutOfReach",
    "Part",
    "PostRow",
    "Preferences",
    "ReadOnlyFile",
    "Schedule",
    "ServerAway",
    "Servers",
    "Standing",
    "StandingRow",
    "Standings",
    "StorageError",
    "Synchronous",
    "Tellings",
    "open_database",
]
