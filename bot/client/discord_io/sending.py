"""Send and edit messages: retried where that helps, never sent twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord import ui

from bot.client.discord_io.rendering import Attachment

log = logging.getLogger(__name__)

NEWEST: Final = 100
"""Messages of a channel that are looked at: one request."""
SEARCH_SECONDS: Final = 10.0
"""How long the request may take."""


async def arrived(
    channel: discord.PartialMessageable, me: int, layout: ui.LayoutView, known: int
) -> int | None:
    """The message of the bot's own that a layout has become, by its id, if it did arrive.

    It has the buttons, whose ids name game and entry; where the layout has none, the same text in
    a message newer than those ``known``. None too where the bot may not read the channel's
    messages. Raises one of NOT_TAKEN.
    """
    wanted, text = set(_ids(layout.children)), list(_texts(layout.children))
    try:
        async with asyncio.timeout(SEARCH_SECONDS):
            async for message in channel.history(limit=NEWEST):
                if message.author.id != me:
                    continue
                if wanted and wanted <= set(_ids(message.components)):
                    return message.id
                if not wanted and message.id > known and text == list(_texts(message.components)):
                    return message.id
    except discord.HTTPException as error:
        if error.status >= 500:
            raise
        log.info("the messages of channel %s are not to be read: %s", channel.id, error)
    return None


def _ids(components: Iterable[Any]) -> Iterator[str]:
    """The ids of the buttons and menus of a layout, one's own or one received."""
    for each in components:
        if found := getattr(each, "custom_id", None):
            yield found
        yield from _ids(getattr(each, "children", ()))


def _texts(components: Iterable[Any]) -> Iterator[str]:
    for each in components:
        if isinstance(each, ui.TextDisplay | discord.TextDisplay):
            yield each.content
        yield from _texts(getattr(each, "children", ()))


log = logging.getLogger(__name__)
T = TypeVar("T")

TRIES: Final = 3
REQUEST_SECONDS: Final = 20.0
"""How long a message may take, all tries together: whoever comes after it in the channel waits."""
PAUSE: Final = 2.0
"""Seconds before the first retry of a message; doubled each time."""
HEARD_SECONDS: Final = 3.0
"""How long it may take to tell Discord that a request was heard: it waits no longer itself."""
ANSWER_SECONDS: Final = 6.0
"""How long a private answer may take, all its messages together."""
LAST_SECONDS: Final = 2.0
"""How long the word may take that an answer has failed."""
POST_SECONDS: Final = 4.0
"""How long who asks waits for a post between those of a game, or for a thread."""
EDIT_SECONDS: Final = 3.0
"""How long a player waits for a post to be brought up to date that they pressed on."""
FOLLOW_UPS: Final = 4
"""Messages that may follow a private answer: Discord takes five where the bot is not installed, and
one may have to stand in for an answer that is gone."""
ARCHIVED: Final = 50083
"""Discord's error code for a change in an archived thread, and for a post in a locked one."""
TRANSPORT_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The errors of requests that Discord, or the network, did not take."""


async def send(
    channel: discord.PartialMessageable,
    layout: discord.ui.LayoutView,
    attachments: Sequence[Attachment],
    mentions: discord.AllowedMentions,
    nonce: str,
) -> int:
    """Send a message, whose id it gives; a failure of the network or of Discord's is tried again.

    The nonce lets Discord recognise a message that did arrive, so that a retry says nothing twice.
    Raises one of NOT_TAKEN where Discord refuses, or after the last try.
    """
    attempt = 1
    async with asyncio.timeout(REQUEST_SECONDS):
        while True:
            try:
                sent = await channel.send(
                    view=layout,
                    files=[attachment.file() for attachment in attachments],
                    allowed_mentions=mentions,
                    nonce=nonce,
                )
                return sent.id
            except TRANSPORT_ERRORS as error:
                if refuses(error) or attempt == TRIES:
                    raise
                log.warning("message %s failed (%r); trying again", nonce, error)
            await asyncio.sleep(PAUSE * 2 ** (attempt - 1))
            attempt += 1


def answering() -> asyncio.Timeout:
    """Within it a private answer is sent; TimeoutError, one of NOT_TAKEN, after ANSWER_SECONDS.

    discord.py tries again for 25 s what Discord answers with a 500.
    """
    return asyncio.timeout(ANSWER_SECONDS)


def refuses(error: Exception) -> bool:
    """Return True if Discord has refused a request, so that somebody has to act."""
    return isinstance(error, discord.HTTPException) and error.status < 500


async def with_unarchived(
    client: discord.Client, channel: int, send: Callable[[], Awaitable[T]]
) -> T:
    """Send to a channel, once more after taking an archived thread out of the archive.

    A locked thread stays there unless the bot may manage threads. Raises what ``send`` raises.
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
    """Replace a post by a layout without pings. Raises one of TRANSPORT_ERRORS."""
    nobody = discord.AllowedMentions.none()
    await with_unarchived(client, channel, lambda: post.edit(view=layout, allowed_mentions=nobody))
