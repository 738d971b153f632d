"""Permissions and visibility of a table's channel for a user elsewhere, as in a direct message.

Seat and permissions come from the table's channel; answers go to the place of the press.
"""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cluster.guilds import Guilds
from bot.discord_io.links import channel_link
from bot.discord_io.sending import TRANSPORT_ERRORS
from bot.interactions.call import Call, ServerChannel, TablePlace
from bot.table.refusals import Refusal
from bot.table.store import Tables

log = logging.getLogger(__name__)

LOOKUP_SECONDS: Final = 2.0
"""Seconds that Discord may take to look up a member of another server."""
MAX_FOREIGN_SERVERS: Final = 6
"""The most servers of other processes that are asked at a time: each costs four requests."""


@dataclass(eq=False, repr=False)
class ChannelAccess:
    """Tables' channels, and the permissions there of users elsewhere."""

    guilds: Guilds
    tables: Tables

    async def call(self, interaction: discord.Interaction[Any], game: int) -> Call:
        """A press as a call in its table's channel; unchanged for an unknown game.

        Raise Refusal if the user does not see the channel or the bot does not reach it. If Discord
        cannot look the user up, a seated user may play but do nothing else.
        """
        row = await self.tables.row(game)
        if row is None or row.channel == interaction.channel_id:
            return Call.here(interaction)
        user = interaction.user.id
        loaded = await self.tables.latest(row.channel)
        channel = await self.server_channel(row.guild, row.channel)
        if channel is None:
            raise Refusal("out-of-reach")
        try:
            member = await _member(channel, user)
            is_visible = member is not None and await _can_see(channel, member)
        except TRANSPORT_ERRORS as error:
            log.info(
                "user %s could not be looked up in server %s, so only a seat counts: %r",
                user,
                row.guild,
                error,
            )
            member = None
            is_visible = loaded is not None and loaded.table.seat_of(user) is not None
        if not is_visible:
            raise Refusal("not-there")
        return _call_in(interaction, channel, member)

    async def can_see(self, user: int, guild: int, channel_id: int) -> bool:
        """A private thread only as its member.

        Raise one of TRANSPORT_ERRORS.
        """
        channel = await self.server_channel(guild, channel_id)
        member = await _member(channel, user) if channel is not None else None
        return channel is not None and member is not None and await _can_see(channel, member)

    async def visible_channels(
        self, user: int, places: Iterable[tuple[int, int]]
    ) -> frozenset[tuple[int, int]]:
        """The ``places`` (server, channel) that a user sees.

        Private threads are left out, as are all but a few servers of other processes.
        """
        by_server: dict[int, list[int]] = {}
        for guild, channel in places:
            by_server.setdefault(guild, []).append(channel)
        for guild in [guild_id for guild_id in by_server if not self.guilds.is_own(guild_id)][
            MAX_FOREIGN_SERVERS:
        ]:
            del by_server[guild]
        places_by_server = await asyncio.gather(
            *(self._visible_in_server(user, *server) for server in by_server.items())
        )
        return frozenset(place for server in places_by_server for place in server)

    async def server_channel(self, guild: int, channel_id: int) -> ServerChannel | None:
        server = await self.guilds.server(guild)
        if server is None or server.unavailable:
            return None
        if (known := server.get_channel_or_thread(channel_id)) is not None:
            return known
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                return await server.fetch_channel(channel_id)  # Not cached, as an archived thread.
        except (*TRANSPORT_ERRORS, discord.InvalidData) as error:
            log.info("channel %s is out of reach: %r", channel_id, error)
            return None

    async def _visible_in_server(
        self, user: int, guild: int, channel_ids: Iterable[int]
    ) -> list[tuple[int, int]]:
        channels = [
            channel
            for channel_id in channel_ids
            if (channel := await self.server_channel(guild, channel_id)) is not None
        ]
        try:
            member = await _member(channels[0], user) if channels else None
        except TRANSPORT_ERRORS:
            return []
        if member is None:
            return []
        return [
            (guild, channel.id)
            for channel in channels
            if channel.permissions_for(member).view_channel and not _is_private_thread(channel)
        ]


def hidden_channels(member: discord.Member, channel_ids: Iterable[int]) -> frozenset[int]:
    """Private threads, and channels that the member may not see.

    Without channels not in memory, such as archived threads.
    """
    channels = {
        channel_id: member.guild.get_channel_or_thread(channel_id)
        for channel_id in set(channel_ids)
    }
    return frozenset(
        channel_id
        for channel_id, channel in channels.items()
        if channel is not None and (_is_private_thread(channel) or not _can_view(channel, member))
    )


def _can_view(channel: ServerChannel, member: discord.Member) -> bool:
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    return place is not None and place.permissions_for(member).view_channel


def _call_in(
    interaction: discord.Interaction[Any], channel: ServerChannel, member: discord.Member | None
) -> Call:
    view_only = discord.Permissions(view_channel=True)
    place = TablePlace(
        channel.guild,
        channel.guild.id,
        channel,
        channel.id,
        view_only if member is None else channel.permissions_for(member),
        channel.permissions_for(channel.guild.me),
        channel_link(channel.guild, channel.id, interaction.guild_id),
    )
    return Call(interaction, member or interaction.user, place, None)


async def _member(channel: ServerChannel, user: int) -> discord.Member | None:
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            return await channel.guild.fetch_member(user)
    except discord.NotFound:
        return None


async def _can_see(channel: ServerChannel, member: discord.Member) -> bool:
    """True if a member sees a channel; a private thread only as its member."""
    if not channel.permissions_for(member).view_channel:
        return False
    if not _is_private_thread(channel):
        return True
    assert isinstance(channel, discord.Thread)
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            await channel.fetch_member(member.id)
    except discord.NotFound:
        return False
    return True


def _is_private_thread(channel: ServerChannel) -> bool:
    return isinstance(channel, discord.Thread) and channel.is_private()


def is_open_to(guild: discord.Guild, channel: int, readers: int) -> bool:
    """True if all readers of channel ``readers`` can see another channel.

    Certain if it is the same channel or its public thread, visible to the whole server, or has the
    same permissions.
    """
    one, other = guild.get_channel_or_thread(channel), guild.get_channel_or_thread(readers)
    if channel == readers:
        return True
    if isinstance(one, discord.Thread):
        if one.is_private():
            return False
        one = one.parent
    if isinstance(other, discord.Thread):
        other = other.parent
    if one is None or other is None:
        return False
    if one.id == other.id or one.permissions_for(guild.default_role).view_channel:
        return True
    return one.overwrites == other.overwrites
