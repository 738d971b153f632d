"""Whether a channel is gone for good, as Discord says itself."""

from typing import Final

import discord

from bot.client.sending import NOT_TAKEN

NO_CHANNEL: Final = 10003
"""What Discord answers about a channel that was deleted."""


async def gone(client: discord.Client, channel: int) -> bool:
    """Whether there is no such channel any more; False where that cannot be said now."""
    try:
        await client.http.get_channel(channel)
    except NOT_TAKEN as error:
        return isinstance(error, discord.HTTPException) and error.code == NO_CHANNEL
    return False
