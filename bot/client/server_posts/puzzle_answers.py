"""The answers to puzzles: one try for each user, rated in a worker process; and streaks."""

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


class PuzzleAnswers:
    """Take the answers of users to the open puzzle of their server."""

    def __init__(self, puzzles: Puzzles, positions: PuzzlePositions, pool: WorkerPool) -> None:
        self._puzzles = puzzles
        self._positions = positions
        self._pool = pool
        self._locks = KeyedLocks[tuple[int, int]]()

    async def open(self, guild: int) -> PuzzlePosition | None:
        """The puzzle of a server that can be solved now."""
        puzzle = await self._puzzles.open(guild)
        return await self._positions.of(puzzle) if puzzle is not None else None

    async def of(self, at: PuzzlePosition, user: int) -> Solve | None:
        """The try of a user at a puzzle, if there was one."""
        return await self._puzzles.solve_of(at.guild, at.day.isoformat(), user)

    async def answer(self, at: PuzzlePosition, user: int, moves: tuple[Move, ...]) -> Solve:
        """Rate and save the only try of a user. Return the try that counts, the first one.

        Raise Refusal if the worker processes have too much to do.
        """
        async with self._locks[at.guild, user]:
            before = await self.of(at, user)
            if before is not None:
                return before
            try:
                lost = await self._pool.run(
                    points_lost, at.record, at.line, at.best, moves, kind="puzzle-answer"
                )
            except QueueFull:
                raise Refusal("busy-thinking") from None
            except TaskFailed as error:
                raise Refusal("not-thought") from error
            solve = Solve(user, write_moves(moves), lost)
            if await self._puzzles.solve(at.guild, at.day.isoformat(), solve):
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
        days = map(date.fromisoformat, await self._puzzles.days(guild))
        solved = {date.fromisoformat(day) for day in await self._puzzles.solved_days(guild, user)}
        return streak(days, solved, open_day)
