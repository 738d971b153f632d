"""Threads: opened for a table, and brought back when Discord has put one away."""

import logging
from typing import Final

import discord

from bot.client.sending import NOT_TAKEN

log = logging.getLogger(__name__)

PUT_AWAY: Final = 50083
"""What Discord answers to whoever edits something in a thread that is archived."""
WEEK: Final = 10080
"""Minutes without a message after which Discord archives a thread: the most there are."""
NAME_LIMIT: Final = 100


async def opened(line: discord.Message, name: str) -> discord.Thread:
    """A thread under a message of a channel. Raises one of NOT_TAKEN."""
    return await line.create_thread(name=name[:NAME_LIMIT], auto_archive_duration=WEEK)


async def revived(client: discord.Client, channel: int) -> bool:
    """Whether a channel is a thread that takes posts, brought back first where it was archived.

    A locked one is left as it is: somebody wanted that. Raises one of NOT_TAKEN.
    """
    found = await client.fetch_channel(channel)
    if not isinstance(found, discord.Thread) or found.locked:
        return False
    if found.archived:
        await found.edit(archived=False)
        log.info("thread %s is brought back", channel)
    return True


async def kept_alive(client: discord.Client, channel: int) -> bool:
    """The same for a thread in which nobody has posted; whether it is worth looking again."""
    try:
        return await revived(client, channel)
    except discord.NotFound:
        return False
    except NOT_TAKEN as error:
        log.info("thread %s is not brought back: %r", channel, error)
        return True
