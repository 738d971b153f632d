"""Send a message again without the bot's own emoji, if Discord refuses it with them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeVar

import discord
from discord import ui

from bot.client.discord_io.buttons import Payload, PickMenu, PressButton
from bot.text.emoji import without_emoji

T = TypeVar("T")

REFUSED_EMOJI_CODES: Final = (10014, 50035)
"""Discord's error codes: unknown emoji, invalid form."""
REFUSED_EMOJI_EVENT: Final = "emoji_refused"
"""The event that a client dispatches after Discord has refused an emoji."""


async def retry_without_emoji(
    client: discord.Client, payload: Payload, send: Callable[[Payload], Awaitable[T]]
) -> T:
    """Send a payload, once more without emoji if Discord refuses it. Raise the errors of ``send``.

    The client dispatches REFUSED_EMOJI_EVENT if Discord takes the message without them.
    """
    try:
        return await send(payload)
    except discord.HTTPException as error:
        plain = payload_without_emoji(payload)
        if error.code not in REFUSED_EMOJI_CODES or plain is None:
            raise
    sent = await send(plain)
    client.dispatch(REFUSED_EMOJI_EVENT)
    return sent


def payload_without_emoji(payload: Payload) -> Payload | None:
    """Remove the bot's own emoji from a payload, whose view is changed. None if it has none."""
    content = without_emoji(payload.content)
    has_emoji = content != payload.content
    for item in payload.view.walk_children() if payload.view is not None else ():
        match item:
            case ui.TextDisplay():
                plain = without_emoji(item.content)
                has_emoji |= plain != item.content
                item.content = plain
            case PressButton():
                has_emoji |= item.item.emoji is not None
                item.item.emoji = None
            case PickMenu():
                for option in item.item.options:
                    has_emoji |= option.emoji is not None
                    option.emoji = None
    return replace(payload, content=content) if has_emoji else None
