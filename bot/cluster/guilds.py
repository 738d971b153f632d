"""Look up servers and members, and delete the games of servers and channels that are gone.

The gateway tells only of this process's servers; Discord is asked about others. Games are deleted
KEPT_DAYS after their server or channel is gone.
"""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.core.durations import DAY, Sleep, Timer
from bot.core.tasks import retry_until_reachable
from bot.discord_io.errors import UNKNOWN_CHANNEL
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.text.i18n import ENGLISH, language_of
from storage import ALL_SHARDS, Departure, Departures, Log, ShardFilter, StorageUnavailable

log = logging.getLogger(__name__)

LOOKUP_SECONDS: Final = 2.0
"""Seconds to wait for Discord's answer about a server."""
REUSE_SECONDS: Final = 5.0
"""Seconds for which an answer is reused, so that one press asks once."""
SERVER_NAME_SECONDS: Final = 600.0
"""Seconds for which the list of a user's tables reuses the names of a server and its channels."""
REMEMBERED_SERVERS: Final = 256
"""The number of other processes' servers that are remembered."""


@dataclass(eq=False, repr=False)
class Guilds:
    """Servers, members and names, also of other processes' servers."""

    client: discord.Client
    departures: Departures | None = None
    """Know which servers are gone."""
    shards: ShardFilter = ALL_SHARDS
    """The servers of this process."""
    clock: Timer = time.monotonic
    _servers: LRUCache[int, tuple[float, discord.Guild]] = field(
        init=False, default_factory=lambda: LRUCache(REMEMBERED_SERVERS)
    )

    def is_own(self, guild: int) -> bool:
        """True if the server is on this process's gateway connection."""
        return self.shards.has(guild)

    def has_bot(self, guild: int) -> bool:
        """False for a server of another process."""
        return self.client.get_guild(guild) is not None

    def server_name(self, guild: int) -> str:
        """Return "" for a server of another process."""
        server = self.client.get_guild(guild)
        return "" if server is None else server.name

    def language(self, guild: int) -> str:
        """The language of an own server's Discord; English for that of another process."""
        server = self.client.get_guild(guild)
        return ENGLISH if server is None else language_of(server.preferred_locale)

    async def server(self, guild: int, seconds: float = REUSE_SECONDS) -> discord.Guild | None:
        """A server with channels, roles and the bot's member; None if out of reach.

        Another process's server is no older than ``seconds``.
        """
        if self.shards.has(guild):
            return self.client.get_guild(guild)
        at, known = self._servers.get(guild, (0.0, None))
        if known is not None and self.clock() - at <= seconds:
            return known
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                server = await self._fetch(guild)
        except TRANSPORT_ERRORS as error:
            log.info("server %s cannot be looked up: %r", guild, error)
            self._servers.pop(guild, None)
            return None
        self._servers[guild] = self.clock(), server
        return server

    async def with_bot(self, guilds: frozenset[int]) -> frozenset[int]:
        """Return the servers with the bot, as far as known without asking."""
        own = {guild for guild in guilds if self.shards.has(guild)}
        gone = set()
        if own != guilds and self.departures is not None:
            gone = {
                departure.place
                for departure in await self.departures.all()
                if departure.kind == "server"
            }
        there = {guild for guild in own if self.client.get_guild(guild) is not None}
        return frozenset(there | (guilds - own - gone))

    async def member_name(self, guild: int, user: int) -> str:
        """The display name; empty if the server is out of reach.

        Raise one of TRANSPORT_ERRORS, NotFound if the user is not there.
        """
        if self.shards.has(guild):
            server = self.client.get_guild(guild)
            return "" if server is None else (await server.fetch_member(user)).display_name
        member = await self.client.http.get_member(guild, user)
        person = member["user"]
        return str(member.get("nick") or person.get("global_name") or person["username"])

    async def _fetch(self, guild: int) -> discord.Guild:
        """Ask Discord for another process's server; build it as the gateway would."""
        http, me = self.client.http, self.client.user
        assert me is not None
        server, channels, member = await asyncio.gather(
            http.get_guild(guild, with_counts=False),
            http.get_all_guild_channels(guild),
            http.get_member(guild, me.id),
        )
        data: Any = {**server, "channels": channels, "members": [member]}
        return discord.Guild(data=data, state=self.client._connection)


KEPT_DAYS: Final = 30
"""Days for which the games of a server stay after it has removed the bot."""
LOOKUP_TIMEOUT_SECONDS: Final = 10.0
"""The time limit of a question to Discord whether a server or a channel exists."""


@dataclass(eq=False, repr=False)
class DepartureWatch:
    """Note servers and channels that are gone, and delete their games after KEPT_DAYS.

    Before games are deleted Discord has confirmed twice, KEPT_DAYS apart, that the place is gone.
    """

    client: discord.Client
    game_log: Log
    departures: Departures
    sleep: Sleep = asyncio.sleep
    _start_check: asyncio.Task[None] | None = field(init=False, default=None)

    async def server_left(self, guild: int) -> None:
        await self.departures.mark_gone("server", guild)
        log.info("server %s has removed the bot; its games are kept %d days", guild, KEPT_DAYS)

    async def server_joined(self, guild: int) -> None:
        if await self.departures.mark_back("server", guild):
            log.info("server %s has the bot again; its games stay", guild)

    async def channel_deleted(self, channel: int) -> None:
        """End its game and cup at once."""
        await self.game_log.drop_channel(channel)
        await self.departures.mark_gone("channel", channel)

    async def confirm_deleted(self, channel: int) -> bool:
        """Ask Discord whether a channel is deleted, and if so end its game.

        False if the server has removed the bot: nothing is known then.
        """
        row = await self.game_log.latest(channel)
        if row is None or self.client.get_guild(row.guild) is None:
            return False
        if await self._fetch_channel_exists(channel) is not False:
            return False
        log.info("channel %s is deleted; its game is over", channel)
        await self.channel_deleted(channel)
        return True

    def begin(self) -> None:
        """Look for places that have gone or come back while the bot was not running."""
        if self._start_check is None or self._start_check.done():
            work = retry_until_reachable(self._check_all, self.sleep)
            self._start_check = asyncio.create_task(work, name="departures")

    async def close(self) -> None:
        """Cancel the check of a start: the next start repeats it."""
        if self._start_check is not None:
            self._start_check.cancel()
            await asyncio.gather(self._start_check, return_exceptions=True)

    async def run(self) -> bool:
        """Daily job: delete the games of one place gone for KEPT_DAYS.

        Return True if there may be more such places.
        """
        before = self.game_log.clock() - KEPT_DAYS * DAY
        expired = [place for place in await self.departures.all() if place.since <= before]
        for place in expired:
            exists = await self._exists(place)
            if exists is None:
                continue  # Discord does not answer: try again on the next day.
            if exists:
                await self.departures.mark_back(place.kind, place.place)
                continue
            why = f"the {place.kind} has been gone for {KEPT_DAYS} days"
            games = await self.departures.delete(place.kind, place.place, why)
            log.info("%s %s: %d games deleted, as %s", place.kind, place.place, len(games), why)
            return len(expired) > 1
        return False

    async def _check_all(self) -> None:
        try:
            for place in await self.departures.all():
                if place.kind == "server" and self.client.get_guild(place.place) is not None:
                    await self.server_joined(place.place)
            channels = await self.departures.places()
            gone = {(place.kind, place.place) for place in await self.departures.all()}
            for guild in await self.departures.servers():
                if ("server", guild) not in gone and await self._server_exists(guild) is False:
                    await self.server_left(guild)
            for guild, channel in channels:
                server = self.client.get_guild(guild)
                is_known = ("channel", channel) in gone
                if is_known or server is None or server.unavailable:
                    continue
                if await self._channel_exists(channel) is False:
                    log.info("channel %s was deleted while the bot was not running", channel)
                    await self.channel_deleted(channel)
        except StorageUnavailable:
            raise
        except Exception:
            log.exception("could not check which servers and channels are gone")

    async def _exists(self, place: Departure) -> bool | None:
        if place.kind == "server":
            return await self._server_exists(place.place)
        return await self._channel_exists(place.place)

    async def _server_exists(self, guild: int) -> bool | None:
        """None if Discord does not answer."""
        if self.client.get_guild(guild) is not None:
            return True
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT_SECONDS):
                await self.client.fetch_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return False
        except TRANSPORT_ERRORS as error:
            log.info("could not ask whether server %s exists: %r", guild, error)
            return None
        return True

    async def _channel_exists(self, channel: int) -> bool | None:
        """True also for a channel the bot cannot see; None if Discord fails."""
        if self.client.get_channel(channel) is not None:
            return True
        return await self._fetch_channel_exists(channel)

    async def _fetch_channel_exists(self, channel: int) -> bool | None:
        """Ask Discord, ignoring what the bot has cached."""
        try:
            async with asyncio.timeout(LOOKUP_TIMEOUT_SECONDS):
                await self.client.http.get_channel(channel)
        except discord.Forbidden:
            return True  # It is hidden from the bot.
        except discord.NotFound as error:
            return False if error.code == UNKNOWN_CHANNEL else None
        except TRANSPORT_ERRORS as error:
            log.info("could not ask whether channel %s exists: %r", channel, error)
            return None
        return True
