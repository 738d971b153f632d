"""What people prefer, by a name: kept for each person until it is changed or they are forgotten."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from storage.database import Database, Execute

FORGET: Final = ("DELETE FROM preferences WHERE user = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "settings": "SELECT key, value FROM preferences WHERE user = ? ORDER BY key"
}


class Preferences:
    """The preferences of all people in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int) -> dict[str, str]:
        """What a person has said they prefer, by name."""
        sql = "SELECT key, value FROM preferences WHERE user = ? ORDER BY key"
        return dict(await self._database.read(sql, (user,)))

    async def prefer(self, user: int, key: str, value: str) -> None:
        """Keep what a person prefers, in place of what they preferred before."""

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO preferences VALUES (?, ?, ?)"
                " ON CONFLICT (user, key) DO UPDATE SET value = excluded.value",
                (user, key, value),
            )

        await self._database.write(work, f"the preference {key}")
