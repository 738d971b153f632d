"""Direct messages: to who may be written to, not too many a day, none of them twice."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from typing import Final

import discord

from bot.client.discord_io.layouts import layout_of
from bot.client.discord_io.sending import SECONDS, send
from bot.text.message import TEXT_LIMIT, Message, shortened
from storage import Notifications, Preferences

log = logging.getLogger(__name__)

DAILY: Final = 8
"""The most direct messages somebody is sent in 24 hours."""
CLOSED: Final = "dm-closed"
"""The preference that says until when, in Unix seconds, somebody is not written to."""
SPARED: Final = 86_400.0
"""Seconds for which somebody is not tried again whose direct messages are closed."""
REFUSED: Final = (10013, 50007, 50278)
"""What Discord answers where somebody is gone, takes no messages, or shares no server."""
NONCE: Final = 22


class DirectMessages:
    """Writes to people, one by one."""

    def __init__(
        self,
        client: discord.Client,
        notifications: Notifications,
        preferences: Preferences,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._notifications = notifications
        self._preferences = preferences
        self._clock = clock

    async def send(
        self,
        user: int,
        message: Message,
        *,
        game: int,
        version: int,
        nonce: str,
        most: int = DAILY,
    ) -> bool:
        """Sends somebody a text with buttons about a game as it stands; whether it is out.

        It is not where they take no messages, as ``closed`` tells then, or have had the ``most`` of
        a day. Of messages of one nonce, however long, Discord takes one. Raises one of NOT_TAKEN
        where Discord fails, StorageError.
        """
        if await self.closed(user) or not await self._notifications.reserve_direct_message(
            user, nonce, most
        ):
            return False
        layout = layout_of(message, shortened(message.text, TEXT_LIMIT), game, version)
        nobody = discord.AllowedMentions.none()
        try:
            async with asyncio.timeout(SECONDS):
                found = await self._client.create_dm(discord.Object(user))
            channel = self._client.get_partial_messageable(found.id)
            await send(channel, layout, (), nobody, _nonce(user, nonce))
        except discord.HTTPException as error:
            if error.status < 500:
                await self._notifications.release_direct_message(user, nonce)
            if error.code not in REFUSED:
                raise
            log.info("user %s takes no direct messages: %s", user, error)
            await self._preferences.prefer(user, CLOSED, str(self._clock() + SPARED))
            return False
        return True

    async def closed(self, user: int) -> bool:
        """Whether somebody is known to take no direct messages."""
        until = (await self._preferences.of(user)).get(CLOSED)
        return until is not None and self._clock() < float(until) <= self._clock() + SPARED

    async def tried_anew(self, user: int) -> None:
        """Somebody asks to be written to: what is known of them may be over."""
        if await self.closed(user):
            await self._preferences.prefer(user, CLOSED, "0")


def _nonce(user: int, nonce: str) -> str:
    """The nonce as Discord takes it: short, and another for everybody."""
    return hashlib.sha256(f"{user} {nonce}".encode()).hexdigest()[:NONCE]
