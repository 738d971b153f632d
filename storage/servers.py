"""How servers run their tables, by a name: kept for each until it is changed or the server goes."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute

DELETE_GUILD: Final = ("DELETE FROM servers WHERE guild = ?",)
"""What goes with a server that is deleted."""


class Servers:
    """What all servers in one database have said."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, guild: int) -> dict[str, str]:
        """What a server has said, by name."""
        sql = "SELECT key, value FROM servers WHERE guild = ? ORDER BY key"
        return dict(await self._database.read(sql, (guild,)))

    async def say(self, guild: int, key: str, value: str | None) -> None:
        """Keep what a server says in place of what it said before; None takes that back."""

        async def work(execute: Execute) -> None:
            if value is None:
                await execute("DELETE FROM servers WHERE guild = ? AND key = ?", (guild, key))
                return
            await execute(
                "INSERT INTO servers VALUES (?, ?, ?)"
                " ON CONFLICT (guild, key) DO UPDATE SET value = excluded.value",
                (guild, key, value),
            )

        await self._database.write(work, f"the server's {key}")

    async def unsay(self, guild: int) -> None:
        """All that a server has said is taken back."""

        async def work(execute: Execute) -> None:
            for sql in DELETE_GUILD:
                await execute(sql, (guild,))

        await self._database.write(work, "what a server says")
