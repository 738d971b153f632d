"""The reminder that is posted in the channel of each game: its message."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute

DELETE_GAME: Final = ("DELETE FROM reminder_posts WHERE game = ?",)


class ReminderPosts:
    """The posted reminders of a database, at most one for each game."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: int) -> int | None:
        """Read the message of the posted reminder of a game; None if there is none."""
        sql = "SELECT message FROM reminder_posts WHERE game = ?"
        rows = await self._database.read(sql, (game,))
        return int(rows[0][0]) if rows else None

    async def save(self, game: int, message: int) -> None:
        """Record the message of the posted reminder of a game."""

        async def work(execute: Execute) -> None:
            await execute(
                "INSERT INTO reminder_posts (game, message) VALUES (?, ?)"
                " ON CONFLICT (game) DO UPDATE SET message = excluded.message",
                (game, message),
            )

        await self._database.write(work, f"the reminder of game {game}")
