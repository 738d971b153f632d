"""What is said of a table on its way to Discord: cut to size, in order, noted as sent."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import discord

from bot.client.attachments import Attachments
from bot.client.layouts import NO_GAME, layout_of, view_of
from bot.client.names import NameDirectory
from bot.client.sending import send
from bot.presenters.public import lobby, turns, undo_vote
from bot.presenters.public.greeting import greeting
from bot.table.table import Outcome, Table
from bot.text.i18n import ENGLISH, language_of, speaking
from bot.text.message import CONTENT_LIMIT, TEXT_LIMIT, Message, pages
from bot.text.names import Names
from rules.moves import Move
from storage import Log


@dataclass(frozen=True, slots=True)
class Stage:
    """A channel that starts empty each time, and the users in it: where the bot is tried."""

    channel: int
    guild: int
    users: tuple[int, ...]


class Sender:
    """Sends what a channel should see; to one channel never two messages at a time."""

    def __init__(
        self, client: discord.Client, log: Log, names: NameDirectory, attachments: Attachments
    ) -> None:
        self._client = client
        self._log = log
        self._names = names
        self._attachments = attachments
        self._order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def outcome(self, channel: int, guild: int | None, outcome: Outcome) -> None:
        """The public message of what a command changed, noted in the log once it is out."""
        # Locked from the start, lest what is told faster overtakes the one before.
        async with self._lock(channel):
            message = await self._told(outcome, guild)
            await self._send(channel, guild, outcome.game, outcome.after, message)
        await self._log.mark_posted(outcome.game, outcome.number)

    async def present(self, channel: int, guild: int | None, game: int, table: Table) -> None:
        """Public messages of how a table stands, where the channel has missed the last one.

        A question that is still open is put in a message of its own, which its answers bring up
        to date.
        """
        async with self._lock(channel):
            names = await self._names.of(table, guild)
            with speaking(table.settings.language):
                messages = [table_message(table, names)]
                messages += [undo_vote.question(table, names)] if table.vote is not None else []
            sent = 0
            for message in messages:
                await self._send(channel, guild, game, table, message, sent)
                sent += len(pages(message.text, TEXT_LIMIT))
        await self._log.mark_posted(game, table.last)

    async def greet(self, stage: Stage) -> None:
        """The first post of a channel, in the language of its server."""
        guild = self._client.get_guild(stage.guild)
        async with self._lock(stage.channel):
            with speaking(language_of(guild.preferred_locale if guild is not None else ENGLISH)):
                message = greeting(stage.users)
            layout = layout_of(message, message.text)
            target = self._client.get_partial_messageable(stage.channel, guild_id=stage.guild)
            nobody = discord.AllowedMentions.none()
            await send(target, layout, (), nobody, f"{NO_GAME}-{stage.channel}")

    async def _told(self, outcome: Outcome, guild: int | None) -> Message:
        """What the channel is told of an outcome, in the language of the table."""
        names = await self._names.of(outcome.after, guild, [outcome.user])
        with speaking(outcome.after.settings.language):
            if outcome.after.game is None:
                return lobby.lobby(outcome.after, names)
            return turns.of_outcome(outcome, names)

    async def _send(
        self,
        channel: int,
        guild: int | None,
        game: int,
        table: Table,
        message: Message,
        sent: int = 0,
    ) -> None:
        """Sends a message as a layout, in several parts where its text is long.

        ``sent`` is how many parts tell of the same entry already: no two have the same nonce.
        """
        target = self._client.get_partial_messageable(channel, guild_id=guild)
        texts = pages(message.text, TEXT_LIMIT)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in message.pings]
        )
        with speaking(table.settings.language):
            attachments = await self._attachments.of(message, game, table, guild)
        for number, text in enumerate(texts):
            shown = attachments if number == len(texts) - 1 else ()
            layout = layout_of(message, text, game, table.version, shown)
            await send(target, layout, shown, mentions, f"{game}-{table.last}-{sent + number}")

    async def answer(
        self,
        interaction: discord.Interaction[Any],
        message: Message,
        game: int,
        table: Table,
        *,
        draft: Sequence[Move] = (),
    ) -> None:
        """A private answer to a deferred interaction: text, pictures, a menu and buttons.

        ``draft`` are moves to be shown that have not been committed.
        """
        shown = await self._attachments.of(message, game, table, interaction.guild_id, draft)
        texts = pages(message.text, CONTENT_LIMIT)
        view = view_of(message, game, table.version)
        try:
            await interaction.edit_original_response(
                content=texts[0], attachments=[each.file() for each in shown], view=view
            )
        except discord.NotFound:
            # The private panel that was pressed on twice is gone already.
            await interaction.followup.send(
                texts[0],
                files=[each.file() for each in shown],
                view=view or discord.utils.MISSING,
                ephemeral=True,
            )
        for text in texts[1:]:
            await interaction.followup.send(text, ephemeral=True)

    async def update(self, interaction: discord.Interaction[Any], outcome: Outcome) -> None:
        """Brings the public message a button stands on up to date."""
        assert interaction.message is not None
        async with self._lock(interaction.message.channel.id):
            message = await self._told(outcome, interaction.guild_id)
            layout = layout_of(message, message.text, outcome.game, outcome.after.version)
            await interaction.message.edit(view=layout)
        await self._log.mark_posted(outcome.game, outcome.number)

    def _lock(self, channel: int) -> asyncio.Lock:
        lock = self._order.get(channel)
        if lock is None:
            lock = self._order[channel] = asyncio.Lock()
        return lock


def table_message(table: Table, names: Names) -> Message:
    """How a table stands, whatever its phase."""
    return lobby.lobby(table, names) if table.game is None else turns.present(table, names)
