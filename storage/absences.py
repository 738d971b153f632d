"""The absences of users, kept as long as they count towards the yearly limit of days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute, Work
from storage.durations import YEAR

KEEP_SECONDS: Final = 2 * YEAR
"""The time for which an absence is kept after its end."""
ERASE_USER: Final = ("DELETE FROM absences WHERE user = ?",)
EXPORT: Final[Mapping[str, str]] = {
    "absences": "SELECT began, until FROM absences WHERE user = ? ORDER BY began"
}


@dataclass(frozen=True, slots=True)
class Absence:
    """Unix seconds during which a user is away; coming back early moves its end."""

    began: float
    until: float


class Absences:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, users: Iterable[int]) -> dict[int, tuple[Absence, ...]]:
        """Absences, oldest first; users without any are left out."""
        asked = sorted(set(users))
        if not asked:
            return {}
        marks = ", ".join("?" * len(asked))
        sql = f"SELECT user, began, until FROM absences WHERE user IN ({marks}) ORDER BY began"
        absences: dict[int, tuple[Absence, ...]] = {}
        for user, began, until in await self._database.read(sql, asked):
            absences[user] = (*absences.get(user, ()), Absence(began, until))
        return absences

    async def begin(
        self, user: int, until: float, at: float, also: Work[None] | None = None
    ) -> None:
        """Store an absence; a lasting one gets this end.

        `also` runs in the same transaction, so that absence and notices are saved together.
        """

        async def work(execute: Execute) -> None:
            await self._database.lock(execute, f"absences of user {user}")
            expired = "DELETE FROM absences WHERE user = ? AND until < ?"
            await execute(expired, (user, at - KEEP_SECONDS))
            lasting = "UPDATE absences SET until = ? WHERE user = ? AND until > ? AND began <= ?"
            if not await execute(f"{lasting} RETURNING user", (until, user, at, at)):
                # Future absences are from before the clock was set back.
                await execute("DELETE FROM absences WHERE user = ? AND began >= ?", (user, at))
                await execute("INSERT INTO absences VALUES (?, ?, ?)", (user, at, until))
            if also is not None:
                await also(execute)

        await self._database.write(work, "an absence")

    async def end(self, user: int, at: float, also: Work[None] | None = None) -> bool:
        """Return True if the user was away; then `also` runs in the same transaction."""

        async def work(execute: Execute) -> bool:
            sql = (
                "UPDATE absences SET until = CASE WHEN began > ? THEN began ELSE ? END"
                " WHERE user = ? AND until > ? RETURNING user"
            )
            was_away = bool(await execute(sql, (at, at, user, at)))
            if was_away and also is not None:
                await also(execute)
            return was_away

        return await self._database.write(work, "an absence")
