"""Who may say at Discord's gateway who it is, and when: programs that share a token take turns."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute

AHEAD: Final = 3_600.0
"""Seconds beyond which a turn is not believed: the clock was set back since."""


class Identifies:
    """The turns of all programs on one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def turn(self, bucket: int, gap: float) -> float:
        """The next turn of a bucket, in Unix seconds, which nobody else is given.

        `gap` are the seconds from one turn of a bucket to the next.
        """

        async def work(execute: Execute) -> float:
            now = self._database.clock()
            # One that stands for ever keeps two programs from making the first turn at once.
            await execute(
                "INSERT INTO identifies VALUES (?, ?) ON CONFLICT DO NOTHING", (bucket, now)
            )
            [[turn]] = await execute(
                "UPDATE identifies SET next ="
                " CASE WHEN next BETWEEN ? AND ? THEN next ELSE ? END + ?"
                " WHERE bucket = ? RETURNING next",
                (now, now + AHEAD, now, gap, bucket),
            )
            return float(turn) - gap

        return await self._database.write(work, "a turn at the gateway")
