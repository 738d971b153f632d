"""Which direct messages people were sent of late: nobody gets too many, whatever is restarted."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute

DAY: Final = 86_400.0
"""Seconds for which a message counts."""
FORGET: Final = ("DELETE FROM directs WHERE user = ?",)
DELETE_GAME: Final[tuple[str, ...]] = ()
EXPORT: Final = {"direct messages of late": "SELECT at FROM directs WHERE user = ? ORDER BY at"}
"""What is kept about a person, how it is forgotten, and what goes with a game: each takes one."""


class Directs:
    """The direct messages of the last day, by person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, user: int, nonce: str, most: int) -> bool:
        """Counts a message before it is sent; whether it is within so many of a day.

        One of a nonce that was counted already is, and counts no more.
        """

        async def work(execute: Execute) -> bool:
            now = self._database.clock()
            await self._database.hold(execute, f"direct messages to user {user}")
            # What the clock has not come to yet it was set back before: it must not count for ever.
            await execute(
                "DELETE FROM directs WHERE user = ? AND (at <= ? OR at > ?)", (user, now - DAY, now)
            )
            rows = await execute("SELECT nonce FROM directs WHERE user = ?", (user,))
            if (nonce,) in rows:
                return True
            if len(rows) >= most:
                return False
            await execute("INSERT INTO directs VALUES (?, ?, ?)", (user, nonce, now))
            return True

        return await self._database.write(work, "a direct message")

    async def give_back(self, user: int, nonce: str) -> None:
        """A message that did not arrive does not count."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM directs WHERE user = ? AND nonce = ?", (user, nonce))

        await self._database.write(work, "a direct message")
