"""Channels that have missed something: each is tried again until it has been told all."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final, TypeAlias

import discord

from bot.client.discord_io.backoff import Sleep
from bot.client.discord_io.sending import ARCHIVED, refuses

Tried: TypeAlias = Callable[[int], Awaitable[Exception | None]]
"""Tells a channel all it has missed; why it has to be tried again, if it has to."""

PAUSES: Final = (5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before a channel is tried again, for the first time, the second …; the last for ever."""
REFUSED: Final = (60.0, 300.0, 900.0, 3600.0)
"""The same where Discord refuses the post: somebody has to give a permission, open a thread."""


class Retries:
    """Which channels are due, and why; in memory alone."""

    def __init__(self, tried: Tried, sleep: Sleep) -> None:
        self.trying: set[int] = set()
        """Channels that are being told just now."""
        self._tried = tried
        self._sleep = sleep
        self._due: dict[int, asyncio.Task[None]] = {}
        self._refusing: set[int] = set()
        """Those in which it is Discord that does not allow it."""
        self._closing = False

    def __contains__(self, channel: int) -> bool:
        return channel in self._due

    def refused(self, channel: int) -> bool:
        """Whether it is Discord that does not allow to post in a channel."""
        return channel in self._refusing

    def later(self, channel: int, error: Exception) -> None:
        """A channel is due, if it is not already."""
        self._blame(channel, error)
        if channel not in self._due and not self._closing:
            task = asyncio.create_task(self._retry(channel, error), name="outbox")
            self._due[channel] = task

    def settled(self, channel: int) -> None:
        """A channel is not due any more. Whoever waits to try it is not sending, but is called off.

        To be called by who holds the channel's lock, or where nobody tries it.
        """
        self._refusing.discard(channel)
        task = self._due.pop(channel, None)
        if task is not None:
            task.cancel()

    def called_off(self, channels: Collection[int]) -> list[int]:
        """Those of the channels that are due and nobody tries: their pauses are over."""
        found = sorted((self._due.keys() & set(channels)) - self.trying)
        for channel in found:
            self.settled(channel)
        return found

    def close(self) -> set[asyncio.Task[None]]:
        """Nothing more becomes due; what is being tried is still under way."""
        self._closing = True
        for channel, task in self._due.items():
            if channel not in self.trying:
                task.cancel()
        return set(self._due.values())

    async def _retry(self, channel: int, error: Exception | None) -> None:
        """Tries a channel again until it has been told all, with growing pauses."""
        tries = 0
        try:
            while error is not None and not self._closing:
                await self._sleep(pause(error, tries))
                error = await self._tried(channel)
                self._blame(channel, error)
                tries += 1
        finally:
            if self._due.get(channel) is asyncio.current_task():
                del self._due[channel]

    def _blame(self, channel: int, error: Exception | None) -> None:
        """Notes whether it is Discord that does not allow it."""
        forbidden = isinstance(error, discord.Forbidden)
        if forbidden or (isinstance(error, discord.HTTPException) and error.code == ARCHIVED):
            self._refusing.add(channel)
        else:
            self._refusing.discard(channel)


def pause(error: Exception, tries: int) -> float:
    """Seconds until a channel is tried again that has failed so, after so many tries."""
    pauses = REFUSED if refuses(error) else PAUSES
    return pauses[min(tries, len(pauses) - 1)]
