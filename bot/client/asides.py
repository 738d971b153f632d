"""Public posts about a table that tell of no entry of its log: sent once, and edited in place."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any, Final

import discord

from bot.client.layouts import layout_of
from bot.client.names import NameDirectory
from bot.client.sending import NOT_TAKEN, send
from bot.table.store import Request
from bot.table.table import Table
from bot.text.i18n import speaking
from bot.text.message import Message
from bot.text.names import Names

log = logging.getLogger(__name__)

Presented = Callable[[Names], Message]
EDIT_SECONDS: Final = 3.0
"""How long a player waits for the post that they pressed on to be brought up to date."""


class Asides:
    """Says things to a channel beside how its table goes on."""

    def __init__(self, client: discord.Client, names: NameDirectory) -> None:
        self._client = client
        self._names = names

    async def post(
        self,
        request: Request,
        game: int,
        table: Table,
        said: Presented,
        others: Iterable[int | None],
        nonce: str,
    ) -> int:
        """Sends a message to the channel of a request, in which ``others`` are named; its id.

        Raises one of NOT_TAKEN.
        """
        message = await self._message(request.guild, table, said, others)
        channel = self._client.get_partial_messageable(request.channel, guild_id=request.guild)
        layout = layout_of(message, message.text, game, table.version)
        pings = [discord.Object(user) for user in message.pings]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=pings)
        return await send(channel, layout, (), mentions, nonce)

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
        message = await self._message(interaction.guild_id, table, said, others)
        layout = layout_of(message, message.text, game, table.version)
        try:
            async with asyncio.timeout(EDIT_SECONDS):
                await pressed.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
        except NOT_TAKEN as error:
            log.info("post %s is not brought up to date: %r", pressed.id, error)

    async def _message(
        self, guild: int | None, table: Table, said: Presented, others: Iterable[int | None]
    ) -> Message:
        names = await self._names.of(table, guild, others)
        with speaking(table.settings.language):
            return said(names)
