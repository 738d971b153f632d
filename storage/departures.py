"""Departed servers and channels: recorded first, and deleted with their games later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from storage.database import Database, Execute
from storage.erasure import DELETE_GAME, DELETE_GUILD, ERASE_USER
from storage.records import name_of

Kind = Literal["server", "channel"]
_USERS_OF_NO_OTHER_GAME: Final = (
    "SELECT user FROM actors WHERE user IS NOT NULL"
    " AND id IN (SELECT actor FROM entries WHERE game = ?)"
    " AND NOT EXISTS (SELECT 1 FROM entries WHERE actor = actors.id AND game <> ?)"
)
_COLUMN: Final[dict[Kind, str]] = {"server": "guild", "channel": "channel"}


@dataclass(frozen=True, slots=True)
class Departure:
    """A server that removed the bot, or a deleted channel, since a Unix time."""

    kind: Kind
    place: int
    since: float


class Departures:
    """Departed places; games are deleted only with them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark_gone(self, kind: Kind, place: int) -> None:
        """Record a departure; an earlier record keeps its time."""
        now = self._database.clock()

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO departures VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (kind, place, now)
            )

        await self._database.write(work, f"{kind} {place} is gone")

    async def mark_back(self, kind: Kind, place: int) -> bool:
        """Return True if the place was gone."""

        async def work(execute: Execute) -> bool:
            sql = "DELETE FROM departures WHERE kind = ? AND place = ? RETURNING since"
            return bool(await execute(sql, (kind, place)))

        return await self._database.write(work, f"{kind} {place} is back")

    async def all(self) -> tuple[Departure, ...]:
        """Departed places, oldest first."""
        sql = "SELECT kind, place, since FROM departures ORDER BY since"
        rows = await self._database.read(sql)
        return tuple(Departure(*row) for row in rows)

    async def places(self) -> tuple[tuple[int, int], ...]:
        """Distinct (server, channel) of the games and cups in this process's shards."""
        shards = self._database.shards.where("guild")
        rows = await self._database.read(
            f"SELECT DISTINCT guild, channel FROM games WHERE {shards} ORDER BY guild, channel"
        )
        return tuple((guild, channel) for guild, channel in rows)

    async def servers(self) -> tuple[int, ...]:
        """This process's servers with games, cups or settings."""
        shards = self._database.shards.where("guild")
        sql = (
            f"SELECT guild FROM games WHERE {shards}"
            f" UNION SELECT guild FROM key_values WHERE guild IS NOT NULL AND {shards}"
            " ORDER BY guild"
        )
        return tuple(guild for [guild] in await self._database.read(sql))

    async def delete(self, kind: Kind, place: int, reason: str) -> tuple[int, ...]:
        """Delete a departed place with its cups and games, and return the game numbers.

        Each deletion is recorded with its reason. Raise StorageError if the place is not gone; some
        games may be deleted by then.
        """
        sql = f"SELECT id FROM games WHERE {_COLUMN[kind]} = ? ORDER BY id"
        games = tuple(game for [game] in await self._database.read(sql, (place,)))
        for game in games:
            # One write per game: players of other games wait for the writer meanwhile.
            await self._delete(game, reason)

        async def work(execute: Execute) -> None:
            if kind == "server":
                for statement in DELETE_GUILD:
                    await execute(statement, (place,))
            await execute("DELETE FROM departures WHERE kind = ? AND place = ?", (kind, place))

        await self._database.write(work, f"forgetting {kind} {place}")
        await self._database.purge()
        return tuple(game for game in games if game > 0)

    async def _delete(self, game: int, reason: str) -> None:
        now = self._database.clock()

        async def work(execute: Execute) -> None:
            # A trigger erases these users from the log only, not from the other tables.
            for [user] in await execute(_USERS_OF_NO_OTHER_GAME, (game, game)):
                for statement in ERASE_USER:
                    await execute(statement, (user,))
            for statement in DELETE_GAME:
                await execute(statement, (game,))
            await execute("INSERT INTO deletions VALUES (?, ?, ?)", (game, now, reason))

        await self._database.write(work, f"deleting {name_of(game)}")
