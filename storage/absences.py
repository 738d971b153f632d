"""When people are away: kept as long as it counts towards what a year allows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute

KEPT: Final = 2 * 366 * 86400.0
"""Seconds for which one that is over is kept."""
FORGET: Final = ("DELETE FROM absences WHERE user = ?",)
"""What forgets a person."""
DELETE_GAME: Final[tuple[str, ...]] = ()
"""What goes with a game: nothing, people are away from all games."""
EXPORT: Final[Mapping[str, str]] = {
    "absences": "SELECT began, until FROM absences WHERE user = ? ORDER BY began"
}
"""What is kept about a person, by name."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which somebody is away, in Unix seconds; who comes back early ends it then."""

    began: float
    until: float


class Absences:
    """The absences of all people in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, users: Iterable[int]) -> dict[int, tuple[Absence, ...]]:
        """The absences of these users that have any, oldest first."""
        asked = sorted(set(users))
        if not asked:
            return {}
        marks = ", ".join("?" * len(asked))
        sql = f"SELECT user, began, until FROM absences WHERE user IN ({marks}) ORDER BY began"
        found: dict[int, tuple[Absence, ...]] = {}
        for user, began, until in await self._database.read(sql, asked):
            found[user] = (*found.get(user, ()), Absence(began, until))
        return found

    async def begin(self, user: int, until: float, at: float) -> None:
        """Somebody is away from `at` until `until`; one that lasts gets this end instead."""

        async def work(execute: Execute) -> None:
            await self._database.hold(execute, f"absences of user {user}")
            await execute("DELETE FROM absences WHERE user = ? AND until < ?", (user, at - KEPT))
            lasting = "UPDATE absences SET until = ? WHERE user = ? AND until > ? AND began <= ?"
            if not await execute(f"{lasting} RETURNING user", (until, user, at, at)):
                # One that begins later than now is of a clock that went wrong.
                await execute("DELETE FROM absences WHERE user = ? AND began >= ?", (user, at))
                await execute("INSERT INTO absences VALUES (?, ?, ?)", (user, at, until))

        await self._database.write(work, "an absence")

    async def end(self, user: int, at: float) -> bool:
        """Somebody is back; whether they were away."""

        async def work(execute: Execute) -> bool:
            sql = (
                "UPDATE absences SET until = CASE WHEN began > ? THEN began ELSE ? END"
                " WHERE user = ? AND until > ? RETURNING user"
            )
            return bool(await execute(sql, (at, at, user, at)))

        return await self._database.write(work, "an absence")
