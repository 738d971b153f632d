"""Builders of Discord's API objects: users, members, channels, roles, servers."""

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
MANAGER_ROLE: Final = 6_000_000_000_000_000_001
"""The role with all permissions, of the same id in each server."""
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
    """A user of the loopback Discord, or the bot itself.

    A manager has a role with all permissions.
    """

    id: int
    name: str
    bot: bool = False
    is_manager: bool = False

    def user(self) -> Json:
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
        return {
            "user": self.user(),
            "nick": None,
            "avatar": None,
            "roles": [str(MANAGER_ROLE)] if self.is_manager else [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "permissions": EVERYTHING,
        }


BOT: Final = Person(APPLICATION, "carcassonne", bot=True, is_manager=True)
ANA, BO, CLEO = (Person(FIRST_PERSON + n, name) for n, name in enumerate(("Ana", "Bo", "Cleo")))


def channel_object(number: int, guild: int = GUILD) -> Json:
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
    return {
        "id": str(number),
        "type": 1,
        "recipients": [person.user()],
        "last_message_id": None,
        "flags": 0,
    }


def role_objects(guild: int, everyone: str) -> list[Json]:
    """The objects of a server's roles: everybody's, and that of its managers."""
    return [everyone_role(guild, everyone), _role(MANAGER_ROLE, "managers", 1, EVERYTHING)]


def everyone_role(guild: int, permissions: str) -> Json:
    """The object of a server's default role."""
    return _role(guild, "@everyone", 0, permissions)


def _role(number: int, name: str, position: int, permissions: str) -> Json:
    return {
        "id": str(number),
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": permissions,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild_object(number: int, channels: Iterable[int], everyone: str = EVERYTHING) -> Json:
    empty = ("emojis", "stickers", "threads", "presences", "voice_states", "stage_instances")
    return {
        "id": str(number),
        "name": "Wire",
        "owner_id": str(ANA.id),
        "features": [],
        "roles": role_objects(number, everyone),
        **{name: [] for name in (*empty, "guild_scheduled_events", "soundboard_sounds")},
        "members": [BOT.member()],
        "channels": [channel_object(channel, number) for channel in channels],
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
    for component in components:
        yield component
        yield from walk_components(component.get("components", []))
