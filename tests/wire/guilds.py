"""The servers of a loopback Discord, their channels and their shards."""

from dataclasses import dataclass
from typing import Final

from tests.wire.api_objects import (
    EVERYTHING,
    FIRST_CHANNEL,
    FIRST_PERSON,
    GUILD,
    Json,
    Person,
    channel_object,
    direct_channel_object,
)

GUILD_ID_STEP: Final = 1 << 22
"""Difference of two server ids: the lower 22 bits do not affect the shard."""
FIRST_DIRECT: Final = 5_000_000_000_000_000_001
"""Id of the first person's direct message channel; those of others follow in order."""


@dataclass(frozen=True, slots=True)
class ChannelContext:
    """A channel of a server, or a direct message channel if the server is None."""

    channel: int
    guild: int | None = None
    everyone: str = EVERYTHING
    """The permissions of users who are no managers."""

    def interaction_fields(self, person: Person) -> Json:
        shared: Json = {"channel_id": str(self.channel), "app_permissions": EVERYTHING}
        if self.guild is None:
            return {
                **shared,
                "channel": direct_channel_object(self.channel, person),
                "user": person.user(),
                "authorizing_integration_owners": {"0": "0"},
                "context": 1,
            }
        guild = str(self.guild)
        return {
            **shared,
            "guild_id": guild,
            "guild": {"id": guild, "features": [], "locale": "en-US"},
            "channel": {**channel_object(self.channel, self.guild), "permissions": EVERYTHING},
            "member": {
                **person.member(),
                "permissions": EVERYTHING if person.is_manager else self.everyone,
            },
            "guild_locale": "en-US",
            "authorizing_integration_owners": {"0": guild},
            "context": 0,
        }


@dataclass(frozen=True, slots=True)
class Guilds:
    """Servers with an equal number of channels each; channel ids are consecutive."""

    servers: int
    channels: int
    everyone: str = EVERYTHING
    """The permissions of users who are no managers."""

    @property
    def ids(self) -> range:
        return range(GUILD, GUILD + self.servers * GUILD_ID_STEP, GUILD_ID_STEP)

    def ids_of_shard(self, shard: int, count: int) -> list[int]:
        return [guild for guild in self.ids if shard_of(guild, count) == shard]

    def channels_of(self, guild: int) -> range:
        first = FIRST_CHANNEL + self.ids.index(guild) * self.channels
        return range(first, first + self.channels)

    def guild_of(self, channel: int) -> int | None:
        number = channel - FIRST_CHANNEL
        return self.ids[number // self.channels] if self.has_channel(channel) else None

    def services_of(self, channel: int) -> ChannelContext:
        return ChannelContext(channel, self.guild_of(channel), self.everyone)

    def has_channel(self, channel: int) -> bool:
        return 0 <= channel - FIRST_CHANNEL < self.servers * self.channels


def shard_of(guild: int | None, count: int) -> int:
    """The shard that receives the events of a server, or of direct messages for None."""
    return 0 if guild is None else (guild >> 22) % count


def direct_channel_id(person: int) -> int:
    return person - FIRST_PERSON + FIRST_DIRECT


def recipient_of(channel: int) -> int:
    """The person that a direct message channel belongs to."""
    return channel - FIRST_DIRECT + FIRST_PERSON
