"""What is due when: rows that outlive the process, each worked on by one at a time.

A due of a game is its part's: who looks after that server. What is about no game anybody takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.records import Row

LEASE: Final = 120.0
"""Seconds for which a due is nobody else's, once claimed: after them who claimed it is gone."""
SET_BACK: Final = 60.0
"""Seconds by which a due may seem to be put in the future, before the clock is mistrusted."""
ERASE_USER: Final = ("DELETE FROM dues WHERE user = ?",)
"""What forgets a person, by user."""
DELETE_GAME: Final = ("DELETE FROM dues WHERE game = ?",)
"""What deletes a game, by its number."""
EXPORT: Final[Mapping[str, str]] = {
    "dues": "SELECT kind, at, game, text FROM dues WHERE user = ? ORDER BY at, key"
}
"""What is kept about a person, by user."""

_DUES: Final = "SELECT key, kind, at, game, user, text, edition, tries FROM dues"


@dataclass(frozen=True, slots=True)
class Due:
    """Something to be looked after at a time, in Unix seconds; what it is about is up to its kind.

    There is one for each `key`: a later one takes its place.
    """

    key: str
    kind: str
    at: float
    game: int | None = None
    user: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A due that nobody else works on meanwhile; `tries` were in vain before."""

    due: Due
    edition: int
    tries: int


class Schedule:
    """The dues of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, due: Due) -> None:
        """Have something looked after at its time, in place of what had the same key."""
        await self._database.write(lambda execute: self._put(execute, due), due.key)

    async def wake(self, due: Due) -> None:
        """Look at a due at its time or before, keeping the payload that is stored under its key.

        An absent due is put as given.
        """
        await self._database.write(lambda execute: self._put(execute, due, wake=True), due.key)

    async def drop(self, key: str) -> None:
        """Have nothing looked after under this key any more."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM dues WHERE key = ?", (key,))

        await self._database.write(work, key)

    async def of(self, key: str) -> Due | None:
        """What is due under a key."""
        rows = await self._database.read(f"{_DUES} WHERE key = ?", (key,))
        return _due(rows[0]) if rows else None

    async def next_at(self) -> float | None:
        """When something is due next, in Unix seconds: what nobody works on."""
        sql = f"SELECT min(at) FROM dues WHERE claimed IS NULL AND {self._ours()}"
        [[at]] = await self._database.read(sql)
        return None if at is None else float(at)

    async def count(self, now: float) -> tuple[int, int]:
        """How many dues there are, and of how many the time has come and nobody works on them."""
        [[rows, overdue]] = await self._database.read(
            "SELECT count(*), count(*) FILTER (WHERE at <= ? AND claimed IS NULL) FROM dues"
            f" WHERE {self._ours()}",
            (now,),
        )
        return int(rows), int(overdue)

    async def claim(self, now: float, limit: int) -> tuple[Claim, ...]:
        """Take what is due, the oldest first, at most `limit`: nobody else is given it for LEASE.

        What was claimed and never settled, as by a process that was killed, is given again then.
        Where the clock was set back, what is due waits as long anew as it was put for.
        """

        async def work(execute: Execute) -> tuple[Claim, ...]:
            await execute(
                "UPDATE dues SET at = at - (made - ?), made = ? WHERE made > ?",
                (now, now, now + SET_BACK),
            )
            rows = await execute(
                f"{_DUES} WHERE at <= ? AND (claimed IS NULL OR abs(? - claimed) > ?)"
                f" AND {self._ours()} ORDER BY at, key LIMIT ? {self._database.CLAIM_SUFFIX}",
                (now, now, LEASE, limit),
            )
            for key, *_ in rows:
                await execute("UPDATE dues SET claimed = ? WHERE key = ?", (now, key))
            return tuple(Claim(_due(row), row[-2], row[-1]) for row in rows)

        # Nothing to write is the rule, and a read waits for nobody.
        [[waiting]] = await self._database.read(
            f"SELECT EXISTS (SELECT 1 FROM dues WHERE at <= ? AND {self._ours()})"
            " OR EXISTS (SELECT 1 FROM dues WHERE made > ?)",
            (now, now + SET_BACK),
        )
        return await self._database.write(work, "what is due") if waiting else ()

    async def settle(self, claim: Claim, then: Due | None = None) -> None:
        """What was claimed is done; `then` is what is due next under its key, if anything.

        Where it was put anew meanwhile, that is what counts.
        """
        if then is not None and then.key != claim.due.key:
            raise ValueError(f"{claim.due.key} is not followed by {then.key}")

        async def work(execute: Execute) -> None:
            # One statement: what is put between two would go with what was claimed.
            sql = "DELETE FROM dues WHERE key = ? AND edition = ? RETURNING key"
            if not await execute(sql, (claim.due.key, claim.edition)):
                await _release(execute, claim)
            elif then is not None:
                await self._put(execute, then)

        await self._database.write(work, claim.due.key)

    async def postpone(self, claim: Claim, at: float) -> None:
        """What was claimed was in vain, and is tried again at a time in Unix seconds."""

        async def work(execute: Execute) -> None:
            sql = (
                "UPDATE dues SET at = ?, made = ?, claimed = NULL, tries = tries + 1"
                " WHERE key = ? AND edition = ? RETURNING key"
            )
            now = self._database.clock()
            if not await execute(sql, (at, now, claim.due.key, claim.edition)):
                await _release(execute, claim)

        await self._database.write(work, claim.due.key)

    def _ours(self) -> str:
        """Which dues are this program's, in SQL."""
        shards = self._database.shards
        if shards.is_all:
            return "TRUE"
        mine = f"SELECT 1 FROM games WHERE games.id = dues.game AND {shards.where('guild')}"
        return f"(dues.game IS NULL OR EXISTS ({mine}))"

    async def _put(self, execute: Execute, due: Due, *, wake: bool = False) -> None:
        # A claim stays: whoever works on the older version of the due is waited for.
        replace = "kind = excluded.kind, at = excluded.at, game = excluded.game,"
        replace += " user = excluded.user, text = excluded.text"
        earlier = "at = CASE WHEN excluded.at < dues.at THEN excluded.at ELSE dues.at END"
        await execute(
            "INSERT INTO dues (key, kind, at, game, user, text, made) VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (key) DO UPDATE SET edition = dues.edition + 1,"
            f" {earlier if wake else replace}, made = excluded.made, tries = 0",
            (due.key, due.kind, due.at, due.game, due.user, due.text, self._database.clock()),
        )


async def _release(execute: Execute, claim: Claim) -> None:
    """Gives up the claim of a due that was put anew since."""
    await execute("UPDATE dues SET claimed = NULL WHERE key = ?", (claim.due.key,))


def _due(row: Row) -> Due:
    return Due(*row[:6])
