"""The public names of storage: game logs, settings and schedules in SQLite or PostgreSQL."""

from storage.absences import Absence, Absences
from storage.channel_votes import ChannelVote, ChannelVotes
from storage.database import Database, Synchronous, Work
from storage.departures import Departure, Departures
from storage.erasure import Erasure, ExportedEntry, PersonalData
from storage.errors import (
    ChannelBusy,
    Conflict,
    DamagedFile,
    DatabaseBusy,
    DatabaseUnreachable,
    DiskFailed,
    DiskFull,
    Duplicate,
    FileBusy,
    ForeignFile,
    GameFinished,
    NewerSchema,
    NoSuchGame,
    ReadOnlyFile,
    ShardsTaken,
    StorageError,
    StorageUnavailable,
    UnstorableText,
)
from storage.invitations import Invitation, Invitations
from storage.key_values import (
    GuildSettings,
    KeyValues,
    PlayerNotes,
    Preferences,
    ReminderPosts,
    StandingOrders,
)
from storage.log import CupLog, Log
from storage.notifications import Notifications, Reservation, TurnNotice
from storage.opening import open_database
from storage.puzzles import Position, PuzzleRow, Puzzles, Solve
from storage.rate_limits import Bucket, Exhausted, IdentifySlots, SharedRateLimits
from storage.records import CUP, EntryRow, FirstNotice, GameRow, NewEntry, PostRow
from storage.results import ResultRow, Results, ResultSeat
from storage.schedule import Claim, Due, Schedule
from storage.shard_filter import ALL_SHARDS, ShardFilter
from storage.status_cards import CupCards, StatusCardRow, StoredStatusCards
from storage.table_summaries import SinceLastTurn, SummaryRow, TableSummaries, TableSummary
from storage.texts import is_storable

__all__ = [
    "ALL_SHARDS",
    "CUP",
    "Absence",
    "Absences",
    "Bucket",
    "ChannelBusy",
    "ChannelVote",
    "ChannelVotes",
    "Claim",
    "Conflict",
    "CupCards",
    "CupLog",
    "DamagedFile",
    "Database",
    "DatabaseBusy",
    "DatabaseUnreachable",
    "Departure",
    "Departures",
    "DiskFailed",
    "DiskFull",
    "Due",
    "Duplicate",
    "EntryRow",
    "Erasure",
    "Exhausted",
    "ExportedEntry",
    "FileBusy",
    "FirstNotice",
    "ForeignFile",
    "GameFinished",
    "GameRow",
    "GuildSettings",
    "IdentifySlots",
    "Invitation",
    "Invitations",
    "KeyValues",
    "Log",
    "NewEntry",
    "NewerSchema",
    "NoSuchGame",
    "Notifications",
    "PersonalData",
    "PlayerNotes",
    "Position",
    "PostRow",
    "Preferences",
    "PuzzleRow",
    "Puzzles",
    "ReadOnlyFile",
    "ReminderPosts",
    "Reservation",
    "ResultRow",
    "ResultSeat",
    "Results",
    "Schedule",
    "ShardFilter",
    "ShardsTaken",
    "SharedRateLimits",
    "SinceLastTurn",
    "Solve",
    "StandingOrders",
    "StatusCardRow",
    "StorageError",
    "StorageUnavailable",
    "StoredStatusCards",
    "SummaryRow",
    "Synchronous",
    "TableSummaries",
    "TableSummary",
    "TurnNotice",
    "UnstorableText",
    "Work",
    "is_storable",
    "open_database",
]
