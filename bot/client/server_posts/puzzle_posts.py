"""Post the puzzle of the day of each server that wants it, with the answer of the one before."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.client.cluster.guilds import Guilds
from bot.client.dues import ServerDue
from bot.client.opponents.pool import QueueFull, TaskFailed, WorkerPool, failure_level
from bot.client.people.names import NameDirectory
from bot.client.people.server_settings import ServerSettings
from bot.client.server_posts.positions import PuzzlePosition, PuzzlePositions, shipped_positions
from bot.client.server_posts.puzzle_answers import PuzzleAnswers
from bot.client.server_posts.server_post_sender import Section, ServerPostSender
from bot.durations import Clock
from bot.presenters.public.puzzles import Solver, puzzle_message, result_message
from bot.table.server_hours import ServerHours
from bot.table.settings import LANGUAGE, PUZZLE, ServerChoices
from bot.text.i18n import ENGLISH, use_language
from rules.opponents.puzzles import explain_puzzle
from storage import Due, Puzzles

log = logging.getLogger(__name__)

BUSY_RETRY_SECONDS: Final = 60.0
"""Pause before the next try while the worker processes have too much to do."""


@dataclass(eq=False, repr=False)
class PuzzlePosts:
    """Post puzzles at the hours of their servers."""

    settings: ServerSettings
    puzzles: Puzzles
    positions: PuzzlePositions
    answers: PuzzleAnswers
    sender: ServerPostSender
    names: NameDirectory
    guilds: Guilds
    pool: WorkerPool
    clock: Clock

    async def handle(self, due: Due) -> float | None:
        """Post the puzzle of a day whose hour has come. Return when the next hour comes.

        A day that was missed by more than some hours is skipped.
        """
        guild, now = ServerDue.read(due).guild, self.clock()
        choices = await self.settings.of(guild)
        if not choices.wants(PUZZLE):
            return None
        hours = ServerHours.read(choices)
        day = hours.due_day(now)
        if day is not None and self.guilds.has_bot(guild):
            try:
                await self._post(guild, day, choices)
            except QueueFull:
                return now + BUSY_RETRY_SECONDS
        return hours.following(now)

    async def _post(self, guild: int, day: date, choices: ServerChoices) -> None:
        channel = choices.post_channel
        if channel is None:
            return

        async def compose() -> Sequence[Section]:
            with use_language(choices.of(LANGUAGE) or ENGLISH):
                return await self._sections(guild, day)

        async def sent(message: int) -> None:
            await self.puzzles.mark_posted(guild, day.isoformat(), message)

        await self.sender.once(f"puzzle {guild} {day}", PUZZLE, guild, channel, compose, sent)

    async def _sections(self, guild: int, day: date) -> list[Section]:
        """The answer of the puzzle before, and the puzzle of a day. Raise QueueFull."""
        shipped = await asyncio.to_thread(shipped_positions, guild)
        puzzle = await self.puzzles.begin_day(guild, day.isoformat(), shipped)
        revealed = await self.puzzles.open(guild, before=day.isoformat())
        sections: list[Section] = []
        if revealed is not None and (before := await self.positions.of(revealed)) is not None:
            sections += await self._result(before, day)
        if puzzle is not None and (at := await self.positions.of(puzzle)) is not None:
            message = puzzle_message(day, at.table)
            sections.append((message, await self.positions.pictures(message, at)))
        return sections

    async def _result(self, at: PuzzlePosition, today: date) -> list[Section]:
        """The answer of a puzzle; [] if it cannot be explained. Raise QueueFull."""
        try:
            solution = await self.pool.run(
                explain_puzzle, at.record, at.line, at.best, kind="puzzle"
            )
        except TaskFailed as error:
            log.log(
                failure_level(error),
                "the puzzle of server %s, %s, has no answer: %s",
                *(at.guild, at.day, error),
            )
            return []
        solves = await self.puzzles.solves(at.guild, at.day.isoformat())
        users = [solve.user for solve in solves]
        names = await self.names.seated((), at.guild, users, absences=False)
        message = result_message(
            at.day,
            at.record,
            at.line,
            at.game,
            solution,
            [Solver(names.user_name(solve.user), solve.lost) for solve in solves],
            await self.answers.server_streak(at.guild, today),
            await self._player(at),
        )
        return [(message, await self.positions.pictures(message, at))]

    async def _player(self, at: PuzzlePosition) -> str | None:
        """The name of the person who made the move in the game; None for a shipped position."""
        if at.played is None:
            return None
        user = at.played.lines[at.line].user
        names = await self.names.seated((), at.guild, [user], absences=False)
        return names.user_name(user)
