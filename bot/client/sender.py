"""Posts on their way to Discord: pictures made, texts cut to size, sent in order, noted as sent."""

import asyncio
import contextvars
import io
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.client.layouts import file_of, layout_of, view_of
from bot.client.names import People
from bot.client.rendering import Rendering
from bot.presenters.public import lobby, turns, undo_vote
from bot.presenters.words import scores
from bot.table.refusals import Refusal
from bot.table.table import Outcome, Table
from bot.text.i18n import _, speaking
from bot.text.message import ALT_LIMIT, CONTENT_LIMIT, TEXT_LIMIT, Message, pages, shortened
from bot.text.names import Names
from rules.analysis.drafts import drafted
from rules.moves import Move
from storage import Log

log = logging.getLogger(__name__)

TRIES: Final = 3
PAUSE: Final = 2.0
"""Seconds before the first retry of a post; doubled each time."""
FILE_LIMIT: Final = 8 * 2**20
FRAMES_A_WORD: Final = 20
"""Frames of a replay between two words on how far it is."""
NOT_TAKEN: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What is raised where Discord, or the way to it, did not take what was sent."""


class Sender:
    """Sends what a channel should see; of one channel never two posts at a time."""

    def __init__(self, client: discord.Client, log_: Log, people: People) -> None:
        self._client = client
        self._log = log_
        self._people = people
        self._rendering = Rendering()
        self._filmed: dict[int, tuple[int, int]] = {}
        self._order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def outcome(
        self, channel: discord.PartialMessageable, guild: int | None, outcome: Outcome
    ) -> None:
        """The public post of what a command changed, noted in the log once it is out."""
        # Locked from the start, lest what is told faster overtakes the one before.
        async with self._lock(channel.id):
            message = await self._told(outcome, guild)
            await self._send(channel, outcome.game, outcome.after, message, guild)
        await self._log.mark_posted(outcome.game, outcome.number)

    async def present(
        self, channel: discord.PartialMessageable, guild: int | None, game: int, table: Table
    ) -> None:
        """Public posts of how a table stands, where the channel has missed the last one.

        A question that is still open is put in a post of its own, which its answers bring up to
        date.
        """
        async with self._lock(channel.id):
            names = await self._people.names(table, guild)
            with speaking(table.settings.language):
                messages = [standing(table, names)]
                messages += [undo_vote.asked(table, names)] if table.asked is not None else []
            sent = 0
            for message in messages:
                await self._send(channel, game, table, message, guild, sent)
                sent += len(pages(message.text, TEXT_LIMIT))
        await self._log.mark_posted(game, table.last)

    async def _told(self, outcome: Outcome, guild: int | None) -> Message:
        """What the channel is told of an outcome, in the language of the table."""
        names = await self._people.names(outcome.after, guild, [outcome.user])
        with speaking(outcome.after.settings.language):
            if outcome.after.game is None:
                return lobby.lobby(outcome.after, names)
            return turns.of_outcome(outcome, names)

    async def _send(
        self,
        channel: discord.PartialMessageable,
        game: int,
        table: Table,
        message: Message,
        guild: int | None,
        sent: int = 0,
    ) -> None:
        """Sends a post as a layout, in several messages where its text is long.

        ``sent`` is how many messages tell of the same entry already: no two have the same nonce.
        """
        texts = pages(message.text, TEXT_LIMIT)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user) for user in message.pings]
        )
        with speaking(table.settings.language):
            files = await self.files(game, table, message, guild)
        for number, text in enumerate(texts):
            shown = files if number == len(texts) - 1 else ()
            layout = layout_of(message, text, game, table.version, shown)
            nonce = f"{game}-{table.last}-{sent + number}"
            await _retried(channel, layout, shown, mentions, nonce)

    async def files(
        self,
        game: int,
        table: Table,
        message: Message,
        guild: int | None,
        draft: Sequence[Move] = (),
    ) -> tuple[tuple[str, bytes, str], ...]:
        """The pictures of a post as (file name, bytes, alt text)."""
        if table.game is None:
            return ()
        names = await self._people.names(table, guild)
        shown = drafted(table.game, draft) if draft else table.game
        moment = (game, table.version, tuple(draft))
        found = []
        for picture in message.pictures:
            png = await self._rendering.picture(picture, shown, names, moment, FILE_LIMIT)
            alt = shortened(picture.alt, ALT_LIMIT)
            found.append((f"{picture.shot.value}-{table.version}.png", png, alt))
        return tuple(found)

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
        files = await self.files(game, table, message, interaction.guild_id, draft)
        texts = pages(message.text, CONTENT_LIMIT)
        view = view_of(message, game, table.version)
        try:
            await interaction.edit_original_response(
                content=texts[0], attachments=[file_of(*file) for file in files], view=view
            )
        except discord.NotFound:
            # The private panel that was pressed on twice is gone already.
            await interaction.followup.send(
                texts[0],
                files=[file_of(*file) for file in files],
                view=view or discord.utils.MISSING,
                ephemeral=True,
            )
        for text in texts[1:]:
            await interaction.followup.send(text, ephemeral=True)

    async def film(self, interaction: discord.Interaction[Any], game: int, table: Table) -> None:
        """Posts a whole game as an animation; the private answer tells how far the drawing is."""
        assert interaction.channel_id is not None
        # Drawing takes seconds and anybody may ask: one and the same film is posted once.
        if self._filmed.get(interaction.channel_id) == (game, table.version):
            raise Refusal("filmed")
        self._filmed[interaction.channel_id] = (game, table.version)
        try:
            await self._film(interaction, interaction.channel_id, game, table)
        except BaseException:
            del self._filmed[interaction.channel_id]
            raise

    async def _film(
        self, interaction: discord.Interaction[Any], channel: int, game: int, table: Table
    ) -> None:
        names = await self._people.names(table, interaction.guild_id)
        loop = asyncio.get_running_loop()
        heard = contextvars.copy_context()
        told: list[asyncio.Task[Any]] = []

        def progress(done: int, of: int) -> None:
            if done % FRAMES_A_WORD == 0:
                words = heard.copy().run(
                    _, "Drawing the replay: {done} of {of} frames.", done=done, of=of
                )
                loop.call_soon_threadsafe(lambda: told.append(loop.create_task(say(words))))

        async def say(words: str) -> None:
            with suppress(*NOT_TAKEN):
                await interaction.edit_original_response(content=words)

        with speaking(table.settings.language):
            data = await self._rendering.film(table.record(), names, FILE_LIMIT, progress)
            text = turns.filmed(table, names)
            points = scores.chart_alt(table.running_game, names)
            alt = shortened(_("The whole game, a frame a turn. {points}", points=points), ALT_LIMIT)
        await asyncio.gather(*told)
        posted = self._client.get_partial_messageable(channel, guild_id=interaction.guild_id)
        await posted.send(
            text,
            file=discord.File(io.BytesIO(data), filename=f"replay-{game}.webp", description=alt),
        )

    async def update(self, interaction: discord.Interaction[Any], outcome: Outcome) -> None:
        """Brings the public post a button stands on up to date."""
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


def standing(table: Table, names: Names) -> Message:
    """How a table stands, whatever its phase."""
    return lobby.lobby(table, names) if table.game is None else turns.present(table, names)


async def _retried(
    channel: discord.PartialMessageable,
    layout: discord.ui.LayoutView,
    files: Sequence[tuple[str, bytes, str]],
    mentions: discord.AllowedMentions,
    nonce: str,
) -> None:
    """Sends a message; a failure of the network or of Discord's side is tried again.

    The nonce lets Discord recognise a message that did arrive, so that a retry posts nothing twice.
    """
    for attempt in range(TRIES):
        try:
            await channel.send(
                view=layout,
                files=[file_of(*file) for file in files],
                allowed_mentions=mentions,
                nonce=nonce,
            )
            return
        except NOT_TAKEN as error:
            refused = isinstance(error, discord.HTTPException) and error.status < 500
            if refused or attempt == TRIES - 1:
                raise
            log.warning("post %s failed (%s); trying again", nonce, error)
            await asyncio.sleep(PAUSE * 2**attempt)
