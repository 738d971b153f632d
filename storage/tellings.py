"""What people are told unasked: marked before it is sent, never twice, and not too much a day."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from storage.database import Database, Execute

DAY: Final = 86_400.0
KEPT: Final = 90 * DAY
"""How long it is known what was said: longer than any turn is waited for."""
FORGET: Final = ("DELETE FROM tellings WHERE user = ?",)
"""What forgets a person, by user."""
DELETE_GAME: Final = ("DELETE FROM tellings WHERE game = ?",)
"""What deletes a game, by its number."""
EXPORT: Final[Mapping[str, str]] = {
    "messages": "SELECT kind, game, at FROM tellings WHERE user = ? ORDER BY at, key"
}
"""What is kept about a person, by user."""


class Mark(Enum):
    """What came of the wish to say something."""

    NEW = auto()
    """It may be said, and is marked."""
    BEGUN = auto()
    """It was marked before, and nobody knows whether Discord has taken it."""
    SAID = auto()
    """It is out already."""
    ENOUGH = auto()
    """The person has been told enough today; nothing is marked."""
    LATELY = auto()
    """The table has been told such a thing too short a time ago; nothing is marked."""


class Tellings:
    """What was said, in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def mark(
        self,
        key: str,
        kind: str,
        *,
        game: int | None = None,
        user: int | None = None,
        daily: int = 0,
        pause: float = 0.0,
    ) -> Mark:
        """Mark that something is going to be said, to a user at most ``daily`` times a day.

        ``pause`` is for how many seconds after it nothing of the kind is said about the game.
        """

        async def work(execute: Execute) -> Mark:
            now = self._database.clock()
            if user is not None:
                await self._database.hold(execute, f"what user {user} is told")
            if pause:
                await self._database.hold(execute, f"what is told of game {game}")
            for [out] in await execute("SELECT out FROM tellings WHERE key = ?", (key,)):
                return Mark.SAID if out else Mark.BEGUN
            if user is not None and await _today(execute, user, now) >= daily:
                return Mark.ENOUGH
            sql = "SELECT 1 FROM tellings WHERE game = ? AND kind = ? AND at > ? AND at <= ?"
            if pause and await execute(sql, (game, kind, now - pause, now)):
                return Mark.LATELY
            await execute("DELETE FROM tellings WHERE at < ?", (now - KEPT,))
            await execute(
                "INSERT INTO tellings (key, kind, game, user, at) VALUES (?, ?, ?, ?, ?)",
                (key, kind, game, user, now),
            )
            return Mark.NEW

        return await self._database.write(work, key)

    async def out(self, key: str) -> None:
        """Note that Discord has taken it; from now it counts for a day."""

        async def work(execute: Execute) -> None:
            now = self._database.clock()
            await execute("UPDATE tellings SET out = TRUE, at = ? WHERE key = ?", (now, key))

        await self._database.write(work, key)

    async def take_back(self, key: str) -> None:
        """Note that it was not said after all."""

        async def work(execute: Execute) -> None:
            await execute("DELETE FROM tellings WHERE key = ? AND NOT out", (key,))

        await self._database.write(work, key)

    async def last(self, game: int, kind: str) -> float | None:
        """When something of a kind was last said about a game, in Unix seconds."""
        sql = "SELECT max(at) FROM tellings WHERE game = ? AND kind = ? AND at <= ?"
        [[at]] = await self._database.read(sql, (game, kind, self._database.clock()))
        return None if at is None else float(at)


async def _today(execute: Execute, user: int, now: float) -> int:
    # What lies in the future is of before the clock was set back.
    sql = "SELECT count(*) FROM tellings WHERE user = ? AND at > ? AND at <= ?"
    [[number]] = await execute(sql, (user, now - DAY, now))
    return int(number)
