"""Threads of tables: opened under a message of their channel, and kept out of the archive."""

import logging
import time
from dataclasses import dataclass
from typing import Final

import discord

from bot.core.durations import DAY, Clock
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from storage import Due, Log, Schedule

log = logging.getLogger(__name__)

AUTO_ARCHIVE_MINUTES: Final = 10080
"""Minutes (a week) without a message after which Discord archives a thread: its maximum."""
CHECK_SECONDS: Final = 1 * DAY
"""Pause between two looks at a thread."""
NAME_LIMIT: Final = 100


@due_pattern("thread {game}")
@dataclass(frozen=True, slots=True)
class ThreadDue(DuePayload):
    """Keep-alive job for a game's thread."""

    game: Number


async def open_thread(
    message: discord.Message | discord.PartialMessage, name: str
) -> discord.Thread:
    """Raise one of TRANSPORT_ERRORS."""
    return await message.create_thread(
        name=name[:NAME_LIMIT], auto_archive_duration=AUTO_ARCHIVE_MINUTES
    )


@dataclass(eq=False, repr=False)
class ThreadKeeper:
    """Unarchive running games' threads, once a day."""

    client: discord.Client
    game_log: Log
    schedule: Schedule
    clock: Clock = time.time

    async def watch(self, game: int) -> None:
        """Start the daily look at a game's thread."""
        await self.schedule.put(ThreadDue(game).write(self.clock() + CHECK_SECONDS))

    async def handle(self, due: Due) -> float | None:
        row = await self.game_log.row_if_any(ThreadDue.read(due).game)
        if row is None or row.finished or not await _keep_open(self.client, row.channel):
            return None
        return self.clock() + CHECK_SECONDS


async def _keep_open(client: discord.Client, channel: int) -> bool:
    """Return False if there is no such thread.

    A locked thread stays: a moderator wants that, and posts wait.
    """
    try:
        thread = await client.fetch_channel(channel)
        if not isinstance(thread, discord.Thread):
            return False
        if thread.archived and not thread.locked:
            await thread.edit(archived=False)
            log.info("thread %s is taken out of the archive", channel)
    except discord.NotFound:
        return False
    except TRANSPORT_ERRORS as error:
        log.info("thread %s could not be checked: %r", channel, error)
    return True
