"""Builders of Discord's API objects: users, members, channels, roles, servers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

EPOCH: Final = 1_420_070_400_000
"""Discord's epoch in Unix milliseconds."""
APPLICATION: Final = 1_000_000_000_000_000_001
GUILD: Final = 2_000_000_000_000_000_001
FIRST_CHANNEL: Final = 3_000_000_000_000_000_001
FIRST_PERSON: Final = 4_000_000_000_000_000_001
EVERYTHING: Final = str((1 << 53) - 1)
"""A bit set of all permissions."""
_numbers = itertools.count()


def new_snowflake() -> str:
    """Return an id larger than all earlier ones."""
    milliseconds = int(time.time() * 1000) - EPOCH
    return str((milliseconds << 22) + (next(_numbers) & 0x3FFFFF))


def iso_now() -> str:
    """The current time in Discord's format."""
    return datetime.now(UTC).isoformat()


@dataclass(frozen=True, slots=True)
class Person:
    """A user of the loopback Discord, or the bot itself."""

    id: int
    name: str
    bot: bool = False

    def user(self) -> Json:
        """The user object."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member(self) -> Json:
        """The member object."""
        return {
            "user": self.user(),
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": EVERYTHING,
        }


BOT: Final = Person(APPLICATION, "carcassonne", bot=True)
ANA, BO, CLEO = (Person(FIRST_PERSON + n, name) for n, name in enumerate(("Ana", "Bo", "Cleo")))


def channel_object(number: int, guild: int = GUILD) -> Json:
    """The object of a server's text channel."""
    return {
        "id": str(number),
        "type": 0,
        "name": f"games-{number - FIRST_CHANNEL}",
        "guild_id": str(guild),
        "position": number - FIRST_CHANNEL,
        "permission_overwrites": [],
        "nsfw": False,
        "topic": None,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "last_message_id": None,
        "flags": 0,
    }


def direct_channel_object(number: int, person: Person) -> Json:
    """The object of the direct message channel of the bot and a person."""
    return {
        "id": str(number),
        "type": 1,
        "recipients": [person.user()],
        "last_message_id": None,
        "flags": 0,
    }


def everyone_role(guild: int) -> Json:
    """The object of a server's default role, with all permissions."""
    return {
        "id": str(guild),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": EVERYTHING,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild_object(number: int, channels: Iterable[int]) -> Json:
    """The object of a server with its channels, as in `GUILD_CREATE`."""
    empty = ("emojis", "stickers", "threads", "presences", "voice_states", "stage_instances")
    return {
        "id": str(number),
        "name": "Wire",
        "owner_id": str(ANA.id),
        "features": [],
        "roles": [everyone_role(number)],
        **{name: [] for name in (*empty, "guild_scheduled_events", "soundboard_sounds")},
        "members": [BOT.member()],
        "channels": [channel_object(each, number) for each in channels],
        "member_count": 4,
        "large": False,
        "unavailable": False,
        "joined_at": iso_now(),
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "system_channel_flags": 0,
        "afk_timeout": 300,
    }


def application_object() -> Json:
    """The object of the bot's application."""
    return {
        "id": str(APPLICATION),
        "name": BOT.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": ANA.user(),
        "team": None,
        "summary": "",
        "integration_types_config": {"0": {}},
    }


def walk_components(components: list[Json]) -> Iterator[Json]:
    """Yield components and all components inside them."""
    for each in components:
        yield each
        yield from walk_components(each.get("components", []))
