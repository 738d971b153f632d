"""Button presses outside the channel of their table: in a direct message or another server.

Seat and permissions are those of the table's channel; answers go to the place of the press.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

import discord

from bot.client.cluster.guilds import Guilds
from bot.client.discord_io.call import Call, Room, TablePlace
from bot.client.discord_io.links import channel_link
from bot.client.discord_io.sending import TRANSPORT_ERRORS
from bot.table.refusals import Refusal
from bot.table.store import Tables

log = logging.getLogger(__name__)

LOOKUP_SECONDS: Final = 2.0
"""Seconds that Discord may take to look up a member of another server."""
MAX_FOREIGN_SERVERS: Final = 6
"""The most servers of other processes that are asked at a time: each costs four requests."""


class ChannelAccess:
    """Find the channel of a table, and the permissions there of a user in another place."""

    def __init__(self, guilds: Guilds, tables: Tables) -> None:
        self._guilds = guilds
        self._tables = tables

    async def call(self, interaction: discord.Interaction[Any], game: int) -> Call:
        """A press as a call in the channel of its table; unchanged if its game is unknown.

        Raise Refusal if the user does not see that channel or the bot does not reach it. If Discord
        cannot look the user up, a user with a seat may play but do nothing else.
        """
        row = await self._tables.row(game)
        if row is None or row.channel == interaction.channel_id:
            return Call.here(interaction)
        user = interaction.user.id
        seen = await self._tables.latest(row.channel)
        room = await self.room(row.guild, row.channel)
        if room is None:
            raise Refusal("out-of-reach")
        try:
            member = await _member(room, user)
            may_see = member is not None and await _sees(room, member)
        except TRANSPORT_ERRORS as error:
            log.info(
                "user %s could not be looked up in server %s, so only a seat counts: %r",
                user,
                row.guild,
                error,
            )
            member = None
            may_see = seen is not None and seen.table.seat_of(user) is not None
        if not may_see:
            raise Refusal("not-there")
        return _call_in(interaction, room, member)

    async def sees(self, user: int, guild: int, channel: int) -> bool:
        """Return True if a user sees a channel; a private thread, only as its member.

        Raise one of TRANSPORT_ERRORS if Discord does not answer.
        """
        room = await self.room(guild, channel)
        member = await _member(room, user) if room is not None else None
        return room is not None and member is not None and await _sees(room, member)

    async def visible(
        self, user: int, places: Iterable[tuple[int, int]]
    ) -> frozenset[tuple[int, int]]:
        """The channels that a user sees among ``places``, each given as server and channel.

        Private threads are left out, as are all but a few servers of other processes.
        """
        by_server: dict[int, list[int]] = {}
        for guild, channel in places:
            by_server.setdefault(guild, []).append(channel)
        for guild in [guild_id for guild_id in by_server if not self._guilds.is_own(guild_id)][
            MAX_FOREIGN_SERVERS:
        ]:
            del by_server[guild]
        places_by_server = await asyncio.gather(
            *(self._visible_in_server(user, *server) for server in by_server.items())
        )
        return frozenset(place for server in places_by_server for place in server)

    async def room(self, guild: int, channel: int) -> Room | None:
        """A channel or thread of a server, if the bot reaches it."""
        server = await self._guilds.server(guild)
        if server is None or server.unavailable:
            return None
        if (known := server.get_channel_or_thread(channel)) is not None:
            return known
        try:
            async with asyncio.timeout(LOOKUP_SECONDS):
                return await server.fetch_channel(channel)  # Not cached, as an archived thread.
        except (*TRANSPORT_ERRORS, discord.InvalidData) as error:
            log.info("channel %s is out of reach: %r", channel, error)
            return None

    async def _visible_in_server(
        self, user: int, guild: int, channels: Iterable[int]
    ) -> list[tuple[int, int]]:
        """The channels of one server that a user sees."""
        rooms = [
            room for channel in channels if (room := await self.room(guild, channel)) is not None
        ]
        try:
            member = await _member(rooms[0], user) if rooms else None
        except TRANSPORT_ERRORS:
            return []
        if member is None:
            return []
        return [
            (guild, room.id)
            for room in rooms
            if room.permissions_for(member).view_channel and not _is_private_thread(room)
        ]


def hidden_channels(member: discord.Member, channels: Iterable[int]) -> frozenset[int]:
    """The channels of a member's server that the member may not see, and private threads.

    A channel that is not in memory, such as an archived thread, is not among them.
    """
    rooms = {channel: member.guild.get_channel_or_thread(channel) for channel in set(channels)}
    return frozenset(
        channel
        for channel, room in rooms.items()
        if room is not None and (_is_private_thread(room) or not _may_view(room, member))
    )


def _may_view(room: Room, member: discord.Member) -> bool:
    place = room.parent if isinstance(room, discord.Thread) else room
    return place is not None and place.permissions_for(member).view_channel


def _call_in(
    interaction: discord.Interaction[Any], room: Room, member: discord.Member | None
) -> Call:
    """A press elsewhere as a call in a channel; without a member it may only view the channel."""
    view_only = discord.Permissions(view_channel=True)
    place = TablePlace(
        room.guild,
        room.guild.id,
        room,
        room.id,
        view_only if member is None else room.permissions_for(member),
        room.permissions_for(room.guild.me),
        channel_link(room.guild, room.id, interaction.guild_id),
    )
    return Call(interaction, member or interaction.user, place, None)


async def _member(room: Room, user: int) -> discord.Member | None:
    """The member in the server of a channel. None if the user is not there."""
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            return await room.guild.fetch_member(user)
    except discord.NotFound:
        return None


async def _sees(room: Room, member: discord.Member) -> bool:
    """Return True if a member sees a channel; a private thread, only as its member."""
    if not room.permissions_for(member).view_channel:
        return False
    if not _is_private_thread(room):
        return True
    assert isinstance(room, discord.Thread)
    try:
        async with asyncio.timeout(LOOKUP_SECONDS):
            await room.fetch_member(member.id)
    except discord.NotFound:
        return False
    return True


def _is_private_thread(room: Room) -> bool:
    """Return True for a private thread."""
    return isinstance(room, discord.Thread) and room.is_private()
