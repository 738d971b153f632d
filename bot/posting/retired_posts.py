"""Remove the buttons of posts that newer ones have replaced."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import discord
from cachetools import LRUCache

from bot.core.tasks import Tasks
from bot.discord_io.buttons import Payload, plain_payload
from bot.discord_io.errors import is_bug
from bot.discord_io.sending import TRANSPORT_ERRORS, edit
from bot.playing.words import retired_post
from bot.posting.outbox import Posted
from bot.posting.post_sender import table_payload
from bot.posting.status_cards import StatusCards
from bot.runtime.names import NameDirectory
from bot.table.fold import PostedEntries, posted_entries
from bot.table.refusals import Refusal
from bot.table.store import Tables, run_in_log_thread
from bot.table.table import Phase
from bot.text.i18n import use_language
from bot.text.message import CONTENT_LIMIT, Message, split_pages
from storage import Log, PostRow

log = logging.getLogger(__name__)


REMEMBERED_POSTS: Final = 1024
"""The number of newest posts whose text is kept in memory."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    """A post's text without buttons, and its last entry."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class _Newest:
    """The game of a channel's newest post, and entries of its open questions."""

    game: int
    open_questions: Sequence[int]


@dataclass(eq=False, repr=False)
class RetiredPosts:
    """Remove buttons of old posts; texts and pictures stay.

    Each post is tried once, in the background: presses of old buttons are refused anyway. Texts of
    the newest posts are cached; older ones are rebuilt from the log. Outcomes are not cached: each
    holds a version of its game.
    """

    client: discord.Client
    game_log: Log
    tables: Tables
    names: NameDirectory
    cards: StatusCards
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _texts: LRUCache[int, _Remembered] = field(
        init=False, default_factory=lambda: LRUCache(REMEMBERED_POSTS)
    )
    """The texts of the newest posts, by message."""
    _forget_count: int = field(init=False, default=0)
    """The number of forget calls: an outcome from before the last may name an erased user."""
    # One log at a time: no player waits for this.
    _reading: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)

    def after_post(self, posted: Posted) -> None:
        if posted.edited:
            return
        self._tasks.begin(self._retire(posted, self._forget_count), "old posts")

    async def close(self, seconds: float) -> None:
        await self._tasks.wait(seconds)

    def forget(self, user: int | None) -> None:
        self._forget_count += 1
        self._texts.clear()

    async def _retire(self, posted: Posted, forget_count: int) -> None:
        channel, guild = posted.channel, posted.guild
        try:
            posts = await self.game_log.live_posts(channel)
            await self._remember(posted, forget_count)
            if len(posts) < 2:
                return
            newest = await self._newest(posted, posts)
            old_posts = replaced_posts(posts, newest)
            old_posts = [
                post for post in old_posts if not await self._offers_reopening(post, posted)
            ]
            # Recorded first: a failed edit is not retried with every move.
            taken = await self.game_log.retire([post.message for post in old_posts])
            for post in old_posts:
                if post.message in taken:
                    await self._remove_buttons(channel, guild, post)
        except Refusal as refusal:
            log.info("old posts in channel %s keep their buttons: %s", channel, refusal.facts)
        except Exception as error:
            if is_bug(error):
                log.exception("old posts in channel %s keep their buttons", channel)
            else:
                log.info("old posts in channel %s keep their buttons: %r", channel, error)

    async def _remember(self, posted: Posted, forget_count: int) -> None:
        """Keep a new post's text, if it shows the whole outcome."""
        outcome, table = posted.outcome, posted.outcome.after
        if (
            len(posted.posts) != 1
            or table.undo_vote is not None
            or table.ballots
            or table.game is None
        ):
            return
        message = await self._message(posted.channel, posted.guild, PostedEntries(outcome))
        if forget_count == self._forget_count:
            remembered = _Remembered(outcome.number, _last_page(message))
            self._texts[posted.posts[0].message] = remembered

    async def _newest(self, posted: Posted, posts: Sequence[PostRow]) -> _Newest | None:
        """The game of the newest posts, and entries of its open votes."""
        if all(post.game == posted.outcome.game for post in posts):
            return _Newest(posted.outcome.game, posted.outcome.after.open_questions)
        loaded = await self.tables.latest(posted.channel)
        return None if loaded is None else _Newest(loaded.row.id, loaded.table.open_questions)

    async def _offers_reopening(self, post: PostRow, posted: Posted) -> bool:
        """True for an archived game's newest post, whose button reopens it.

        Everything else posted in its channel is about other games.
        """
        if post.game == posted.outcome.game:
            return (
                posted.outcome.after.phase is Phase.ARCHIVED
                and post.number == posted.outcome.number
            )
        with suppress(Refusal):
            loaded = await self.tables.game(post.game)
            away = loaded is not None and loaded.table.phase is Phase.ARCHIVED
            return away and loaded is not None and post.number == loaded.row.last
        return False

    async def _payload(self, channel: int, guild: int | None, post: PostRow) -> Payload | None:
        """A post without buttons, from memory or the log; None if it keeps them."""
        remembered = self._texts.pop(post.message, None)
        if remembered is not None and remembered.number == post.number:
            return plain_payload(Message(remembered.text), remembered.text, post.game, post.number)
        entries = await self.game_log.read(post.game)
        async with self._reading:
            posted = await run_in_log_thread(
                posted_entries, entries, post.game, post.after, post.number
            )
        table = posted.outcome.after
        if table.game is None:
            card = await self.cards.of(post.game)
            if card is not None and card.message == post.message:
                return None  # The lobby's post goes on as the status card of the table.
        message = await self._message(channel, guild, posted)
        return table_payload(message, _last_page(message), post.game, table)

    async def _message(self, channel: int, guild: int | None, posted: PostedEntries) -> Message:
        table = posted.outcome.after
        users = [
            posted.outcome.user,
            posted.settled.user if posted.settled else None,
        ]
        names = await self.names.of(table, guild, users, absences=False)
        with use_language(table.settings.language):
            return retired_post(posted, names, channel)

    async def _remove_buttons(self, channel: int, guild: int | None, post: PostRow) -> None:
        payload = await self._payload(channel, guild, post)
        if payload is None:
            return
        target = self.client.get_partial_messageable(channel, guild_id=guild)
        try:
            await edit(self.client, channel, target.get_partial_message(post.message), payload)
        except TRANSPORT_ERRORS as error:
            log.info("post %s in channel %s keeps its buttons: %s", post.message, channel, error)


def _last_page(message: Message) -> str:
    """The part of a text that is in the message with the buttons."""
    return split_pages(message.text, CONTENT_LIMIT)[-1]


def replaced_posts(posts: Sequence[PostRow], newest: _Newest | None) -> list[PostRow]:
    """The replaced posts, oldest first.

    The late end of an earlier game is not among the newest. Posts with open votes stay beside their
    turn's post.
    """
    asked = [post for post in posts if newest is not None and _asks(post, newest)]
    others = [post for post in posts if post not in asked]
    others.sort(key=lambda post: newest is not None and post.game == newest.game)
    questions = len(newest.open_questions) if newest is not None else 0
    return [*others[:-1], *asked[: max(0, len(asked) - questions)]]


def _asks(post: PostRow, newest: _Newest) -> bool:
    tells = post.after < post.number and post.game == newest.game
    return tells and any(post.number >= entry for entry in newest.open_questions)
