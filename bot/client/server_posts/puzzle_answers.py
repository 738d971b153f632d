"""The answers to puzzles: one try for each user, rated in a worker process; and streaks."""

from dataclasses import dataclass, field
from datetime import date

from bot.client.opponents.pool import QueueFull, TaskFailed, WorkerPool
from bot.client.server_posts.positions import PuzzlePosition, PuzzlePositions
from bot.presenters.private.puzzles import Streaks
from bot.table.keyed_locks import KeyedLocks
from bot.table.puzzles import streak
from bot.table.refusals import Refusal
from rules.moves import Move
from rules.opponents.puzzles import points_lost
from rules.order_text import write_moves
from storage import Puzzles, Solve


@dataclass(eq=False, repr=False)
class PuzzleAnswers:
    """Take the answers of users to the open puzzle of their server."""

    puzzles: Puzzles
    positions: PuzzlePositions
    pool: WorkerPool
    _locks: KeyedLocks[tuple[int, int]] = field(init=False, default_factory=KeyedLocks)

    async def open(self, guild: int) -> PuzzlePosition | None:
        """The puzzle of a server that can be solved now."""
        puzzle = await self.puzzles.open(guild)
        return await self.positions.of(puzzle) if puzzle is not None else None

    async def of(self, at: PuzzlePosition, user: int) -> Solve | None:
        """The try of a user at a puzzle, if there was one."""
        return await self.puzzles.solve_of(at.guild, at.day.isoformat(), user)

    async def answer(self, at: PuzzlePosition, user: int, moves: tuple[Move, ...]) -> Solve:
        """Rate and save the only try of a user. Return the try that counts, the first one.

        Raise Refusal if the worker processes have too much to do.
        """
        async with self._locks[at.guild, user]:
            before = await self.of(at, user)
            if before is not None:
                return before
            try:
                lost = await self.pool.run(
                    points_lost, at.record, at.line, at.best, moves, kind="puzzle-answer"
                )
            except QueueFull:
                raise Refusal("busy-thinking") from None
            except TaskFailed as error:
                raise Refusal("not-thought") from error
            solve = Solve(user, write_moves(moves), lost)
            if await self.puzzles.solve(at.guild, at.day.isoformat(), solve):
                return solve
            # Another process has saved an answer meanwhile.
            return await self.of(at, user) or solve

    async def streaks(self, guild: int, user: int, open_day: date | None) -> Streaks:
        """The streaks of a server and of a user in it."""
        return Streaks(
            await self.server_streak(guild, open_day),
            await self._streak(guild, user, open_day),
        )

    async def server_streak(self, guild: int, open_day: date | None) -> int:
        """The streak of a server: the days on which anybody tried."""
        return await self._streak(guild, None, open_day)

    async def _streak(self, guild: int, user: int | None, open_day: date | None) -> int:
        days = map(date.fromisoformat, await self.puzzles.days(guild))
        solved = {date.fromisoformat(day) for day in await self.puzzles.solved_days(guild, user)}
        return streak(days, solved, open_day)
