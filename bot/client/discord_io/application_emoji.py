"""Upload the bot's own emoji once, and use those that are uploaded."""

import asyncio
import logging
from typing import Final

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.text.emoji import use_emoji
from renderer.emoji import draw_emoji, emoji_names

log = logging.getLogger(__name__)

MAX_EMOJI: Final = 2000
"""The most emoji of an application."""


async def provide_emoji(client: discord.Client, *, uploads: bool) -> None:
    """Use the emoji that the application has, and upload those that it lacks.

    Without ``uploads`` another process does that. Emoji that fail are tried again at the next
    start; until then the usual signs stand for them.
    """
    wanted, missing = emoji_names(), 0
    try:
        emoji = await client.fetch_application_emojis()
        markup = {one.name: str(one) for one in emoji if one.name in wanted}
        use_emoji(markup)
        absent = [name for name in wanted if name not in markup]
        missing = len(absent)
        for name in absent[: max(0, MAX_EMOJI - len(emoji))] if uploads else ():
            png = await asyncio.to_thread(draw_emoji, name)
            made = await client.create_application_emoji(name=name, image=png)
            markup[name] = str(made)
            missing -= 1
            use_emoji(markup)
    except TRANSPORT_ERRORS as error:
        log.warning("emoji are missing, %s of %s: %r", missing, len(wanted), error)
        return
    log.info("%s of %s emoji are there", len(wanted) - missing, len(wanted))
