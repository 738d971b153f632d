"""Rate limits (GCRA), and slots for IDENTIFY at Discord, shared by the processes on one database.

A row holds the theoretical arrival time of one user's or channel's requests of one kind. Once it is
past, the row means nothing, and `delete_full` removes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.durations import DAY, HOUR

ERASE_USER: Final = ("DELETE FROM user_limits WHERE user = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "rate_limits": "SELECT kind, arrival FROM user_limits WHERE user = ? ORDER BY kind"
}
USER, CHANNEL = "user", "channel"
_TABLES: Final = {USER: "user_limits", CHANNEL: "channel_limits"}
_TOLERANCE: Final = 1000
"""A request may come so small a part of its interval early, as times are rounded."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """The requests of one user or channel.

    Attributes:
        of: USER or CHANNEL.
        id: The Discord id.
        interval: The seconds until one more request is allowed.
        burst: The seconds until all requests are allowed again.
    """

    of: str
    id: int
    interval: float
    burst: float


@dataclass(frozen=True, slots=True)
class Exhausted:
    """A bucket that allows no request before Unix time `free_at`."""

    bucket: Bucket
    free_at: float


class SharedRateLimits:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, kind: str, buckets: Sequence[Bucket]) -> Exhausted | None:
        """Count a request in all buckets; if one is exhausted, return it and count none.

        `buckets` has users before channels, so that two writes never deadlock.
        """

        async def work(execute: Execute) -> None:
            now = self._database.clock()
            for bucket in buckets:
                await _take(execute, kind, bucket, now)

        try:
            await self._database.write(work, f"the rate limit of a {kind}")
        except _Refused as refused:
            return refused.exhausted
        return None

    async def give_back(self, kind: str, buckets: Sequence[Bucket]) -> None:
        async def work(execute: Execute) -> None:
            for bucket in buckets:
                await execute(
                    f"UPDATE {_TABLES[bucket.of]} SET arrival = arrival - ?"
                    f" WHERE {bucket.of} = ? AND kind = ?",
                    (bucket.interval, bucket.id, kind),
                )

        await self._database.write(work, f"the rate limit of a {kind}")

    async def delete_full(self) -> None:
        """Delete the rows of full limits, or from before the clock was set back."""

        async def work(execute: Execute) -> None:
            now = self._database.clock()
            for table in _TABLES.values():
                await execute(
                    f"DELETE FROM {table} WHERE arrival < ? OR arrival > ?", (now, now + DAY)
                )

        await self._database.write(work, "the rate limits that are full again")


class _Refused(Exception):
    """A bucket is exhausted; rolls back the write."""

    def __init__(self, exhausted: Exhausted) -> None:
        super().__init__(exhausted)
        self.exhausted = exhausted


async def _take(execute: Execute, kind: str, bucket: Bucket, now: float) -> None:
    """Count a request with one statement. Raise _Refused if the bucket is exhausted."""
    table, interval = _TABLES[bucket.of], bucket.interval
    # A clock set back must not make anybody wait longer than one full burst.
    longest = now + bucket.burst
    arrival = (
        f"CASE WHEN {table}.arrival < ? THEN ?"
        f" WHEN {table}.arrival > ? THEN ? ELSE {table}.arrival END + ?"
    )
    times = (now, now, longest, longest, interval)
    taken = await execute(
        f"INSERT INTO {table} ({bucket.of}, kind, arrival) VALUES (?, ?, ?)"
        f" ON CONFLICT ({bucket.of}, kind) DO UPDATE SET arrival = {arrival}"
        f" WHERE {arrival} <= ? RETURNING arrival",
        (bucket.id, kind, now + interval, *times, *times, longest + interval / _TOLERANCE),
    )
    if taken:
        return
    [[known]] = await execute(
        f"SELECT arrival FROM {table} WHERE {bucket.of} = ? AND kind = ?", (bucket.id, kind)
    )
    free_at = min(float(known), longest) + interval - bucket.burst
    raise _Refused(Exhausted(bucket, free_at))


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
