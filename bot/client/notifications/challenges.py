"""Challenges: the host of a new table pings the player for whom its other seat is meant."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.client.discord_io.sending import NOTICE_TIMEOUT_SECONDS, TRANSPORT_ERRORS
from bot.client.notifications.notifier import Delivery, Notification, Notifier
from bot.presenters.public.challenges import challenge_post
from bot.table.store import LoadedTable

CHALLENGE: Final = "challenge"
"""The kind of the notification."""


@dataclass(eq=False, repr=False)
class Challenges:
    """Post challenges, one for each table."""

    notifier: Notifier

    async def post(self, loaded: LoadedTable, host: int, user: int) -> bool:
        """Challenge a user to the game of a lobby. Return True if the post is out."""
        notification = Notification(f"{CHALLENGE} {loaded.row.id}", CHALLENGE, loaded.row.id)
        compose = partial(challenge_post, loaded.table, host, user)
        try:
            async with asyncio.timeout(NOTICE_TIMEOUT_SECONDS):
                sent = await self.notifier.once(
                    notification, loaded, compose, others=(host, user), resume=False
                )
        except TRANSPORT_ERRORS:
            return False
        return sent is Delivery.SENT
