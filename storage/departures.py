"""Servers and channels that are gone: remembered for a while, then deleted with their games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from storage.database import Database, Execute
from storage.erasure import DELETE_GAME, DELETE_SERVER, FORGET

Kind = Literal["server", "channel"]
_PLAYED_NOWHERE_ELSE: Final = (
    "SELECT user FROM actors WHERE user IS NOT NULL"
    " AND id IN (SELECT actor FROM entries WHERE game = ?)"
    " AND NOT EXISTS (SELECT 1 FROM entries WHERE actor = actors.id AND game <> ?)"
)
_COLUMN: Final[dict[Kind, str]] = {"server": "guild", "channel": "channel"}


@dataclass(frozen=True, slots=True)
class Gone:
    """A server without the bot, or a deleted channel, since a time in Unix seconds."""

    kind: Kind
    place: int
    since: float


class Departures:
    """What is gone, and the only way in which games are deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leave(self, kind: Kind, place: int) -> None:
        """Note that a place is gone; where that is known, since when stays as it was."""
        now = self._database.clock()

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO gone VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (kind, place, now)
            )

        await self._database.write(work, f"{kind} {place} is gone")

    async def come_back(self, kind: Kind, place: int) -> bool:
        """Note that a place is there, and say whether it had been gone."""

        async def work(execute: Execute) -> bool:
            sql = "DELETE FROM gone WHERE kind = ? AND place = ? RETURNING since"
            return bool(await execute(sql, (kind, place)))

        return await self._database.write(work, f"{kind} {place} is back")

    async def gone(self) -> tuple[Gone, ...]:
        """All places that are gone, the one that has been for longest first."""
        rows = await self._database.read("SELECT kind, place, since FROM gone ORDER BY since")
        return tuple(Gone(*row) for row in rows)

    async def places(self) -> tuple[tuple[int, int], ...]:
        """Where there are games of this part: servers and channels."""
        ours = self._database.part.where("guild")
        rows = await self._database.read(f"SELECT DISTINCT guild, channel FROM games WHERE {ours}")
        return tuple((guild, channel) for guild, channel in rows)

    async def servers(self) -> tuple[int, ...]:
        """Of which servers of this part anything is kept."""
        ours = self._database.part.where("guild")
        sql = (
            f"SELECT guild FROM games WHERE {ours}"
            f" UNION SELECT guild FROM guild_settings WHERE {ours} ORDER BY guild"
        )
        return tuple(guild for [guild] in await self._database.read(sql))

    async def delete(self, kind: Kind, place: int, why: str) -> tuple[int, ...]:
        """Delete all games of a place that is gone, and forget the place; the games' numbers.

        Each goes whole and is written down, with the reason. Raises StorageError, where some may
        be deleted already, if the place is not gone.
        """
        sql = f"SELECT id FROM games WHERE {_COLUMN[kind]} = ? ORDER BY id"
        games = tuple(game for [game] in await self._database.read(sql, (place,)))
        for game in games:
            # One at a time: players elsewhere wait for the writer.
            await self._delete(game, why)

        async def work(execute: Execute) -> None:
            if kind == "server":
                for statement in DELETE_SERVER:
                    await execute(statement, (place,))
            await execute("DELETE FROM gone WHERE kind = ? AND place = ?", (kind, place))

        await self._database.write(work, f"forgetting {kind} {place}")
        await self._database.purge()
        return games

    async def _delete(self, game: int, why: str) -> None:
        now = self._database.clock()

        async def work(execute: Execute) -> None:
            # The database forgets who these were; with it goes what was kept for them.
            for [user] in await execute(_PLAYED_NOWHERE_ELSE, (game, game)):
                for statement in FORGET:
                    await execute(statement, (user,))
            for statement in DELETE_GAME:
                await execute(statement, (game,))
            await execute("INSERT INTO deletions VALUES (?, ?, ?)", (game, now, why))

        await self._database.write(work, f"deleting game {game}")
