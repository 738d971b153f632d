"""A thread that Discord has put into the archive is taken out of it for what is sent or edited."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS

log = logging.getLogger(__name__)
T = TypeVar("T")

ARCHIVED: Final = 50083
"""What Discord answers to a change of a message, and to a post where a thread is also locked."""


async def with_unarchived(
    client: discord.Client, channel: int, send: Callable[[], Awaitable[T]]
) -> T:
    """What sending to a channel gives; a thread that is archived is taken out of the archive first.

    A locked one only who may manage threads can take out. Raises what ``send`` raises.
    """
    try:
        return await send()
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        try:
            await client.http.edit_channel(channel, archived=False)
        except TRANSPORT_ERRORS as refused:
            log.info("thread %s stays in the archive: %s", channel, refused)
            raise error from refused
    return await send()


async def edit(
    client: discord.Client,
    channel: int,
    post: discord.Message | discord.PartialMessage,
    layout: discord.ui.LayoutView,
) -> None:
    """Makes a post of a channel into a layout and pings nobody. Raises one of NOT_TAKEN."""
    nobody = discord.AllowedMentions.none()
    await with_unarchived(client, channel, lambda: post.edit(view=layout, allowed_mentions=nobody))
