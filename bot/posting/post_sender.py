"""Phrase, draw and send what a table shows, its public posts and private answers."""

import asyncio
import functools
import hashlib
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

import discord

from bot.channel_seat.names import NamesWithVotes
from bot.discord_io.buttons import Payload, ViewTrail, card_payload, plain_payload, view_of
from bot.discord_io.rendering import Attachment, Attachments
from bot.discord_io.sending import (
    EDIT_SECONDS,
    TRANSPORT_ERRORS,
    answer,
    edit,
    find_sent,
    send,
    with_unarchived,
)
from bot.interactions.call import Call
from bot.lobby import words as lobby_words
from bot.orders.service import OrderBook
from bot.playing import words as playing_words
from bot.reminders.turn_facts import TurnFactsReader, TurnPing
from bot.runtime.names import NameDirectory
from bot.settings.service import PlayerPreferences
from bot.table.rate_limits import RateLimits, RequestKind
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable
from bot.table.table import Outcome, Table
from bot.text.emoji import without_emoji
from bot.text.i18n import use_language
from bot.text.message import CONTENT_LIMIT, Button, Message, split_pages
from bot.text.names import NOBODY, Names
from bot.undo import words as undo_words
from bot.votes.words import vote_post
from bot.words.refusals import refusal_text
from rules.game import Game
from rules.moves import Move
from storage import FirstNotice, GameRow, Log, PostRow

log = logging.getLogger(__name__)

HASHED_NONCE_CHARACTERS: Final = 20
"""Characters of a nonce that is a hash: Discord takes 25."""


class Plainness(Enum):
    """The parts left out of a post that has failed."""

    FULL = auto()
    PLAIN = auto()
    """No picture, menu, emoji or layout."""
    WORDS = auto()
    """No buttons either."""


def plainness_after(failures: int) -> Plainness:
    """The plainness after a number of failures."""
    if failures < PLAIN_AFTER_FAILURES:
        return Plainness.FULL
    return Plainness.PLAIN if failures == PLAIN_AFTER_FAILURES else Plainness.WORDS


PLAIN_AFTER_FAILURES: Final = 2
"""Failures after which a post is tried in plain words."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """A message's last part, and the users it pinged."""

    message: int
    pinged: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Target:
    """A message's target and table; ``may_exist``: an earlier try may have sent it."""

    channel: int
    guild: int | None
    game: int
    table: Table
    names: Names
    may_exist: bool
    nonce: str = ""
    """The nonce; empty for one made of the newest entry."""
    after: int = 0
    """The message that an earlier try may have sent has a later id."""
    plainness: Plainness = Plainness.FULL


@dataclass(eq=False, repr=False)
class PostSender:
    """Post and edit tables' public messages, and answer users privately.

    The outbox decides on the order of posts.
    """

    client: discord.Client
    game_log: Log
    names: NameDirectory
    names_with_votes: NamesWithVotes
    attachments: Attachments
    turns: TurnFactsReader
    """Say whether the post of a turn pings the player to move."""
    orders: OrderBook
    preferences: PlayerPreferences
    """With the quiet hours, in which a user is not pinged."""
    limits: RateLimits
    """Bound the number of private pictures."""
    view_trail: ViewTrail = field(init=False, default_factory=ViewTrail)
    """The views of private messages."""

    async def post_outcome(
        self,
        channel: int,
        guild: int | None,
        outcome: Outcome,
        *,
        may_exist: bool = False,
        plainness: Plainness = Plainness.FULL,
    ) -> PostRow:
        """Search the channel first if the post ``may_exist``."""
        names = await self._names_of(outcome, guild)
        message = self._message(outcome, names, channel)
        ping = await self.turns.turn_ping(outcome.game, outcome.after, outcome.before)
        target = _Target(
            *(channel, guild, outcome.game, outcome.after, names, may_exist), plainness=plainness
        )
        sent = await self._send(target, _with_turn_ping(message, ping))
        return replace(_post_row(sent.message, outcome), owed=_owed_after(sent, ping))

    async def present_table(
        self,
        channel: int,
        guild: int | None,
        game: int,
        table: Table,
        *,
        may_exist: bool = False,
        plainness: Plainness = Plainness.FULL,
    ) -> list[PostRow]:
        """Post a table's state if its channel missed the last post.

        Open votes get messages of their own, edited with each answer.
        """
        names = await self.names_with_votes.of(game, table, guild)
        if table.ballots:
            names = replace(names, is_protected=await self.turns.is_protected(game, table))
        with use_language(table.settings.language):
            messages = [(table_message(table, names, channel), table.last)]
            if table.undo_vote is not None:
                question = undo_words.question_post(table, names)
                messages.append((question, table.undo_vote.entry - 1))
            if table.ballots:
                messages.append((vote_post(table, names), table.open_questions[-1] - 1))
        parts = 0
        posts: list[PostRow] = []
        row = await self.game_log.row(game)
        before = table if row.posted == row.last else None
        ping = await self.turns.turn_ping(game, table, before)
        target = _Target(channel, guild, game, table, names, may_exist, plainness=plainness)
        for message, after in messages:
            sent = await self._send(target, _with_turn_ping(message, ping), parts)
            parts += len(split_pages(message.text, CONTENT_LIMIT))
            ping = TurnPing(owed=_owed_after(sent, ping))
            posts.append(PostRow(sent.message, game, after, table.last))
        posts[-1] = replace(posts[-1], owed=ping.owed)
        return posts

    async def post_notice(
        self, row: GameRow, table: Table, message: Message, nonce: str, after: int | None = None
    ) -> int:
        """Post a notice between a game's posts. Return the message's id.

        If an earlier try may have sent it, ``after`` is an older id, and the channel is searched
        first. ``nonce`` may have any length.
        """
        names = await self.names.of(table, row.guild)
        short = hashlib.sha256(nonce.encode()).hexdigest()[:HASHED_NONCE_CHARACTERS]
        if await self.orders.make_due(row.id, table):
            # A nudge reads as always, but pings nobody for a turn that an order plays.
            pings = tuple(user for user in message.pings if user != table.to_move)
            message = replace(message, pings=pings)
        target = _Target(
            *(row.channel, row.guild, row.id, table, names, after is not None, short, after or 0)
        )
        return (await self._send(target, message)).message

    async def delete(self, row: GameRow, message: int) -> None:
        """Delete a notice, if still there.

        Raise one of TRANSPORT_ERRORS.
        """
        within = self.client.get_partial_messageable(row.channel, guild_id=row.guild)
        with suppress(discord.NotFound):
            async with asyncio.timeout(EDIT_SECONDS):
                await within.get_partial_message(message).delete()

    async def _send(self, about: _Target, message: Message, parts: int = 0) -> _Sent:
        """Long texts are sent in parts, of which the first pings.

        ``parts``: earlier messages about the same entry; each has its own nonce.
        """
        table = about.table
        if about.plainness is not Plainness.FULL:
            message = plain_message(message, has_buttons=about.plainness is Plainness.PLAIN)
        target = self.client.get_partial_messageable(about.channel, guild_id=about.guild)
        texts = split_pages(message.text, CONTENT_LIMIT)
        # Absent players are never pinged; they read the post on return.
        present = [user for user in message.pings if user not in about.names.absence_ends]
        is_quiet = self.preferences.is_quiet_time
        pings = [discord.Object(user) for user in present if not await is_quiet(user)]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=pings)
        newest, pinged = 0, frozenset(user.id for user in pings)
        for number, text in enumerate(texts):
            is_last = number == len(texts) - 1
            if about.plainness is Plainness.FULL:
                payload = table_payload(message, text, about.game, table, is_last=is_last)
            else:
                payload = plain_payload(message, text, about.game, table.version, is_last=is_last)
            nonce = f"{about.nonce or f'{about.game}-{table.last}'}-{parts + number}"
            # Search first: nothing is drawn while Discord is out of reach.
            found = await self._find_sent(target, payload, about.after) if about.may_exist else None
            if found is None:
                attached = await self._attachments_of(message, about) if is_last else ()
                part = functools.partial(
                    send, self.client, target, payload, attached, mentions, nonce
                )
                newest = await with_unarchived(self.client, about.channel, part)
                continue
            newest = found.id
            if number == 0:
                pinged = frozenset(user.id for user in found.mentions)
        return _Sent(newest, pinged)

    async def _attachments_of(self, message: Message, about: _Target) -> Sequence[Attachment]:
        if not message.pictures:
            return ()
        with use_language(about.table.settings.language):
            return await self.attachments.of(message, about.game, about.table, about.names)

    async def _find_sent(
        self, channel: discord.PartialMessageable, payload: Payload, after: int
    ) -> discord.Message | None:
        """A message sent by an earlier try that stored no id."""
        assert self.client.user is not None
        newest = max(
            (post.message for post in await self.game_log.live_posts(channel.id)), default=0
        )
        return await find_sent(channel, self.client.user.id, payload, newest, after)

    async def answer_privately(
        self,
        call: Call,
        message: Message,
        about: LoadedTable | Outcome,
        *,
        draft: Sequence[Move] = (),
        position: Game | None = None,
    ) -> None:
        """Answer a deferred interaction privately: text, pictures, a menu and buttons.

        Discord takes FOLLOW_UPS further messages where the bot is not installed. ``draft``:
        uncommitted moves to draw, on an earlier ``position`` if given. A user over the picture
        limit gets the words, and the time of the next picture.
        """
        if isinstance(about, Outcome):
            game, table, server = about.game, about.after, call.guild_id
        else:
            game, table, server = about.row.id, about.table, about.row.guild
        names = await self.names.of(table, server) if message.pictures else NOBODY
        user, channel = call.user.id, call.channel_id
        charge = functools.partial(self.limits.take, RequestKind.PICTURE, user, channel)
        try:
            shown = await self.attachments.of(message, game, table, names, draft, charge, position)
        except Refusal as refusal:
            shown = ()
            message = replace(message, text=f"{message.text}\n-# {refusal_text(refusal, NOBODY)}")
        message = self.view_trail.with_back(call.interaction, message)
        texts = split_pages(call.with_channel_link(message.text), CONTENT_LIMIT)
        payload = Payload(texts[0], view_of(message, game, table.version))
        sent = await answer(call.interaction, payload, shown, texts[1:])
        self.view_trail.answered(call.interaction, sent)

    async def update(self, channel: int, guild: int | None, outcome: Outcome, post: int) -> PostRow:
        """Raise one of TRANSPORT_ERRORS."""
        within = self.client.get_partial_messageable(channel, guild_id=guild)
        target = within.get_partial_message(post)
        names = await self._names_of(outcome, guild)
        message = self._message(outcome, names, channel)
        payload = table_payload(message, message.text, outcome.game, outcome.after)
        await edit(self.client, channel, target, payload)
        # An edit pings nobody.
        ping = await self.turns.turn_ping(outcome.game, outcome.after, outcome.before)
        return replace(_post_row(post, outcome), owed=ping.notice or ping.owed)

    async def rewrite(
        self,
        call: Call,
        game: int,
        table: Table,
        make_message: Callable[[Names], Message],
        others: Iterable[int | None] = (),
    ) -> None:
        """Edit a pressed public post that belongs to no entry of the log.

        Nothing waits longer than EDIT_SECONDS.
        """
        pressed = call.message
        if pressed is None or pressed.flags.ephemeral:
            return
        names = await self.names.of(table, call.guild_id, others)
        with use_language(table.settings.language):
            message = make_message(names)
        payload = table_payload(message, message.text, game, table)
        try:
            async with asyncio.timeout(EDIT_SECONDS):
                await edit(self.client, pressed.channel.id, pressed, payload)
        except TRANSPORT_ERRORS as error:
            log.info("post %s is not brought up to date: %r", pressed.id, error)

    async def _names_of(self, outcome: Outcome, guild: int | None) -> Names:
        """The names, with the present votes and whether they have to wait."""
        game, after = outcome.game, outcome.after
        names = await self.names_with_votes.of(game, after, guild, other_users(outcome))
        if not outcome.after.ballots:
            return names
        is_protected = await self.turns.is_protected(outcome.game, outcome.after)
        return replace(names, is_protected=is_protected)

    def _message(self, outcome: Outcome, names: Names, channel: int) -> Message:
        with use_language(outcome.after.settings.language):
            if outcome.after.game is None:
                me = self.client.user
                if outcome.after.ended and me is not None and outcome.user == me.id:
                    return lobby_words.unjoined_notice(outcome.after)
                return lobby_words.lobby_post(outcome.after, names)
            return playing_words.outcome_post(outcome, names, channel)


def plain_message(message: Message, *, has_buttons: bool) -> Message:
    """Drop pictures, menus and emoji."""
    buttons = [
        item if item is None else replace(item, label=without_emoji(item.label))
        for item in message.buttons
        if item is None or isinstance(item, Button)
    ]
    return replace(
        message,
        text=without_emoji(message.text),
        pictures=(),
        buttons=tuple(buttons) if has_buttons else (),
        colour=None,
    )


def _with_turn_ping(message: Message, ping: TurnPing) -> Message:
    notice = ping.notice
    if notice is None or f"<@{notice.user}>" not in message.text:
        return message
    return replace(message, pings=tuple(dict.fromkeys((*message.pings, notice.user))))


def _owed_after(sent: _Sent, ping: TurnPing) -> FirstNotice | None:
    notice = ping.notice
    return ping.owed if notice is None or notice.user in sent.pinged else notice


def other_users(outcome: Outcome) -> tuple[int | None, ...]:
    """The author, and players who left."""
    return (outcome.user, *(outcome.before.players if outcome.before is not None else ()))


def _post_row(message: int, outcome: Outcome) -> PostRow:
    after = outcome.before.last if outcome.before is not None else -1
    return PostRow(message, outcome.game, after, outcome.number)


def table_message(table: Table, names: Names, channel: int) -> Message:
    if table.game is None:
        return lobby_words.lobby_post(table, names)
    return playing_words.current_post(table, names, channel)


def table_payload(
    message: Message, text: str, game: int, table: Table, *, is_last: bool = True
) -> Payload:
    """A card in the lobby unless it pings, later a plain message."""
    if table.game is None and not message.pings:
        return card_payload(message, text, game, table.version)
    return plain_payload(message, text, game, table.version, is_last=is_last)
