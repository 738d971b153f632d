"""Slots for IDENTIFY at Discord's gateway: processes with one token must take turns."""

from __future__ import annotations

from typing import Final

from storage.database import Database, Execute
from storage.durations import HOUR

MAX_WAIT_SECONDS: Final = HOUR
"""A slot further in the future is ignored: the clock was set back since it was stored."""


class IdentifySlots:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self, bucket: int, gap_seconds: float) -> float:
        """Reserve the next slot of a rate limit bucket and return its Unix time.

        Slots are `gap_seconds` apart.
        """

        async def work(execute: Execute) -> float:
            now = self._database.clock()
            # Never deleted, so that two processes cannot both insert a first slot.
            await execute(
                "INSERT INTO identify_slots VALUES (?, ?) ON CONFLICT DO NOTHING", (bucket, now)
            )
            [[following]] = await execute(
                "UPDATE identify_slots SET next_at ="
                " CASE WHEN next_at BETWEEN ? AND ? THEN next_at ELSE ? END + ?"
                " WHERE bucket = ? RETURNING next_at",
                (now, now + MAX_WAIT_SECONDS, now, gap_seconds, bucket),
            )
            return float(following) - gap_seconds

        return await self._database.write(work, "a slot at the gateway")
