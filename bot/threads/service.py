"""Threads of tables: opened under a message of their channel, and kept out of the archive."""

import logging
import time
from dataclasses import dataclass
from typing import Final

import discord

from bot.core.durations import DAY, Clock
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.runtime.dues import DuePayload, Number, due_pattern
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
    """A look at the thread of a game, so that Discord does not archive it."""

    game: Number


async def open_thread(
    message: discord.Message | discord.PartialMessage, name: str
) -> discord.Thread:
    """Open a thread under a message of a channel. Raise one of TRANSPORT_ERRORS."""
    return await message.create_thread(
        name=name[:NAME_LIMIT], auto_archive_duration=AUTO_ARCHIVE_MINUTES
    )


@dataclass(eq=False, repr=False)
class ThreadKeeper:
    """Take the threads of running games out of the archive, by a look once a day."""

    client: discord.Client
    game_log: Log
    schedule: Schedule
    clock: Clock = time.time

    async def watch(self, game: int) -> None:
        """Begin to look at the thread in which the table of a game has been opened."""
        await self.schedule.put(ThreadDue(game).write(self.clock() + CHECK_SECONDS))

    async def handle(self, due: Due) -> float | None:
        """Take the thread of a running game out of the archive. Return when to look again."""
        row = await self.game_log.row_if_any(ThreadDue.read(due).game)
        if row is None or row.finished or not await _keep_open(self.client, row.channel):
            return None
        return self.clock() + CHECK_SECONDS


async def _keep_open(client: discord.Client, channel: int) -> bool:
    """Take a thread out of the archive. Return False if there is no such thread.

    A locked thread stays as it is: a moderator wants that, and posts wait until it is open.
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
