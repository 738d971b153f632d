"""The settings of servers, by key, kept until the server removes the bot."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute

DELETE_GUILD: Final = ("DELETE FROM guild_settings WHERE guild = ?",)
"""Statements that delete the settings of a server, each with the server's id."""


class GuildSettings:
    """The settings of all servers of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> dict[str, str]:
        """Read the settings of a server, by key."""
        sql = "SELECT key, value FROM guild_settings WHERE guild = ? ORDER BY key"
        return dict(await self._database.read(sql, (guild,)))

    async def with_value(self, key: str, value: str) -> tuple[int, ...]:
        """Read the servers that have set a key to a value."""
        sql = "SELECT guild FROM guild_settings WHERE key = ? AND value = ? ORDER BY guild"
        return tuple(guild for [guild] in await self._database.read(sql, (key, value)))

    async def save(self, guild: int, key: str, value: str | None) -> None:
        """Save a setting, replacing an earlier value; None deletes the setting."""

        async def work(execute: Execute) -> None:
            if value is None:
                sql = "DELETE FROM guild_settings WHERE guild = ? AND key = ?"
                await execute(sql, (guild, key))
                return
            await execute(
                "INSERT INTO guild_settings VALUES (?, ?, ?)"
                " ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value",
                (guild, key, value),
            )

        await self._database.write(work, f"the server's {key}")

    async def delete_all(self, guild: int) -> None:
        """Delete all settings of a server."""

        async def work(execute: Execute) -> None:
            for sql in DELETE_GUILD:
                await execute(sql, (guild,))

        await self._database.write(work, "the settings of a server")
