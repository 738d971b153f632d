"""The tables that every database of ours has, and a digest of what is in one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.records import Row

COPYING: Final = "copying"
"""The setting that a database has while it is the copy of another, and not yet a whole one."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table by its name and columns; `truths` are those of its columns that are true or false."""

    name: str
    columns: tuple[str, ...]
    truths: frozenset[str] = frozenset()

    @property
    def select(self) -> str:
        """The query for all its rows."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"

    @property
    def insert(self) -> str:
        """The statement that takes a row."""
        marks = ", ".join("?" * len(self.columns))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks})"

    def told(self, row: Row) -> Row:
        """A row with its truths as such: SQLite keeps them as numbers."""
        if not self.truths:
            return row
        named = zip(self.columns, row, strict=True)
        return tuple(bool(value) if name in self.truths else value for name, value in named)


def _table(name: str, columns: str, *truths: str) -> Table:
    return Table(name, tuple(columns.split()), frozenset(truths))


GAMES: Final = _table("games", "id guild channel posted finished started_at", "finished")
ENTRIES: Final = _table("entries", "game number actor text at crc")
POSTS: Final = _table("posts", "message game after number live", "live")
ACTORS: Final = _table("actors", "id user")
DELETIONS: Final = _table("deletions", "game at why")
SETTINGS: Final = _table("settings", "key value")
ABSENCES: Final = _table("absences", "user began until")
LOG: Final = (GAMES, ENTRIES, POSTS, ACTORS, DELETIONS)
"""Of these nothing is deleted but whole games."""
BESIDE: Final = (
    _table("gone", "kind place since"),
    _table("preferences", "user key value"),
    _table(
        "standings",
        "game number version name phase language pace room turn since paused paused_until",
        "paused",
    ),
    _table("seats", "game seat user out tiles gains", "out"),
    _table("dues", "key edition kind at game user text made claimed tries"),
    _table("notifications", "key kind game user at sent", "sent"),
    _table("invitations", "id game seat sitting invited asker granted at", "granted"),
    _table("invitation_consents", "invitation user"),
    _table("guild_settings", "guild key value"),
    _table("cards", "game message lost pinned told"),
    _table("player_notes", "user game key value"),
    _table("direct_messages", "user nonce at"),
    _table("identify_slots", "bucket next_at"),
    _table("requests", "id"),
)
"""What stands beside the log, each behind what it refers to."""
TABLES: Final = (*LOG, SETTINGS, ABSENCES, *BESIDE)
NUMBERED: Final = ("games", "actors", "invitations")
"""The tables whose rows are numbered by the database, no number twice."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What is in a table: how many rows, and a number that changes with any of them."""

    rows: int
    number: int


def digest(table: Table, batches: Iterable[Iterable[Row]]) -> Digest:
    """The digest of all rows of a table, in whatever order they come.

    Databases sort texts differently, so the digests of rows are added up.
    """
    rows = number = 0
    for batch in batches:
        for row in batch:
            text = repr(table.told(row)).encode("utf-8", "surrogatepass")
            number += int.from_bytes(hashlib.blake2b(text, digest_size=16).digest(), "big")
            rows += 1
    return Digest(rows, number % 2**128)
