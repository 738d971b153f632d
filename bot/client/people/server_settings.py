"""The settings of each server: defaults of its tables, and where tables are allowed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import discord

from bot.client.discord_io.call import Call
from bot.games.settings import server_schema
from bot.table.refusals import Refusal
from bot.table.settings import CHANNELS, POST_CHANNEL, ServerChoices
from storage import KeyValues

MAX_NAMED_CHANNELS: Final = 3
"""The number of channels named to a user who asked in another."""


@dataclass(eq=False, repr=False)
class ServerSettings:
    """The settings of servers, kept in the database."""

    servers: KeyValues

    async def of(self, guild: int) -> ServerChoices:
        """The settings of a server."""
        return ServerChoices(server_schema(), await self.servers.of(guild=guild))

    async def with_value(self, option: str, value: str) -> tuple[int, ...]:
        """The servers that have set an option to a value."""
        stored = await self.servers.by("guild", option)
        return tuple(guild for guild, chosen in stored.items() if chosen == value)

    async def set_option(self, guild: int, option: str, value: str | None) -> None:
        """Set an option of a server; None restores the default.

        Raise Refusal for a value that the option does not take.
        """
        setting = server_schema()[option]
        checked = None if value is None else setting.check(value)
        for earlier in {key for key, _value in setting.aliases if key != option}:
            await self.servers.save(earlier, None, guild=guild)
        await self.servers.save(option, checked, guild=guild)

    async def post_in(self, guild: int, channel: int) -> None:
        """Set the channel of the server's own posts."""
        await self.servers.save(POST_CHANNEL, str(channel), guild=guild)

    async def allow(self, guild: int, channels: Iterable[int]) -> None:
        """Set the channels where tables are allowed; none means all."""
        await self.servers.save(CHANNELS, " ".join(map(str, channels)) or None, guild=guild)

    async def reset(self, guild: int) -> None:
        """Restore all defaults of a server."""
        await self.servers.delete(guild=guild)

    async def require_allowed_channel(self, call: Call) -> ServerChoices:
        """The settings for a table opened here. Raise Refusal, naming the allowed channels."""
        assert call.guild_id is not None
        defaults = await self.of(call.guild_id)
        if defaults.allow(*_places(call)):
            return defaults
        channels = list(_open_to(call, defaults.channels))[:MAX_NAMED_CHANNELS]
        if not channels:
            raise Refusal("nowhere")
        raise Refusal("not-here", channels=", ".join(channel.mention for channel in channels))


def _places(call: Call) -> Iterable[int | None]:
    """The channel, its parent if it is a thread, and the category of either."""
    yield call.channel_id
    channel = call.place.channel
    if isinstance(channel, discord.Thread):
        yield channel.parent_id
        channel = channel.parent
    yield getattr(channel, "category_id", None)


def _open_to(call: Call, ids: Iterable[int]) -> Iterable[discord.abc.GuildChannel]:
    """The channels that the user can see."""
    guild = call.place.guild
    if guild is None or not isinstance(call.user, discord.Member):
        return
    for channel in map(guild.get_channel, ids):
        inside = (
            channel.text_channels if isinstance(channel, discord.CategoryChannel) else [channel]
        )
        for channel in inside:
            if channel is not None and channel.permissions_for(call.user).view_channel:
                yield channel
