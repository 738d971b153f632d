"""What people keep for themselves at a table, by a name: nobody else is ever shown it."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute

FORGET: Final = ("DELETE FROM keepsakes WHERE user = ?",)
DELETE_GAME: Final = ("DELETE FROM keepsakes WHERE game = ?",)
EXPORT: Final = {
    "keepsakes": "SELECT game, key, value FROM keepsakes WHERE user = ? ORDER BY game, key"
}
"""How a person is forgotten, what goes with a game, what is kept about a person: each takes one."""


class Keepsakes:
    """What all people keep at the tables of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int, game: int) -> dict[str, str]:
        """What a person keeps at a table, by name."""
        sql = "SELECT key, value FROM keepsakes WHERE user = ? AND game = ? ORDER BY key"
        return dict(await self._database.read(sql, (user, game)))

    async def everywhere(self, user: int, key: str) -> dict[int, str]:
        """What a person keeps by a name, by table."""
        sql = "SELECT game, value FROM keepsakes WHERE user = ? AND key = ? ORDER BY game"
        return dict(await self._database.read(sql, (user, key)))

    async def by_all(self, game: int, key: str) -> dict[int, str]:
        """What people keep at a table by a name, by person."""
        sql = "SELECT user, value FROM keepsakes WHERE game = ? AND key = ? ORDER BY user"
        return dict(await self._database.read(sql, (game, key)))

    async def keep(self, user: int, game: int, key: str, value: str) -> None:
        """Keep something in place of what was there; nothing at a table that is gone."""

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO keepsakes SELECT ?, id, ?, ? FROM games WHERE id = ?"
                " ON CONFLICT (user, game, key) DO UPDATE SET value = excluded.value",
                (user, key, value, game),
            )

        await self._database.write(work, f"the {key} at game {game}")

    async def drop(self, user: int, game: int, key: str) -> None:
        """Keep it no more."""

        async def work(execute: Execute) -> None:
            sql = "DELETE FROM keepsakes WHERE user = ? AND game = ? AND key = ?"
            await execute(sql, (user, game, key))

        await self._database.write(work, f"the {key} at game {game}")

    async def drop_everywhere(self, user: int, key: str) -> None:
        """Keep it at no table any more."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM keepsakes WHERE user = ? AND key = ?", (user, key))

        await self._database.write(work, f"the {key} of a person")
