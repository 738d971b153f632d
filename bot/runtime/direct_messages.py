"""Send direct messages: each at most once, and at most DAILY_LIMIT a day to a user."""

import asyncio
import hashlib
import logging
import time
from dataclasses import dataclass
from typing import Final

import discord

from bot.core.durations import DAY, Clock
from bot.discord_io.buttons import post_of
from bot.discord_io.sending import REQUEST_SECONDS, send
from bot.text.emoji import without_emoji
from bot.text.message import CONTENT_LIMIT, Message, truncate
from storage import KeyValues, Notifications

log = logging.getLogger(__name__)

DAILY_LIMIT: Final = 8
"""The most direct messages to a user in 24 hours."""
CLOSED: Final = "dm-closed"
"""The preference with the Unix time until which a user gets no direct messages."""
CLOSED_SECONDS: Final = 1.0 * DAY
"""Seconds without a new try after a user has refused a direct message."""
REFUSED_CODES: Final = (10013, 50007, 50278)
"""Discord's error codes: unknown user, direct messages closed, no server in common."""
NONCE_LENGTH: Final = 22


@dataclass(eq=False, repr=False)
class DirectMessages:
    client: discord.Client
    notifications: Notifications
    preferences: KeyValues
    clock: Clock = time.time

    async def send(
        self,
        user: int,
        message: Message,
        *,
        game: int,
        version: int,
        nonce: str,
        daily_limit: int | None = DAILY_LIMIT,
    ) -> bool:
        """Send a message with buttons about a version of a game. Return True if sent.

        False if the user takes no messages, after which `is_closed` is True, or has had
        ``daily_limit`` in 24 hours; None neither limits nor counts. Discord takes one message per
        nonce, of any length. Raise one of TRANSPORT_ERRORS or StorageError.
        """
        if await self.is_closed(user):
            return False
        is_counted = daily_limit is not None
        if daily_limit is not None and not await self.notifications.reserve_direct_message(
            user, nonce, daily_limit
        ):
            return False
        # A phone's notification would show the bot's emoji as markup.
        text = truncate(without_emoji(message.text), CONTENT_LIMIT)
        payload = post_of(message, text, game, version)
        nobody = discord.AllowedMentions.none()
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                dm_channel = await self.client.create_dm(discord.Object(user))
            channel = self.client.get_partial_messageable(dm_channel.id)
            await send(self.client, channel, payload, (), nobody, _nonce(user, nonce))
        except discord.HTTPException as error:
            # After a 5xx the message may have arrived, so that its reservation stays.
            if error.status < 500 and is_counted:
                await self.notifications.release_direct_message(user, nonce)
            if error.code not in REFUSED_CODES:
                raise
            log.info("user %s takes no direct messages: %s", user, error)
            await self.preferences.save(CLOSED, str(self.clock() + CLOSED_SECONDS), user=user)
            return False
        return True

    async def is_closed(self, user: int) -> bool:
        until = (await self.preferences.of(user=user)).get(CLOSED)
        return until is not None and self.clock() < float(until) <= self.clock() + CLOSED_SECONDS

    async def reopen(self, user: int) -> None:
        """Forget that a user took no messages: they just asked for some."""
        if await self.is_closed(user):
            await self.preferences.save(CLOSED, "0", user=user)


def _nonce(user: int, nonce: str) -> str:
    """Short enough for Discord, and different for each user."""
    return hashlib.sha256(f"{user} {nonce}".encode()).hexdigest()[:NONCE_LENGTH]
