"""The puzzle of the day of each server: found, posted, answered by users, and explained."""

import asyncio
import logging
import random
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import discord
from cachetools import LRUCache

from bot.cluster.guilds import Guilds
from bot.core.durations import DAY, HOUR, MINUTE, Clock
from bot.core.tasks import KeyedLocks
from bot.discord_io.rendering import FILE_LIMIT, Attachment, Rendering
from bot.interactions.remote import is_open_to
from bot.opponents import tasks
from bot.opponents.pool import QueueFull, TaskFailed, WorkerPool, failure_level
from bot.puzzles.policy import puzzle_table, streak
from bot.puzzles.words import Solver, Streaks, puzzle_message, result_message, seat_names
from bot.runtime.names import NameDirectory
from bot.runtime.server_posts import Section, ServerDue, ServerHours, ServerPostSender
from bot.settings.service import ServerSettings
from bot.table.refusals import Refusal
from bot.table.settings import LANGUAGE, PUZZLE, ServerChoices
from bot.table.store import Tables
from bot.table.table import Phase, Table
from bot.text.i18n import use_language
from bot.text.message import ALT_LIMIT, Message, truncate
from rules.analysis.drafts import play_draft
from rules.game import Game
from rules.moves import Move
from rules.opponents.puzzles import explain_puzzle, points_lost, position
from rules.orders import write_moves
from rules.shipped_puzzles import shipped_puzzles, shipped_record
from storage import Due, Position, PuzzleRow, Puzzles, Solve

log = logging.getLogger(__name__)

POSITIONS_KEPT: Final = 32
"""The number of newest positions that are kept in memory."""


@dataclass(frozen=True, slots=True)
class PuzzlePosition:
    """A server's daily puzzle: record, table, best turn.

    ``played``: the table of its game; None for a shipped position.
    """

    guild: int
    day: date
    line: int
    record: str
    table: Table
    best: tuple[Move, ...]
    played: Table | None

    @property
    def game(self) -> Game:
        return self.table.running_game

    def after(self, draft: Sequence[Move]) -> Game:
        return play_draft(self.game, draft) if draft else self.game

    def key(self, draft: Sequence[Move] = ()) -> Hashable:
        """The picture cache's key for the game after a draft."""
        return ("puzzle", self.guild, self.day, tuple(draft))


@dataclass(eq=False, repr=False)
class PuzzlePositions:
    tables: Tables
    rendering: Rendering
    _tables_at: LRUCache[tuple[str, int], Table] = field(
        init=False, default_factory=lambda: LRUCache(POSITIONS_KEPT)
    )

    async def of(self, puzzle: PuzzleRow) -> PuzzlePosition | None:
        """None if its game is unreadable, runs again, or is no longer shipped."""
        stored, played = puzzle.position, None
        if stored.game is None:
            record = await asyncio.to_thread(
                shipped_record, stored.shipped, stored.line, stored.best
            )
            if record is None:
                return None
        else:
            try:
                loaded = await self.tables.game(stored.game)
            except Refusal:
                return None
            if loaded is None or loaded.table.header is None or not loaded.table.ended:
                return None
            record, played = loaded.table.record(), loaded.table
        known = stored.key, stored.line
        if known not in self._tables_at:
            self._tables_at[known] = await asyncio.to_thread(
                lambda: puzzle_table(record, position(record, stored.line))
            )
        table = self._tables_at[known]
        best = tuple(table.running_game.read(stored.best))
        day = date.fromisoformat(puzzle.day)
        return PuzzlePosition(puzzle.guild, day, stored.line, record, table, best, played)

    async def pictures(self, message: Message, at: PuzzlePosition) -> list[Attachment]:
        names, files = seat_names(at.game.seats), []
        for picture in message.pictures:
            png = await self.rendering.picture(picture, at.game, names, at.key(), FILE_LIMIT)
            name = f"{picture.request.kind}-{at.day.isoformat()}.png"
            files.append(Attachment(name, png, truncate(picture.alt, ALT_LIMIT)))
        return files


def shipped_positions(guild: int) -> list[Position]:
    """The shipped positions in an order of the server's own."""
    puzzles = list(shipped_puzzles())
    random.Random(guild).shuffle(puzzles)
    return [Position(one.key, None, one.file, one.line, one.best) for one in puzzles]


@dataclass(eq=False, repr=False)
class PuzzleAnswers:
    puzzles: Puzzles
    positions: PuzzlePositions
    pool: WorkerPool
    _locks: KeyedLocks[tuple[int, int]] = field(init=False, default_factory=KeyedLocks)

    async def open(self, guild: int) -> PuzzlePosition | None:
        """The puzzle of a server that can be solved now."""
        puzzle = await self.puzzles.open(guild)
        return await self.positions.of(puzzle) if puzzle is not None else None

    async def of(self, at: PuzzlePosition, user: int) -> Solve | None:
        return await self.puzzles.solve_of(at.guild, at.day.isoformat(), user)

    async def answer(self, at: PuzzlePosition, user: int, moves: tuple[Move, ...]) -> Solve:
        """Rate and save the only try. Return the try that counts, the first.

        Raise Refusal if the worker processes are busy.
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
        return Streaks(
            await self.server_streak(guild, open_day),
            await self._streak(guild, user, open_day),
        )

    async def server_streak(self, guild: int, open_day: date | None) -> int:
        """The server's streak: days on which anybody tried."""
        return await self._streak(guild, None, open_day)

    async def _streak(self, guild: int, user: int | None, open_day: date | None) -> int:
        days = map(date.fromisoformat, await self.puzzles.days(guild))
        solved = {date.fromisoformat(day) for day in await self.puzzles.solved_days(guild, user)}
        return streak(days, solved, open_day)


ENOUGH_WAITING: Final = 7
"""The waiting positions that are enough for a server: a week's."""
MAX_PER_GAME: Final = 4
"""The most positions of one game, so that no game fills a week."""
SEARCH_SECONDS: Final = 25.0
"""Seconds for the search of a game."""
TASK_SECONDS: Final = 45.0
"""Seconds for the task, in which a search that has begun is finished."""
SETTLED_SECONDS: Final = 1.0 * DAY
"""Seconds after the end of a game before it is searched, as the end may be undone."""
NEXT_GAME_SECONDS: Final = 5.0 * MINUTE
"""Pause before the next game of a server is searched."""
NO_GAME_SECONDS: Final = 6.0 * HOUR
"""Pause before a server without games to search, or with enough positions, is looked at again."""


@dataclass(eq=False, repr=False)
class PuzzleFinder:
    settings: ServerSettings
    puzzles: Puzzles
    tables: Tables
    guilds: Guilds
    pool: WorkerPool
    clock: Clock

    async def handle(self, due: Due) -> float | None:
        """Search the newest unsearched game. Return when to look again."""
        guild, now = ServerDue.read(due).guild, self.clock()
        choices, server = await self.settings.of(guild), await self.guilds.server(guild)
        if not choices.wants(PUZZLE):
            return None
        if server is None or choices.post_channel is None:
            return now + NO_GAME_SECONDS
        if await self.puzzles.waiting(guild) >= ENOUGH_WAITING:
            return now + NO_GAME_SECONDS
        settled = now - SETTLED_SECONDS
        games = await self.puzzles.unsearched(guild, Phase.OVER.value, settled, limit=1)
        if not games:
            return now + NO_GAME_SECONDS
        try:
            positions = await self._search(games[0], server, choices.post_channel)
        except QueueFull:
            return now + NEXT_GAME_SECONDS
        await self.puzzles.add(guild, games[0], positions)
        return now + NEXT_GAME_SECONDS

    async def _search(self, game: int, server: discord.Guild, readers: int) -> list[Position]:
        """Search a game whose channel all readers of ``readers`` can see. Raise QueueFull."""
        try:
            loaded = await self.tables.game(game)
            if loaded is None or loaded.table.header is None:
                return []
            if not is_open_to(server, loaded.row.channel, readers):
                return []
            found = await self.pool.run(
                tasks.find_positions,
                loaded.table.record(),
                MAX_PER_GAME,
                SEARCH_SECONDS,
                seconds=TASK_SECONDS,
                long=True,
                kind="puzzle",
            )
        except (Refusal, TaskFailed) as error:
            log.log(failure_level(error), "game %s has no puzzles: %r", game, error)
            return []
        return [Position(one.key, game, "", one.line, one.best) for one in found]


BUSY_RETRY_SECONDS: Final = 60.0
"""Pause before the next try while the worker processes have too much to do."""


@dataclass(eq=False, repr=False)
class PuzzlePosts:
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
        """Post a puzzle whose hour has come. Return when the next comes.

        A day missed by more than some hours is skipped.
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
            with use_language(choices.of(LANGUAGE) or self.guilds.language(guild)):
                return await self._sections(guild, day)

        async def sent(message: int) -> None:
            await self.puzzles.mark_posted(guild, day.isoformat(), message)

        await self.sender.once(f"puzzle {guild} {day}", PUZZLE, guild, channel, compose, sent)

    async def _sections(self, guild: int, day: date) -> list[Section]:
        """The previous answer, and the day's puzzle. Raise QueueFull."""
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
        """[] if the puzzle cannot be explained. Raise QueueFull."""
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
        """The name of who made the move; None for a shipped position."""
        if at.played is None:
            return None
        user = at.played.lines[at.line].user
        names = await self.names.seated((), at.guild, [user], absences=False)
        return names.user_name(user)
