"""The settings of users for all tables, by key, kept until the user is erased."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from storage.database import Database, Execute

ERASE_USER: Final = ("DELETE FROM preferences WHERE user = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "settings": "SELECT key, value FROM preferences WHERE user = ? ORDER BY key"
}


class Preferences:
    """The preferences of all users of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int) -> dict[str, str]:
        """Read the preferences of a user, by key."""
        sql = "SELECT key, value FROM preferences WHERE user = ? ORDER BY key"
        return dict(await self._database.read(sql, (user,)))

    async def save(self, user: int, key: str, value: str) -> None:
        """Save a preference, replacing an earlier value."""
        await self._database.write(
            lambda execute: self.save_within(execute, user, key, value), f"the preference {key}"
        )

    async def save_within(self, execute: Execute, user: int, key: str, value: str) -> None:
        """Save a preference as `save` does, within the transaction of another write."""
        await execute(
            "INSERT INTO preferences VALUES (?, ?, ?)"
            " ON CONFLICT (user, key) DO UPDATE SET value = excluded.value",
            (user, key, value),
        )
