"""A command or a button press, with the place of the table it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

ServerChannel: TypeAlias = discord.abc.GuildChannel | discord.Thread
"""A channel or thread in which a table can be."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A table's channel, with the user's and bot's permissions there.

    ``link`` leads to it, for answers elsewhere.
    """

    guild: discord.Guild | None
    guild_id: int | None
    channel: Any
    channel_id: int | None
    permissions: discord.Permissions
    app_permissions: discord.Permissions
    link: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """An interaction to answer, its user, and the table's place.

    A button pressed elsewhere has the place of its table, and ``user`` is the member there; answers
    go to where it was pressed.
    """

    interaction: discord.Interaction[Any]
    user: discord.User | discord.Member
    place: TablePlace
    message: discord.Message | None
    """The post whose button was pressed; None for a press elsewhere, which has no public post."""

    @classmethod
    def here(cls, interaction: discord.Interaction[Any]) -> Call:
        """The place is the interaction's own channel."""
        place = TablePlace(
            interaction.guild,
            interaction.guild_id,
            interaction.channel,
            interaction.channel_id,
            interaction.permissions,
            interaction.app_permissions,
        )
        return cls(interaction, interaction.user, place, interaction.message)

    @property
    def is_elsewhere(self) -> bool:
        """True for a press outside the table's channel."""
        return bool(self.place.link)

    @property
    def client(self) -> Any:
        return self.interaction.client

    @property
    def guild_id(self) -> int | None:
        return self.place.guild_id

    @property
    def channel_id(self) -> int | None:
        return self.place.channel_id

    def with_channel_link(self, text: str) -> str:
        """Add the channel's link above an answer elsewhere."""
        return f"-# {self.place.link}\n{text}" if self.place.link else text
