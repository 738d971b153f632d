"""Private notes and settings of a user at one table, by a key; nobody else is ever shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from storage.database import Database, Execute

ERASE_USER: Final = ("DELETE FROM player_notes WHERE user = ?",)
DELETE_GAME: Final = ("DELETE FROM player_notes WHERE game = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "player_notes": "SELECT game, key, value FROM player_notes WHERE user = ? ORDER BY game, key"
}


class PlayerNotes:
    """The notes of all users of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int, game: int) -> dict[str, str]:
        """Read the notes of a user at one table, by key."""
        sql = "SELECT key, value FROM player_notes WHERE user = ? AND game = ? ORDER BY key"
        return dict(await self._database.read(sql, (user, game)))

    async def by_game(self, user: int, key: str) -> dict[int, str]:
        """Read the notes of a user under a key, by game."""
        sql = "SELECT game, value FROM player_notes WHERE user = ? AND key = ? ORDER BY game"
        return dict(await self._database.read(sql, (user, key)))

    async def by_user(self, game: int, key: str) -> dict[int, str]:
        """Read the notes of all users under a key at one table, by user."""
        sql = "SELECT user, value FROM player_notes WHERE game = ? AND key = ? ORDER BY user"
        return dict(await self._database.read(sql, (game, key)))

    async def save(self, user: int, game: int, key: str, value: str) -> None:
        """Save a note, replacing an earlier one; do nothing if the game was deleted."""

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO player_notes SELECT ?, id, ?, ? FROM games WHERE id = ?"
                " ON CONFLICT (user, game, key) DO UPDATE SET value = excluded.value",
                (user, key, value, game),
            )

        await self._database.write(work, f"the {key} at game {game}")

    async def delete(self, user: int, game: int, key: str) -> None:
        """Delete a note."""

        async def work(execute: Execute) -> None:
            sql = "DELETE FROM player_notes WHERE user = ? AND game = ? AND key = ?"
            await execute(sql, (user, game, key))

        await self._database.write(work, f"the {key} at game {game}")

    async def delete_in_all_games(self, user: int, key: str) -> None:
        """Delete the notes of a user under a key, at all tables."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM player_notes WHERE user = ? AND key = ?", (user, key))

        await self._database.write(work, f"the {key} of a user")
