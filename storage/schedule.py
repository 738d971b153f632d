"""The schedule: dues, rows that wake a job at a time, each claimed by one worker.

A due of a game or a server belongs to the server's process; any other due to any process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.records import Row

LEASE_SECONDS: Final = 120.0
"""The time after which a claimed due may be claimed by another worker."""
CLOCK_TOLERANCE_SECONDS: Final = 60.0
"""The tolerance for future times of scheduling; beyond it the clock was set back."""
ERASE_USER: Final = ("DELETE FROM dues WHERE user = ?",)
DELETE_GAME: Final = ("DELETE FROM dues WHERE game = ?",)
DELETE_GUILD: Final = ("DELETE FROM dues WHERE guild = ?",)
"""Statements that delete the dues of a server, each with the server's id."""
EXPORT: Final[Mapping[str, str]] = {
    "dues": "SELECT kind, at, game, text FROM dues WHERE user = ? ORDER BY at, key"
}

_DUES: Final = "SELECT key, kind, at, game, user, text, guild, revision, attempts FROM dues"


@dataclass(frozen=True, slots=True)
class Due:
    """A row that wakes a job at a Unix time; `kind` says what `game`, `user` and `text` mean.

    A later due with the same `key` replaces it. `guild` is set for a due without a game that only
    the server's process may claim.
    """

    key: str
    kind: str
    at: float
    game: int | None = None
    user: int | None = None
    text: str = ""
    guild: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A due claimed at a Unix time, after `attempts` failed attempts."""

    due: Due
    revision: int
    attempts: int
    claimed_at: float


class Schedule:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, due: Due) -> None:
        """Replace the due with the same key."""
        await self._database.write(lambda execute: self.put_within(execute, due), due.key)

    async def put_within(self, execute: Execute, due: Due) -> None:
        """`put` within another write's transaction."""
        await self._put(execute, due)

    async def wake(self, due: Due) -> None:
        """Move a due to this time or earlier, keeping its stored `text`; store a missing one."""
        await self._database.write(lambda execute: self.wake_within(execute, due), due.key)

    async def wake_within(self, execute: Execute, due: Due) -> None:
        """`wake` within another write's transaction."""
        await self._put(execute, due, wake=True)

    async def drop(self, key: str) -> None:
        await self._database.write(lambda execute: self.drop_within(execute, key), key)

    async def drop_within(self, execute: Execute, key: str) -> None:
        await execute("DELETE FROM dues WHERE key = ?", (key,))

    async def of(self, key: str) -> Due | None:
        rows = await self._database.read(f"{_DUES} WHERE key = ?", (key,))
        return _due(rows[0]) if rows else None

    async def next_at(self) -> float | None:
        """Unix time of the next unclaimed due."""
        sql = f"SELECT min(at) FROM dues WHERE claimed_at IS NULL AND {self._ours()}"
        [[at]] = await self._database.read(sql)
        return None if at is None else float(at)

    async def count(self, now: float) -> tuple[int, int]:
        """Count all dues, and those that are due and unclaimed."""
        [[rows, overdue]] = await self._database.read(
            "SELECT count(*), count(*) FILTER (WHERE at <= ? AND claimed_at IS NULL) FROM dues"
            f" WHERE {self._ours()}",
            (now,),
        )
        return int(rows), int(overdue)

    async def claim(self, now: float, limit: int) -> tuple[Claim, ...]:
        """Claim up to `limit` due rows for LEASE_SECONDS, the oldest first.

        A claim not settled by then, because its process was killed, is given again. If the clock
        was set back, each due waits as long as it was scheduled for.
        """

        async def work(execute: Execute) -> tuple[Claim, ...]:
            await execute(
                "UPDATE dues SET at = at - (scheduled_at - ?), scheduled_at = ?"
                " WHERE scheduled_at > ?",
                (now, now, now + CLOCK_TOLERANCE_SECONDS),
            )
            rows = await execute(
                f"{_DUES} WHERE at <= ? AND (claimed_at IS NULL OR abs(? - claimed_at) > ?)"
                f" AND {self._ours()} ORDER BY at, key LIMIT ? {self._database.CLAIM_SUFFIX}",
                (now, now, LEASE_SECONDS, limit),
            )
            for key, *_ in rows:
                await execute("UPDATE dues SET claimed_at = ? WHERE key = ?", (now, key))
            return tuple(Claim(_due(row), row[-2], row[-1], now) for row in rows)

        # Usually no due is ready, and a read does not wait for writes.
        [[waiting]] = await self._database.read(
            f"SELECT EXISTS (SELECT 1 FROM dues WHERE at <= ? AND {self._ours()})"
            " OR EXISTS (SELECT 1 FROM dues WHERE scheduled_at > ?)",
            (now, now + CLOCK_TOLERANCE_SECONDS),
        )
        return await self._database.write(work, "the due jobs") if waiting else ()

    async def settle(self, claim: Claim, following: Due | None = None) -> None:
        """Finish a claimed due; `following` is the next due with the same key, if any.

        If a due was stored under the key after the claim, or another worker has claimed it because
        this one took LEASE_SECONDS, the stored due stays and `following` is dropped.
        """
        if following is not None and following.key != claim.due.key:
            raise ValueError(f"{claim.due.key} is not followed by {following.key}")

        async def work(execute: Execute) -> None:
            # One statement: a due stored between two would be deleted with the claim.
            sql = "DELETE FROM dues WHERE key = ? AND revision = ? AND claimed_at = ? RETURNING key"
            if not await execute(sql, (claim.due.key, claim.revision, claim.claimed_at)):
                await _release(execute, claim)
            elif following is not None:
                await self._put(execute, following)

        await self._database.write(work, claim.due.key)

    async def postpone(self, claim: Claim, at: float) -> None:
        """Release a failed claim for a retry at a Unix time."""

        async def work(execute: Execute) -> None:
            sql = (
                "UPDATE dues SET at = ?, scheduled_at = ?, claimed_at = NULL,"
                " attempts = attempts + 1"
                " WHERE key = ? AND revision = ? AND claimed_at = ? RETURNING key"
            )
            now = self._database.clock()
            parameters = (at, now, claim.due.key, claim.revision, claim.claimed_at)
            if not await execute(sql, parameters):
                await _release(execute, claim)

        await self._database.write(work, claim.due.key)

    def _ours(self) -> str:
        shards = self._database.shards
        if shards.is_all:
            return "TRUE"
        mine = f"SELECT 1 FROM games WHERE games.id = dues.game AND {shards.where('guild')}"
        unbound = f"dues.game IS NULL AND (dues.guild IS NULL OR {shards.where('dues.guild')})"
        return f"({unbound} OR EXISTS ({mine}))"

    async def _put(self, execute: Execute, due: Due, *, wake: bool = False) -> None:
        # A claim stays, so that two workers never have one key at once.
        replace = "kind = excluded.kind, at = excluded.at, game = excluded.game,"
        replace += " user = excluded.user, text = excluded.text, guild = excluded.guild"
        earlier = "at = CASE WHEN excluded.at < dues.at THEN excluded.at ELSE dues.at END"
        await execute(
            "INSERT INTO dues (key, kind, at, game, user, text, guild, scheduled_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (key) DO UPDATE SET revision = dues.revision + 1,"
            f" {earlier if wake else replace}, scheduled_at = excluded.scheduled_at, attempts = 0",
            (
                *(due.key, due.kind, due.at, due.game, due.user, due.text, due.guild),
                self._database.clock(),
            ),
        )


async def _release(execute: Execute, claim: Claim) -> None:
    """Release a claim, if it is still this one, of a due stored again since."""
    sql = "UPDATE dues SET claimed_at = NULL WHERE key = ? AND claimed_at = ?"
    await execute(sql, (claim.due.key, claim.claimed_at))


def _due(row: Row) -> Due:
    return Due(*row[:7])
