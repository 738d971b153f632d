"""Export and erasure of a user's data, and deletion of the data of a game or a server.

Each module of `storage` declares the statements for its own tables: `ERASE_USER` and `EXPORT` for
a user, `DELETE_GAME` for a game, `DELETE_GUILD` for a server. A module with the first two is in
`_MODULES_WITH_USERS`, one with the third in `_MODULES_WITH_GAMES`; `DELETE_GUILD` below lists the
statements for a server. Tests fail if a table with a user, a game or a server has no such
statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from storage import (
    absences,
    channel_votes,
    invitations,
    key_values,
    notifications,
    puzzles,
    rate_limits,
    results,
    schedule,
    status_cards,
    table_summaries,
)
from storage.database import Database, Execute

_MODULES_WITH_USERS: Final = (
    absences,
    channel_votes,
    notifications,
    invitations,
    key_values,
    puzzles,
    rate_limits,
    results,
    schedule,
    table_summaries,
)
_MODULES_WITH_GAMES: Final = (
    channel_votes,
    status_cards,
    invitations,
    key_values,
    schedule,
    table_summaries,
    notifications,
    results,
    puzzles,
)

ERASE_USER: Final[tuple[str, ...]] = tuple(
    sql for module in _MODULES_WITH_USERS for sql in module.ERASE_USER
)
"""Statements that erase a user, each with one parameter: the Discord user id."""
_EXPORT_ORDER: Final = (
    *("absences", "channel_votes", "cup_entries", "messages", "direct_messages", "invitations"),
    *("invitation_consents", "player_notes", "settings", "puzzles", "rate_limits", "results"),
    *("dues", "standing_orders", "tables"),
)
ENTRIES_OF_USER: Final = (
    "SELECT game, guild, channel, finished, started_at, number, text, at FROM actors"
    " JOIN entries ON entries.actor = actors.id JOIN games ON games.id = game"
    " WHERE user = ? AND game > 0 ORDER BY game, number"
)
_CUP_ENTRIES_OF_USER: Final = (
    "SELECT -game AS cup, guild, channel, number, text, at FROM actors"
    " JOIN entries ON entries.actor = actors.id JOIN games ON games.id = game"
    " WHERE user = ? AND game < 0 ORDER BY cup, number"
)
EXPORT: Final[Mapping[str, str]] = dict(
    sorted(
        (
            ("cup_entries", _CUP_ENTRIES_OF_USER),
            *(item for module in _MODULES_WITH_USERS for item in module.EXPORT.items()),
        ),
        key=lambda item: _EXPORT_ORDER.index(item[0]),
    )
)
"""Queries for a user's data outside the log of games, by name, each with the Discord user id."""
DELETE_GAME: Final[tuple[str, ...]] = tuple(
    sql for module in _MODULES_WITH_GAMES for sql in module.DELETE_GAME
)
"""Statements that delete a game's data outside the log, each with the game's number."""
DELETE_GUILD: Final[tuple[str, ...]] = (
    *key_values.DELETE_GUILD,
    *schedule.DELETE_GUILD,
    *puzzles.DELETE_GUILD,
)
"""Statements that delete the data of a server, each with the server's id."""

NamedRow = Mapping[str, Any]
"""A row as a mapping of column names to values."""


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """A log entry by a user, and its game; times in Unix seconds, `finished` 0 or 1."""

    game: int
    guild: int
    channel: int
    finished: int
    started_at: float
    number: int
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class PersonalData:
    """A user's data: log entries, and rows of other tables by `EXPORT` name."""

    entries: tuple[ExportedEntry, ...]
    rows: Mapping[str, tuple[NamedRow, ...]]


class Erasure:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def export(self, user: int) -> PersonalData:
        entries = tuple(
            ExportedEntry(*row) for row in await self._database.read(ENTRIES_OF_USER, (user,))
        )
        rows = {
            name: tuple(await self._database.read_named(query, (user,)))
            for name, query in EXPORT.items()
        }
        return PersonalData(entries, rows)

    async def erase(self, user: int) -> int:
        """Erase a user everywhere. Return 1 if a log actor named the user, else 0.

        The entries stay, but their actor names no user; the user's next entry gets a new actor. All
        other data about the user is deleted, also from the free space of the file and its
        write-ahead log.
        """

        async def work(execute: Execute) -> int:
            for statement in ERASE_USER:
                await execute(statement, (user,))
            sql = "UPDATE actors SET user = NULL WHERE user = ? RETURNING id"
            return len(await execute(sql, (user,)))

        erased = await self._database.write(work, "erasing a user")
        await self._database.purge()
        return erased
