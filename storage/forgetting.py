"""What is kept about a person, game or server, all tables together: read, given out, forgotten.

Each module that keeps something says here how it is forgotten; a test walks the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from storage import (
    absences,
    cards,
    directs,
    invitations,
    keepsakes,
    preferences,
    schedule,
    servers,
    standings,
    tellings,
)
from storage.database import Database, Execute

_PERSONAL: Final = (
    *(absences, directs, invitations, keepsakes, preferences, schedule, standings, tellings),
)
_OF_GAMES: Final = (cards, invitations, keepsakes, schedule, standings, tellings)

FORGET: Final[tuple[str, ...]] = tuple(sql for each in _PERSONAL for sql in each.FORGET)
"""Statements that forget a person, each with one `?`, their Discord user id."""
EXPORT: Final[Mapping[str, str]] = {
    name: query for each in _PERSONAL for name, query in each.EXPORT.items()
}
"""What is kept about a person beside the log, by what it is: queries with one `?`, as above."""
DELETE_GAME: Final[tuple[str, ...]] = tuple(sql for each in _OF_GAMES for sql in each.DELETE_GAME)
"""Statements that delete what is kept about a game beside the log, each with one `?`."""
DELETE_SERVER: Final[tuple[str, ...]] = servers.DELETE_GUILD
"""The same for a server."""

Columns = Mapping[str, Any]
"""The columns of a row by their names."""

LINES: Final = (
    "SELECT game, guild, channel, finished, started_at, number, text, at FROM actors"
    " JOIN entries ON entries.actor = actors.id JOIN games ON games.id = game"
    " WHERE user = ? ORDER BY game, number"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a person wrote, and the game it is of; times are in Unix seconds.

    `finished` is 0 or 1.
    """

    game: int
    guild: int
    channel: int
    finished: int
    started_at: float
    number: int
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Kept:
    """All that is kept about a person: their lines of the log, and rows by what they are."""

    lines: tuple[Line, ...]
    rows: Mapping[str, tuple[Columns, ...]]


class Forgetting:
    """Persons as one database knows them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kept(self, user: int) -> Kept:
        """All that is kept about a person."""
        lines = tuple(Line(*row) for row in await self._database.read(LINES, (user,)))
        rows = {
            name: tuple(await self._database.named(query, (user,)))
            for name, query in EXPORT.items()
        }
        return Kept(lines, rows)

    async def forget(self, user: int) -> int:
        """Forget who this user was in all games, and say of how many actors.

        The entries stay; the next entry of the same person is that of a stranger. Whatever else
        was kept about them is gone, from the free space of the file and from its journal too.
        """

        async def work(execute: Execute) -> int:
            for statement in FORGET:
                await execute(statement, (user,))
            sql = "UPDATE actors SET user = NULL WHERE user = ? RETURNING id"
            return len(await execute(sql, (user,)))

        forgotten = await self._database.write(work, "forgetting a person")
        await self._database.purge()
        return forgotten
