"""The tables that a copy has, digests of their rows, and the interface of source and target."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

from storage.records import Row

BATCH_ROWS: Final = 2_000
"""The number of rows in memory at a time."""


class Endpoint(ABC):
    """The source or target of a copy: blocking calls, and the SQL that both kinds share."""

    name: str
    """The address without its password, for an operator."""

    @abstractmethod
    def read(self, sql: str, parameters: Sequence[object] = ()) -> list[Row]:
        """Return all rows."""

    @abstractmethod
    def batches(self, sql: str) -> Iterator[list[Row]]:
        """Yield the rows in batches of BATCH_ROWS."""

    @abstractmethod
    def highest_number(self, table: str) -> int:
        """The highest number ever given to a row, deleted rows included."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """Open a transaction around a `with` block; an exception rolls it back."""

    @abstractmethod
    def execute_many(self, sql: str, rows: Sequence[Row]) -> None:
        """Run a statement once per row, within a transaction."""

    @abstractmethod
    def compact(self) -> None:
        """Free the disk space of overwritten rows, outside a transaction."""

    @abstractmethod
    def reserve_numbers(self, table: str, highest: int) -> None:
        """Make a table give only numbers above `highest`, within a transaction."""


@dataclass(frozen=True, slots=True)
class TableColumns:
    """A table's columns; `booleans` names the boolean ones."""

    name: str
    columns: tuple[str, ...]
    booleans: frozenset[str] = frozenset()

    @property
    def select(self) -> str:
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"

    @property
    def insert(self) -> str:
        marks = ", ".join("?" * len(self.columns))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks})"

    def with_booleans(self, row: Row) -> Row:
        """Convert booleans, which SQLite returns as numbers."""
        if not self.booleans:
            return row
        named = zip(self.columns, row, strict=True)
        return tuple(bool(value) if name in self.booleans else value for name, value in named)


def _table(name: str, columns: str, *booleans: str) -> TableColumns:
    return TableColumns(name, tuple(columns.split()), frozenset(booleans))


GAMES: Final = _table("games", "id guild channel posted finished started_at", "finished")
ENTRIES: Final = _table("entries", "game number actor text at crc")
POSTS: Final = _table("posts", "message game after number live", "live")
ACTORS: Final = _table("actors", "id user")
DELETIONS: Final = _table("deletions", "game at reason")
SETTINGS: Final = _table("settings", "key value")
ABSENCES: Final = _table("absences", "user began until")
LOG_TABLES: Final = (GAMES, ENTRIES, POSTS, ACTORS, DELETIONS)
"""The tables of the log: rows are deleted only with their game."""
OTHER_TABLES: Final = (
    _table("departures", "kind place since"),
    _table(
        "table_summaries",
        "game number version name phase language pace room turn since paused paused_until",
        "paused",
    ),
    _table("seats", "game seat user has_left new_tiles new_points", "has_left"),
    _table("dues", "key revision kind at game user text scheduled_at claimed_at attempts guild"),
    _table("notifications", "key kind game user at sent", "sent"),
    _table("invitations", "id game seat sitting invited asker granted at", "granted"),
    _table("invitation_consents", "invitation user"),
    _table("key_values", "kind guild user game key value"),
    _table("channel_votes", "game entry user moves at first_at"),
    _table("status_cards", "game message times_lost pin_state last_entry"),
    _table("results", "game number version ended_at facts"),
    _table("result_seats", "game seat actor facts"),
    _table("puzzles", "guild position game shipped line best day message revealed"),
    _table("puzzle_searches", "game"),
    _table("puzzle_solves", "guild day user moves lost at"),
    _table("direct_messages", "user nonce at"),
    _table("identify_slots", "bucket next_at"),
    _table("requests", "id"),
    _table("user_limits", "user kind arrival"),
    _table("channel_limits", "channel kind arrival"),
)
"""The tables other than the log, each after the tables that it refers to."""
TABLES: Final = (*LOG_TABLES, SETTINGS, ABSENCES, *OTHER_TABLES)
NUMBERED_TABLES: Final = ("games", "actors", "invitations")
"""The tables whose rows are numbered by the database; no number is used twice."""


@dataclass(frozen=True, slots=True)
class TableDigest:
    rows: int
    hash: int


def digest(table: TableColumns, batches: Iterable[Iterable[Row]]) -> TableDigest:
    """The digest of a table's rows, in any order.

    Databases sort text differently, so the hashes of the rows are added up.
    """
    rows = total = 0
    for batch in batches:
        for row in batch:
            text = repr(table.with_booleans(row)).encode(errors="surrogatepass")
            total += int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big")
            rows += 1
    return TableDigest(rows, total % 2**128)
