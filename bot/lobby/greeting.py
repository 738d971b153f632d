"""Channels for trying the bot, and their first posts."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.discord_io.buttons import NO_GAME, card_of
from bot.discord_io.sending import send
from bot.lobby.words import greeting
from bot.text.i18n import ENGLISH, language_of, use_language


@dataclass(frozen=True, slots=True)
class Demo:
    """Channels for trying the bot, empty at each start, and their users.

    ``prepared`` is called with the log open and nothing posted.
    """

    channels: tuple[int, ...]
    guild: int
    users: tuple[int, ...]
    prepared: Callable[[], Awaitable[None]] | None = None


async def greet(client: discord.Client, demo: Demo) -> None:
    """Send each channel's first post in the language of its server."""
    guild = client.get_guild(demo.guild)
    with use_language(language_of(guild.preferred_locale if guild is not None else ENGLISH)):
        message = greeting(demo.users)
    payload = card_of(message, message.text)
    nobody = discord.AllowedMentions.none()
    for channel in demo.channels:
        target = client.get_partial_messageable(channel, guild_id=demo.guild)
        await send(client, target, payload, (), nobody, f"{NO_GAME}-{channel}")
