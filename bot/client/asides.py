"""Public posts that tell of no entry of the log, as an invitation: they say what came of them."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any, Final

import discord

from bot.client.layouts import layout_of
from bot.client.names import NameDirectory
from bot.client.sending import NOT_TAKEN
from bot.table.table import Table
from bot.text.i18n import speaking
from bot.text.message import Message
from bot.text.names import Names

log = logging.getLogger(__name__)

Presented = Callable[[Names], Message]
EDIT_SECONDS: Final = 3.0
"""How long a player waits for the post that they pressed on to be brought up to date."""


class Asides:
    """Brings such posts up to date."""

    def __init__(self, names: NameDirectory) -> None:
        self._names = names

    async def rewrite(
        self,
        interaction: discord.Interaction[Any],
        game: int,
        table: Table,
        said: Presented,
        others: Iterable[int | None] = (),
    ) -> None:
        """Edits the public post that was pressed on; it is a courtesy, and pings nobody."""
        pressed = interaction.message
        if pressed is None or pressed.flags.ephemeral:
            return
        names = await self._names.of(table, interaction.guild_id, others)
        with speaking(table.settings.language):
            message = said(names)
        layout = layout_of(message, message.text, game, table.version)
        try:
            async with asyncio.timeout(EDIT_SECONDS):
                await pressed.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
        except NOT_TAKEN as error:
            log.info("post %s is not brought up to date: %r", pressed.id, error)
