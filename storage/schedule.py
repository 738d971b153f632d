"""The schedule: dues, which are rows that wake a job at a time, each claimed by one worker.

A due of a game or a server belongs to the process of the server; any other due to any process.
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

    A later due with the same `key` replaces it. `guild` is the server of a due without a game that
    only the process of that server may claim.
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
    """A due claimed by one worker at a Unix time, after `attempts` failed attempts."""

    due: Due
    revision: int
    attempts: int
    claimed_at: float


class Schedule:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, due: Due) -> None:
        """Store a due in place of one with the same key."""
        await self._database.write(lambda execute: self.put_within(execute, due), due.key)

    async def put_within(self, execute: Execute, due: Due) -> None:
        """Store a due as `put` does, within the transaction of another write."""
        await self._put(execute, due)

    async def wake(self, due: Due) -> None:
        """Set a due to its time or earlier, and keep the stored `text` of its key.

        A due that is not stored is stored as given.
        """
        await self._database.write(lambda execute: self.wake_within(execute, due), due.key)

    async def wake_within(self, execute: Execute, due: Due) -> None:
        """Set a due as `wake` does, within the transaction of another write."""
        await self._put(execute, due, wake=True)

    async def drop(self, key: str) -> None:
        await self._database.write(lambda execute: self.drop_within(execute, key), key)

    async def drop_within(self, execute: Execute, key: str) -> None:
        """Delete a due within the transaction of another write."""
        await execute("DELETE FROM dues WHERE key = ?", (key,))

    async def of(self, key: str) -> Due | None:
        rows = await self._database.read(f"{_DUES} WHERE key = ?", (key,))
        return _due(rows[0]) if rows else None

    async def next_at(self) -> float | None:
        """Read the Unix time of the next due that is not claimed."""
        sql = f"SELECT min(at) FROM dues WHERE claimed_at IS NULL AND {self._ours()}"
        [[at]] = await self._database.read(sql)
        return None if at is None else float(at)

    async def count(self, now: float) -> tuple[int, int]:
        """Count all dues, and those whose time has come and that are not claimed."""
        [[rows, overdue]] = await self._database.read(
            "SELECT count(*), count(*) FILTER (WHERE at <= ? AND claimed_at IS NULL) FROM dues"
            f" WHERE {self._ours()}",
            (now,),
        )
        return int(rows), int(overdue)

    async def claim(self, now: float, limit: int) -> tuple[Claim, ...]:
        """Claim at most `limit` dues whose time has come for LEASE_SECONDS, the oldest first.

        A claim that is not settled by then, because its process was killed, is given again. If the
        clock was set back, each due waits as long as it was scheduled for.
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

        # Usually the time of no due has come, and a read does not wait for writes.
        [[waiting]] = await self._database.read(
            f"SELECT EXISTS (SELECT 1 FROM dues WHERE at <= ? AND {self._ours()})"
            " OR EXISTS (SELECT 1 FROM dues WHERE scheduled_at > ?)",
            (now, now + CLOCK_TOLERANCE_SECONDS),
        )
        return await self._database.write(work, "the due jobs") if waiting else ()

    async def settle(self, claim: Claim, following: Due | None = None) -> None:
        """Finish a claimed due; `following` is the next due with the same key, if any.

        A due that was stored under the key after the claim stays, and `following` is dropped; so
        it does where another worker has claimed the due, because this one took LEASE_SECONDS.
        """
        if following is not None and following.key != claim.due.key:
            raise ValueError(f"{claim.due.key} is not followed by {following.key}")

        async def work(execute: Execute) -> None:
            # One statement: a due that is stored between two would be deleted with the claim.
            sql = "DELETE FROM dues WHERE key = ? AND revision = ? AND claimed_at = ? RETURNING key"
            if not await execute(sql, (claim.due.key, claim.revision, claim.claimed_at)):
                await _release(execute, claim)
            elif following is not None:
                await self._put(execute, following)

        await self._database.write(work, claim.due.key)

    async def postpone(self, claim: Claim, at: float) -> None:
        """Release a claimed due after a failure, for a retry at a Unix time."""

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
        """The SQL condition for the dues of this process."""
        shards = self._database.shards
        if shards.is_all:
            return "TRUE"
        mine = f"SELECT 1 FROM games WHERE games.id = dues.game AND {shards.where('guild')}"
        unbound = f"dues.game IS NULL AND (dues.guild IS NULL OR {shards.where('dues.guild')})"
        return f"({unbound} OR EXISTS ({mine}))"

    async def _put(self, execute: Execute, due: Due, *, wake: bool = False) -> None:
        # A claim stays, so that two workers never have one key at the same time.
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
    """Release the claim of a due that was stored again since, if it is still this claim."""
    sql = "UPDATE dues SET claimed_at = NULL WHERE key = ? AND claimed_at = ?"
    await execute(sql, (claim.due.key, claim.claimed_at))


def _due(row: Row) -> Due:
    return Due(*row[:7])
