"""Whether a post is in its channel already: Discord recognises a repeat for some minutes only."""

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord
from discord import ui

log = logging.getLogger(__name__)

NEWEST: Final = 100
"""Messages of a channel that are looked at: one request."""
SECONDS: Final = 10.0
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
        async with asyncio.timeout(SECONDS):
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
