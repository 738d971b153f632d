"""Servers as this process sees them: its own by the gateway, others by asking Discord."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.text.i18n import ENGLISH, language_of
from storage import ALL_SHARDS, Departures, ShardFilter

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
    clock: Callable[[], float] = time.monotonic
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
