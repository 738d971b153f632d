"""Turn outcomes into messages: phrased, drawn, and cut to Discord's limits."""

import asyncio
import functools
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import discord

from bot.client.discord_io.buttons import layout_of, view_of
from bot.client.discord_io.call import Call
from bot.client.discord_io.rendering import Attachment, Attachments
from bot.client.discord_io.sending import (
    EDIT_SECONDS,
    FOLLOW_UPS,
    TRANSPORT_ERRORS,
    answering,
    arrived,
    edit,
    send,
    with_unarchived,
)
from bot.client.people.names import NameDirectory
from bot.presenters.public import lobby, turns, undo_vote
from bot.presenters.public.stalled_turn import vote_post
from bot.presenters.words.refusals import refusal_text
from bot.table.rate_limits import Cost, RateLimits
from bot.table.refusals import Refusal
from bot.table.table import Outcome, Table
from bot.text.i18n import use_language
from bot.text.message import CONTENT_LIMIT, TEXT_LIMIT, Message, split_pages
from bot.text.names import Names
from rules.moves import Move
from storage import GameRow, Log, PostRow

log = logging.getLogger(__name__)

Quiet: TypeAlias = Callable[[int], Awaitable[bool]]
NOBODY: Final = Names((), {})
NONCE: Final = 20
"""Characters of a nonce that is told by its words: Discord takes 25."""


@dataclass(frozen=True, slots=True)
class _Sending:
    """The target of a message and its table; ``look`` if it may have arrived already."""

    channel: int
    guild: int | None
    game: int
    table: Table
    names: Names
    look: bool
    nonce: str = ""
    """The nonce, if it is not made of the newest entry."""


class Poster:
    """Put what a channel should see into messages; in which order is the outbox's to say."""

    def __init__(
        self,
        client: discord.Client,
        log: Log,
        names: NameDirectory,
        attachments: Attachments,
        quiet: Quiet,
        limits: RateLimits,
    ) -> None:
        """``quiet`` tells whether nothing is to ping a user now.

        ``limits`` know how many pictures somebody may look at.
        """
        self._quiet = quiet
        self._limits = limits
        self._client = client
        self._log = log
        self._names = names
        self._attachments = attachments

    async def outcome(
        self, channel: int, guild: int | None, outcome: Outcome, *, look: bool = False
    ) -> PostRow:
        """The public message of what a command changed; with a ``look`` whether it is there."""
        names = await self._names.of(outcome.after, guild, _others(outcome))
        message = self._told(outcome, names)
        sending = _Sending(channel, guild, outcome.game, outcome.after, names, look)
        return _post(await self._send(sending, message), outcome)

    async def present(
        self, channel: int, guild: int | None, game: int, table: Table, *, look: bool = False
    ) -> list[PostRow]:
        """Public messages of how a table stands, where the channel has missed the last one.

        A question that is still open is put in a message of its own, which its answers bring up
        to date.
        """
        names = await self._names.of(table, guild)
        with use_language(table.settings.language):
            messages = [(table_message(table, names), table.last)]
            if table.undo_vote is not None:
                question = undo_vote.question_post(table, names)
                messages.append((question, table.undo_vote.entry - 1))
            if table.ballots:
                messages.append((vote_post(table, names), table.open_questions[-1] - 1))
        parts = 0
        posts: list[PostRow] = []
        sending = _Sending(channel, guild, game, table, names, look)
        for message, after in messages:
            sent = await self._send(sending, message, parts)
            parts += len(split_pages(message.text, TEXT_LIMIT))
            posts.append(PostRow(sent, game, after, table.last))
        return posts

    async def aside(
        self, row: GameRow, table: Table, message: Message, nonce: str, *, look: bool = False
    ) -> None:
        """A public message between the posts of a game; with a ``look`` whether it is there.

        The ``nonce`` may be as long as it likes.
        """
        names = await self._names.of(table, row.guild)
        short = hashlib.sha256(nonce.encode()).hexdigest()[:NONCE]
        sending = _Sending(row.channel, row.guild, row.id, table, names, look, short)
        await self._send(sending, message)

    async def _send(self, about: _Sending, message: Message, parts: int = 0) -> int:
        """Send a message as a layout, in several parts where its text is long; the last one's id.

        ``parts`` is how many tell of the same entry already: no two have the same nonce.
        """
        table = about.table
        target = self._client.get_partial_messageable(about.channel, guild_id=about.guild)
        texts = split_pages(message.text, TEXT_LIMIT)
        # What is said reaches who is away when they are back: nothing pings them.
        here = [user for user in message.pings if user not in about.names.away]
        pinged = [discord.Object(user) for user in here if not await self._quiet(user)]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=pinged)
        attachments: Sequence[Attachment] = ()
        if message.pictures:
            with use_language(table.settings.language):
                attachments = await self._attachments.of(message, about.game, table, about.names)
        sent = 0
        for number, text in enumerate(texts):
            shown = attachments if number == len(texts) - 1 else ()
            layout = layout_of(message, text, about.game, table.version, shown)
            nonce = f"{about.nonce or f'{about.game}-{table.last}'}-{parts + number}"
            there = await self._found(target, layout) if about.look else None
            if there is None:
                part = functools.partial(send, target, layout, shown, mentions, nonce)
                there = await with_unarchived(self._client, about.channel, part)
            sent = there
        return sent

    async def _found(
        self, channel: discord.PartialMessageable, layout: discord.ui.LayoutView
    ) -> int | None:
        """The message that a layout has become, if it did arrive without being noted."""
        assert self._client.user is not None
        known = max((post.message for post in await self._log.live_posts(channel.id)), default=0)
        return await arrived(channel, self._client.user.id, layout, known)

    async def answer(
        self,
        call: Call,
        message: Message,
        game: int,
        table: Table,
        *,
        draft: Sequence[Move] = (),
    ) -> None:
        """A private answer to a deferred interaction: text, pictures, a menu and buttons.

        Discord takes FOLLOW_UPS messages after it at most where the bot is not installed.
        ``draft`` are moves to be shown that have not been committed. Who has looked at very many
        pictures is told when the next one comes, below what is said and with the same buttons.
        """
        names = await self._names.of(table, call.guild_id) if message.pictures else NOBODY
        user, channel = call.user.id, call.channel_id
        look = functools.partial(self._limits.take, Cost.PICTURE, user, channel)
        try:
            shown = await self._attachments.of(message, game, table, names, draft, look)
        except Refusal as refusal:
            shown = ()
            message = replace(message, text=f"{message.text}\n-# {refusal_text(refusal, NOBODY)}")
        texts = split_pages(call.headed(message.text), CONTENT_LIMIT)
        view = view_of(message, game, table.version)
        async with answering():
            try:
                await call.interaction.edit_original_response(
                    content=texts[0], attachments=[each.file() for each in shown], view=view
                )
            except discord.NotFound:
                # The private panel that was pressed on twice is gone already.
                await call.interaction.followup.send(
                    texts[0],
                    files=[each.file() for each in shown],
                    view=view or discord.utils.MISSING,
                    ephemeral=True,
                )
            for text in texts[1 : 1 + FOLLOW_UPS]:
                await call.interaction.followup.send(text, ephemeral=True)

    async def update(self, channel: int, guild: int | None, outcome: Outcome, post: int) -> PostRow:
        """Bring a public message up to date. Raises one of NOT_TAKEN."""
        within = self._client.get_partial_messageable(channel, guild_id=guild)
        target = within.get_partial_message(post)
        names = await self._names.of(outcome.after, guild, _others(outcome))
        message = self._told(outcome, names)
        layout = layout_of(message, message.text, outcome.game, outcome.after.version)
        await edit(self._client, channel, target, layout)
        return _post(post, outcome)

    async def rewrite(
        self,
        call: Call,
        game: int,
        table: Table,
        said: Callable[[Names], Message],
        others: Iterable[int | None] = (),
    ) -> None:
        """Make the public post that was pressed on, of no entry of the log, say what came of it.

        It is a courtesy, for which nobody waits longer than EDIT_SECONDS.
        """
        pressed = call.message
        if pressed is None or pressed.flags.ephemeral:
            return
        names = await self._names.of(table, call.guild_id, others)
        with use_language(table.settings.language):
            message = said(names)
        layout = layout_of(message, message.text, game, table.version)
        try:
            async with asyncio.timeout(EDIT_SECONDS):
                await edit(self._client, pressed.channel.id, pressed, layout)
        except TRANSPORT_ERRORS as error:
            log.info("post %s is not brought up to date: %r", pressed.id, error)

    def _told(self, outcome: Outcome, names: Names) -> Message:
        """The public message of an outcome, in the language of the table."""
        with use_language(outcome.after.settings.language):
            if outcome.after.game is None:
                me = self._client.user
                if outcome.after.ended and me is not None and outcome.user == me.id:
                    return lobby.unjoined_notice(outcome.after)
                return lobby.lobby_post(outcome.after, names)
            return turns.outcome_post(outcome, names)


def _others(outcome: Outcome) -> tuple[int | None, ...]:
    """The users named in a post beside the players: its author, and players who left."""
    return (outcome.user, *(outcome.before.players if outcome.before is not None else ()))


def _post(message: int, outcome: Outcome) -> PostRow:
    """The row to store about a message that told of an outcome."""
    after = outcome.before.last if outcome.before is not None else -1
    return PostRow(message, outcome.game, after, outcome.number)


def table_message(table: Table, names: Names) -> Message:
    """How a table stands, whatever its phase."""
    return (
        lobby.lobby_post(table, names) if table.game is None else turns.current_post(table, names)
    )
