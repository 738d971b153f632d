"""Which servers there are, which channels they have, and whose shard they are of."""

from __future__ import annotations

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

STEP: Final = 1 << 22
"""From one server's id to the next: what lies below says nothing of the shard."""
FIRST_DIRECT: Final = 5_000_000_000_000_000_001
"""The channel of the first person's direct messages; those of others follow as they do."""


@dataclass(frozen=True, slots=True)
class ChannelContext:
    """A channel of a server; without a server that of somebody's direct messages."""

    channel: int
    guild: int | None = None

    def interaction_fields(self, person: Person) -> Json:
        """What an interaction says of where it is, and of who that person is there."""
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
            "member": person.member(),
            "guild_locale": "en-US",
            "authorizing_integration_owners": {"0": guild},
            "context": 0,
        }


@dataclass(frozen=True, slots=True)
class Guilds:
    """So many servers with so many channels each; channels are numbered through."""

    servers: int
    channels: int

    @property
    def ids(self) -> range:
        """The ids of all servers."""
        return range(GUILD, GUILD + self.servers * STEP, STEP)

    def ids_of_shard(self, shard: int, count: int) -> list[int]:
        """The servers of one shard of so many."""
        return [guild for guild in self.ids if shard_of(guild, count) == shard]

    def channels_of(self, guild: int) -> range:
        """The ids of a server's channels."""
        first = FIRST_CHANNEL + self.ids.index(guild) * self.channels
        return range(first, first + self.channels)

    def guild_of(self, channel: int) -> int | None:
        """The server that a channel is in, if it is in one."""
        number = channel - FIRST_CHANNEL
        return self.ids[number // self.channels] if self.has_channel(channel) else None

    def context_of(self, channel: int) -> ChannelContext:
        """A channel, with its server if it is in one."""
        return ChannelContext(channel, self.guild_of(channel))

    def has_channel(self, channel: int) -> bool:
        """Whether a channel is one of a server's."""
        return 0 <= channel - FIRST_CHANNEL < self.servers * self.channels


def shard_of(guild: int | None, count: int) -> int:
    """Which of so many shards is told of a server, and of direct messages."""
    return 0 if guild is None else (guild >> 22) % count


def direct_channel_id(person: int) -> int:
    """The channel of somebody's direct messages."""
    return person - FIRST_PERSON + FIRST_DIRECT


def recipient_of(channel: int) -> int:
    """Whose direct messages a channel has, if it has anybody's."""
    return channel - FIRST_DIRECT + FIRST_PERSON
