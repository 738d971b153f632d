"""Servers and channels that are gone: noticed, confirmed by Discord, deleted after a while."""

import asyncio
import logging
from typing import Final

import discord

from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.client.posting.retries import Sleep, patiently
from storage import Departures, Gone, Log, OutOfReach

log = logging.getLogger(__name__)

DAYS: Final = 30
"""How long the games of what is gone are kept: a server may take the bot back."""
DAY: Final = 86_400.0
SECONDS: Final = 10.0
"""How long Discord may take to say whether something is there."""
UNKNOWN_CHANNEL: Final = 10003
"""What Discord answers about a channel that was deleted."""


class DepartureWatch:
    """Looks after what is gone. That something is deleted Discord has said twice, 30 days apart."""

    def __init__(
        self,
        client: discord.Client,
        log: Log,
        departures: Departures,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._sleep = sleep
        self._client = client
        self._log = log
        self._departures = departures
        self._looking: asyncio.Task[None] | None = None

    async def server_left(self, guild: int) -> None:
        """A server does not have the bot any more; its games wait for it to come back."""
        await self._departures.leave("server", guild)
        log.info("server %s is gone; in %d days its games are", guild, DAYS)

    async def server_joined(self, guild: int) -> None:
        """A server has the bot, perhaps again."""
        if await self._departures.come_back("server", guild):
            log.info("server %s is back, its games stay", guild)

    async def channel_deleted(self, channel: int) -> None:
        """A channel or a thread is deleted: its game is over at once."""
        await self._log.drop_channel(channel)
        await self._departures.leave("channel", channel)

    async def lost(self, channel: int) -> bool:
        """Looks after a channel that seems gone; whether Discord, asked once more, says it is.

        Of a server that has put the bot out nothing is known, so its channels wait with it.
        """
        row = await self._log.latest(channel)
        if row is None or self._client.get_guild(row.guild) is None:
            return False
        if await self._told_of(channel) is not False:
            return False
        log.info("channel %s is gone, and so is its game", channel)
        await self.channel_deleted(channel)
        return True

    def look_around(self) -> None:
        """Begins to look for what has gone, or come back, while the bot was away."""
        if self._looking is None or self._looking.done():
            work = patiently(self._look_around, self._sleep)
            self._looking = asyncio.create_task(work, name="looking around")

    async def close(self) -> None:
        """Looks no further: the next start does."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def sweep(self) -> bool:
        """Deletes what has been gone for so long, one place at a time; whether there is more."""
        before = self._log.clock() - DAYS * DAY
        due = [each for each in await self._departures.gone() if each.since <= before]
        for each in due:
            there = await self._there(each)
            if there is None:
                continue  # Discord does not say: tomorrow, perhaps
            if there:
                await self._departures.come_back(each.kind, each.place)
                continue
            why = f"the {each.kind} has been gone for {DAYS} days"
            games = await self._departures.delete(each.kind, each.place, why)
            log.info("%s %s: %d games deleted, as %s", each.kind, each.place, len(games), why)
            return len(due) > 1
        return False

    async def _look_around(self) -> None:
        try:
            for each in await self._departures.gone():
                if each.kind == "server" and self._client.get_guild(each.place) is not None:
                    await self.server_joined(each.place)
            places = await self._departures.places()
            gone = {(each.kind, each.place) for each in await self._departures.gone()}
            for guild in await self._departures.servers():
                if ("server", guild) not in gone and await self._server_there(guild) is False:
                    await self.server_left(guild)
            for guild, channel in places:
                server = self._client.get_guild(guild)
                known = ("channel", channel) in gone
                if known or server is None or server.unavailable:
                    continue
                if await self._channel_there(channel) is False:
                    log.info("channel %s was deleted while the bot was away", channel)
                    await self.channel_deleted(channel)
        except OutOfReach:
            raise
        except Exception:
            log.exception("could not look for what is gone")

    async def _there(self, each: Gone) -> bool | None:
        if each.kind == "server":
            return await self._server_there(each.place)
        return await self._channel_there(each.place)

    async def _server_there(self, guild: int) -> bool | None:
        """Whether a server has the bot; None if Discord does not say."""
        if self._client.get_guild(guild) is not None:
            return True
        try:
            async with asyncio.timeout(SECONDS):
                await self._client.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return False
        except TRANSPORT_ERRORS as error:
            log.info("whether server %s is there is not told: %r", guild, error)
            return None
        return True

    async def _channel_there(self, channel: int) -> bool | None:
        """Whether there is a channel, seen by the bot or not; None if Discord does not say."""
        return self._client.get_channel(channel) is not None or await self._told_of(channel)

    async def _told_of(self, channel: int) -> bool | None:
        """The same as Discord says itself, whatever the bot knows."""
        try:
            async with asyncio.timeout(SECONDS):
                await self._client.http.get_channel(channel)
        except discord.Forbidden:
            return True  # it is hidden from the bot
        except discord.NotFound as error:
            return False if error.code == UNKNOWN_CHANNEL else None
        except TRANSPORT_ERRORS as error:
            log.info("whether channel %s is there is not told: %r", channel, error)
            return None
        return True
