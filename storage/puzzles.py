"""The puzzles of servers, one a day, and users' tries.

A puzzle is a position of a finished game of its server, or a shipped one. It waits until a day is
given to it. No server gets a position twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Database, Execute
from storage.records import Row

ERASE_USER: Final = ("DELETE FROM puzzle_solves WHERE user = ?",)
DELETE_GAME: Final = (
    "DELETE FROM puzzles WHERE game = ?",
    "DELETE FROM puzzle_searches WHERE game = ?",
)
DELETE_GUILD: Final = (
    "DELETE FROM puzzles WHERE guild = ?",
    "DELETE FROM puzzle_solves WHERE guild = ?",
)
EXPORT: Final[Mapping[str, str]] = {
    "puzzles": "SELECT guild, day, moves, lost, at FROM puzzle_solves WHERE user = ?"
    " ORDER BY day, guild"
}
_COLUMNS: Final = "guild, position, game, shipped, line, best, day, message"


@dataclass(frozen=True, slots=True)
class Position:
    """A position after `line` lines of a record, and its `best` turn.

    `game` is None for the `shipped` record. `key` names the position.
    """

    key: str
    game: int | None
    shipped: str
    line: int
    best: str


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A server's puzzle of a day, as in 2026-11-24; `message` is its post, once posted."""

    guild: int
    position: Position
    day: str
    message: int | None


@dataclass(frozen=True, slots=True)
class Solve:
    """A user's moves in a puzzle, and the points they lost."""

    user: int
    moves: str
    lost: float


class Puzzles:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def unsearched(self, guild: int, phase: str, before: float, limit: int) -> list[int]:
        """Games not searched for puzzles, newest first, in `phase` since before a Unix time."""
        rows = await self._database.read(
            "SELECT id FROM games JOIN table_summaries ON game = id"
            " WHERE guild = ? AND finished AND phase = ? AND since < ?"
            " AND NOT EXISTS (SELECT 1 FROM puzzle_searches WHERE game = id)"
            " ORDER BY id DESC LIMIT ?",
            (guild, phase, before, limit),
        )
        return [game for [game] in rows]

    async def add(self, guild: int, game: int, positions: Sequence[Position]) -> None:
        """Save a game's positions, none twice in a server; the game is not searched again.

        Do nothing if it was deleted.
        """

        async def work(execute: Execute) -> None:
            sql = (
                "INSERT INTO puzzle_searches SELECT id FROM games WHERE id = ?"
                " ON CONFLICT DO NOTHING RETURNING game"
            )
            if not await execute(sql, (game,)):
                return
            for position in positions:
                await _insert(execute, guild, position)

        await self._database.write(work, f"the puzzles of game {game}")

    async def waiting(self, guild: int) -> int:
        """Count positions of the server's own games that wait for a day."""
        sql = "SELECT count(*) FROM puzzles WHERE guild = ? AND day IS NULL"
        [[number]] = await self._database.read(sql, (guild,))
        return int(number)

    async def begin_day(
        self, guild: int, day: str, shipped: Sequence[Position]
    ) -> PuzzleRow | None:
        """Give a day its puzzle, and return it.

        A day that has begun keeps its puzzle. Positions of finished games come first, then the
        first of `shipped` new to the server. None if all were posted.
        """

        async def work(execute: Execute) -> PuzzleRow | None:
            await self._database.lock(execute, f"puzzles of server {guild}")
            sql = f"SELECT {_COLUMNS} FROM puzzles WHERE guild = ? AND day = ?"
            for row in await execute(sql, (guild, day)):
                return _puzzle(row)
            own = (
                "SELECT position FROM puzzles JOIN games ON games.id = game"
                " WHERE puzzles.guild = ? AND day IS NULL AND finished ORDER BY position LIMIT 1"
            )
            rows = await execute(own, (guild,))
            if not rows:
                had = await execute("SELECT position FROM puzzles WHERE guild = ?", (guild,))
                known = {key for [key] in had}
                new = next((one for one in shipped if one.key not in known), None)
                if new is None:
                    return None
                await _insert(execute, guild, new)
                rows = [(new.key,)]
            sql = "UPDATE puzzles SET day = ? WHERE guild = ? AND position = ?"
            [row] = await execute(f"{sql} RETURNING {_COLUMNS}", (day, guild, rows[0][0]))
            return _puzzle(row)

        return await self._database.write(work, f"the puzzle of server {guild}")

    async def mark_posted(self, guild: int, day: str, message: int) -> None:
        """Record a puzzle's post, which also shows the best turns of earlier puzzles."""

        async def work(execute: Execute) -> None:
            sql = "UPDATE puzzles SET message = ? WHERE guild = ? AND day = ?"
            await execute(sql, (message, guild, day))
            await execute(
                "UPDATE puzzles SET revealed = ? WHERE guild = ? AND day < ?"
                " AND message IS NOT NULL AND revealed IS NULL",
                (day, guild, day),
            )

        await self._database.write(work, f"the puzzle of server {guild}")

    async def open(self, guild: int, before: str = "9999") -> PuzzleRow | None:
        """The newest posted puzzle, of a day before `before`, whose best turn is not posted yet."""
        rows = await self._database.read(
            f"SELECT {_COLUMNS} FROM puzzles WHERE guild = ? AND day < ?"
            " AND message IS NOT NULL AND revealed IS NULL ORDER BY day DESC LIMIT 1",
            (guild, before),
        )
        return _puzzle(rows[0]) if rows else None

    async def days(self, guild: int) -> list[str]:
        """The days on which a puzzle was posted, in order."""
        sql = "SELECT day FROM puzzles WHERE guild = ? AND message IS NOT NULL ORDER BY day"
        return [day for [day] in await self._database.read(sql, (guild,))]

    async def tried_since(self, guild: int, at: float) -> bool:
        """True if anybody in the server tried a puzzle since a Unix time."""
        sql = "SELECT EXISTS (SELECT 1 FROM puzzle_solves WHERE guild = ? AND at >= ?)"
        [[tried]] = await self._database.read(sql, (guild, at))
        return bool(tried)

    async def solve(self, guild: int, day: str, solve: Solve) -> bool:
        """Save a user's only try. Return False if there was one before."""

        async def work(execute: Execute) -> bool:
            sql = (
                "INSERT INTO puzzle_solves (guild, day, user, moves, lost, at)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING day"
            )
            now = self._database.clock()
            values = (guild, day, solve.user, solve.moves, solve.lost, now)
            return bool(await execute(sql, values))

        return await self._database.write(work, f"a try at the puzzle of server {guild}")

    async def solve_of(self, guild: int, day: str, user: int) -> Solve | None:
        sql = "SELECT user, moves, lost FROM puzzle_solves WHERE guild = ? AND day = ? AND user = ?"
        rows = await self._database.read(sql, (guild, day, user))
        return Solve(*rows[0]) if rows else None

    async def solves(self, guild: int, day: str) -> tuple[Solve, ...]:
        """All tries of a puzzle, the fewest points lost first."""
        sql = "SELECT user, moves, lost FROM puzzle_solves WHERE guild = ? AND day = ?"
        rows = await self._database.read(f"{sql} ORDER BY lost, at", (guild, day))
        return tuple(Solve(*row) for row in rows)

    async def solved_days(self, guild: int, user: int | None = None) -> frozenset[str]:
        """The days of puzzles tried by a user, or by anybody in the server."""
        sql, values = "SELECT DISTINCT day FROM puzzle_solves WHERE guild = ?", [guild]
        if user is not None:
            sql, values = f"{sql} AND user = ?", [guild, user]
        return frozenset(day for [day] in await self._database.read(sql, values))


async def _insert(execute: Execute, guild: int, position: Position) -> None:
    await execute(
        "INSERT INTO puzzles (guild, position, game, shipped, line, best)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            *(guild, position.key, position.game),
            *(position.shipped, position.line, position.best),
        ),
    )


def _puzzle(row: Row) -> PuzzleRow:
    guild, key, game, shipped, line, best, day, message = row
    return PuzzleRow(guild, Position(key, game, shipped, line, best), day, message)
