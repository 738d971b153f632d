"""Find puzzles in the finished games of servers that want them, long before they are posted."""

import logging
from dataclasses import dataclass
from typing import Final

import discord

from bot.client.cluster.guilds import Guilds
from bot.client.dues import ServerDue
from bot.client.interactions.remote import is_open_to
from bot.client.opponents import tasks
from bot.client.opponents.pool import QueueFull, TaskFailed, WorkerPool, failure_level
from bot.client.people.server_settings import ServerSettings
from bot.durations import DAY, HOUR, MINUTE, Clock
from bot.table.refusals import Refusal
from bot.table.settings import PUZZLE
from bot.table.store import Tables
from bot.table.table import Phase
from storage import Due, Position, Puzzles

log = logging.getLogger(__name__)

ENOUGH_WAITING: Final = 7
"""The waiting positions that are enough for a server: those of a week."""
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
    """Search the games of servers in worker processes, one game at a time."""

    settings: ServerSettings
    puzzles: Puzzles
    tables: Tables
    guilds: Guilds
    pool: WorkerPool
    clock: Clock

    async def handle(self, due: Due) -> float | None:
        """Search the newest game of a server that was not searched. Return when to look again."""
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
        """Search a game whose channel all readers of another channel can see. Raise QueueFull."""
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
