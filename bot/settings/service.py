"""Store the settings of players and servers; refuse a table in a channel where none is allowed."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import discord

from bot.core.durations import Clock
from bot.interactions.call import Call
from bot.reminders import policy as reminders_policy
from bot.reminders.policy import NotificationPreferences
from bot.table.refusals import Refusal
from bot.table.settings import CHANNELS, PLAYER, POST_CHANNEL, YES, Choices, ServerChoices
from bot.words.settings import server_schema
from storage import GuildSettings, Preferences
from storage.results import OPTED_OUT
from storage.results import PREFERENCE as IN_STATISTICS

LANGUAGE: Final = "language"
"""The preference with the language of direct messages, noted when a player asks for some."""
LESSON: Final = "lesson"


@dataclass(eq=False, repr=False)
class PlayerPreferences:
    """The preferences of players, kept in the database."""

    preferences: Preferences
    clock: Clock = time.time

    async def of(self, user: int) -> Choices:
        return Choices(PLAYER, await self.preferences.of(user=user))

    async def wants(self, user: int, key: str) -> bool:
        return (await self.of(user)).wants(key)

    async def set(self, user: int, key: str, value: str) -> None:
        """Raise Refusal for a value that the setting does not take."""
        await self.preferences.save(key, PLAYER[key].check(value), user=user)

    async def is_in_statistics(self, user: int) -> bool:
        return (await self.preferences.of(user=user)).get(IN_STATISTICS) != OPTED_OUT

    async def set_in_statistics(self, user: int, *, wanted: bool) -> None:
        await self.preferences.save(IN_STATISTICS, YES if wanted else OPTED_OUT, user=user)

    async def lesson(self, user: int) -> str:
        """The lesson that the player is at; "" before the first."""
        return (await self.preferences.of(user=user)).get(LESSON, "")

    async def set_lesson(self, user: int, key: str) -> None:
        await self.preferences.save(LESSON, key, user=user)

    async def notifications(self, user: int) -> NotificationPreferences:
        return reminders_policy.read_preferences(await self.preferences.of(user=user))

    async def language(self, user: int) -> str | None:
        return (await self.preferences.of(user=user)).get(LANGUAGE)

    async def set_language(self, user: int, language: str) -> None:
        await self.preferences.save(LANGUAGE, language, user=user)

    async def is_quiet_time(self, user: int) -> bool:
        return (await self.notifications(user)).quiet_until(self.clock()) is not None


MAX_NAMED_CHANNELS: Final = 3
"""The number of channels named to a user who asked in another."""


@dataclass(eq=False, repr=False)
class ServerSettings:
    """The settings of servers, kept in the database."""

    servers: GuildSettings

    async def of(self, guild: int) -> ServerChoices:
        return ServerChoices(server_schema(), await self.servers.of(guild=guild))

    async def with_value(self, option: str, value: str) -> tuple[int, ...]:
        stored = await self.servers.by("guild", option)
        return tuple(guild for guild, chosen in stored.items() if chosen == value)

    async def set_option(self, guild: int, option: str, value: str | None) -> None:
        """None restores the default.

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
    """The channel, a thread's parent, and the category."""
    yield call.channel_id
    channel = call.place.channel
    if isinstance(channel, discord.Thread):
        yield channel.parent_id
        channel = channel.parent
    yield getattr(channel, "category_id", None)


def _open_to(call: Call, ids: Iterable[int]) -> Iterable[discord.abc.GuildChannel]:
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
