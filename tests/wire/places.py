"""Which servers there are, which channels they have, and whose shard they are of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.wire.shapes import (
    EVERYTHING,
    FIRST_CHANNEL,
    FIRST_PERSON,
    GUILD,
    Json,
    Person,
    channel,
    direct_channel,
)

STEP: Final = 1 << 22
"""From one server's id to the next: what lies below says nothing of the shard."""
FIRST_DIRECT: Final = 5_000_000_000_000_000_001
"""The channel of the first person's direct messages; those of others follow as they do."""


@dataclass(frozen=True, slots=True)
class Where:
    """A channel of a server; without a server that of somebody's direct messages."""

    channel: int
    guild: int | None = None

    def seen_by(self, person: Person) -> Json:
        """What an interaction says of where it is, and of who that person is there."""
        shared: Json = {"channel_id": str(self.channel), "app_permissions": EVERYTHING}
        if self.guild is None:
            return {
                **shared,
                "channel": direct_channel(self.channel, person),
                "user": person.user(),
                "authorizing_integration_owners": {"0": "0"},
                "context": 1,
            }
        guild = str(self.guild)
        return {
            **shared,
            "guild_id": guild,
            "guild": {"id": guild, "features": [], "locale": "en-US"},
            "channel": {**channel(self.channel, self.guild), "permissions": EVERYTHING},
            "member": person.member(),
            "guild_locale": "en-US",
            "authorizing_integration_owners": {"0": guild},
            "context": 0,
        }


@dataclass(frozen=True, slots=True)
class Places:
    """So many servers with so many channels each; channels are numbered through."""

    servers: int
    channels: int

    @property
    def guilds(self) -> range:
        """The ids of all servers."""
        return range(GUILD, GUILD + self.servers * STEP, STEP)

    def of_shard(self, shard: int, count: int) -> list[int]:
        """The servers of one shard of so many."""
        return [guild for guild in self.guilds if shard_of(guild, count) == shard]

    def channels_of(self, guild: int) -> range:
        """The ids of a server's channels."""
        first = FIRST_CHANNEL + self.guilds.index(guild) * self.channels
        return range(first, first + self.channels)

    def guild_of(self, channel: int) -> int | None:
        """The server that a channel is in, if it is in one."""
        number = channel - FIRST_CHANNEL
        return self.guilds[number // self.channels] if self.has(channel) else None

    def where(self, channel: int) -> Where:
        """A channel, with its server if it is in one."""
        return Where(channel, self.guild_of(channel))

    def has(self, channel: int) -> bool:
        """Whether a channel is one of a server's."""
        return 0 <= channel - FIRST_CHANNEL < self.servers * self.channels


def shard_of(guild: int | None, count: int) -> int:
    """Which of so many shards is told of a server, and of direct messages."""
    return 0 if guild is None else (guild >> 22) % count


def direct(person: int) -> int:
    """The channel of somebody's direct messages."""
    return person - FIRST_PERSON + FIRST_DIRECT


def whose(channel: int) -> int:
    """Whose direct messages a channel has, if it has anybody's."""
    return channel - FIRST_DIRECT + FIRST_PERSON
