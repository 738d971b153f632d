"""Threads of tables: opened under a line of their channel, and kept from going to the archive."""

import logging
from typing import Final

import discord

from bot.client.sending import NOT_TAKEN

log = logging.getLogger(__name__)

WEEK: Final = 10080
"""Minutes without a message after which Discord archives a thread: the most there are."""
DAY: Final = 86400.0
"""Seconds from one look at a thread to the next."""
NAME_LIMIT: Final = 100


async def opened(line: discord.Message, name: str) -> discord.Thread:
    """A thread under a message of a channel. Raises one of NOT_TAKEN."""
    return await line.create_thread(name=name[:NAME_LIMIT], auto_archive_duration=WEEK)


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
    except NOT_TAKEN as error:
        log.info("thread %s is not looked at: %r", channel, error)
    return True
