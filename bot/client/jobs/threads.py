"""Threads of tables: opened under a line of their channel, and kept from going to the archive."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS
from storage import Due, Log, Schedule

log = logging.getLogger(__name__)

THREAD: Final = "thread"
"""The kind of the due that looks after the thread of a game."""
WEEK: Final = 10080
"""Minutes without a message after which Discord archives a thread: the most there are."""
DAY: Final = 86400.0
"""Seconds from one look at a thread to the next."""
NAME_LIMIT: Final = 100


async def opened(line: discord.Message, name: str) -> discord.Thread:
    """A thread under a message of a channel. Raises one of NOT_TAKEN."""
    return await line.create_thread(name=name[:NAME_LIMIT], auto_archive_duration=WEEK)


class ThreadKeeper:
    """Looks at the threads of games that run once a day."""

    def __init__(
        self,
        client: discord.Client,
        log: Log,
        schedule: Schedule,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database."""
        self._client = client
        self._log = log
        self._schedule = schedule
        self._clock = clock

    async def watch(self, game: int) -> None:
        """Begins to look after the thread in which a table has been opened."""
        at = self._clock() + DAY
        await self._schedule.put(Due(f"{THREAD} {game}", THREAD, at, game))

    async def look_after(self, due: Due) -> Due | None:
        """Takes a thread out of the archive as long as its game runs."""
        assert due.game is not None
        row = await self._log.row_if_any(due.game)
        if row is None or row.finished or not await kept_alive(self._client, row.channel):
            return None
        return replace(due, at=self._clock() + DAY)


async def kept_alive(client: discord.Client, channel: int) -> bool:
    """Takes a thread out of the archive; whether it is worth looking at it again.

    One that is locked stays as it is: somebody wanted that, and posts wait until it is open.
    """
    try:
        found = await client.fetch_channel(channel)
        if not isinstance(found, discord.Thread):
            return False
        if found.archived and not found.locked:
            await found.edit(archived=False)
            log.info("thread %s is taken out of the archive", channel)
    except discord.NotFound:
        return False
    except TRANSPORT_ERRORS as error:
        log.info("thread %s is not looked at: %r", channel, error)
    return True
