"""Posts that newer ones have replaced lose their buttons: behind the newest, one try for each."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.client.discord_io.attachments import kept
from bot.client.discord_io.errors import bug
from bot.client.discord_io.layouts import layout_of
from bot.client.discord_io.sending import TRANSPORT_ERRORS, edit
from bot.client.people.names import NameDirectory
from bot.client.posting.posted import Posted
from bot.client.posting.status_cards import StatusCards
from bot.presenters.public.retired_posts import old
from bot.table.log_reader import beside
from bot.table.post_history import retell
from bot.table.refusals import Refusal
from bot.table.store import Seen, Tables
from bot.table.table import Phase
from bot.text.i18n import speaking
from bot.text.message import TEXT_LIMIT, pages
from storage import Log, PostRow

log = logging.getLogger(__name__)


class RetiredPosts:
    """Takes the buttons off old posts, rebuilt from the log; their pictures stay where they are.

    It is a courtesy: whatever comes of it, nothing waits for it and no press relies on it.
    """

    def __init__(
        self,
        client: discord.Client,
        log: Log,
        tables: Tables,
        names: NameDirectory,
        cards: StatusCards,
    ) -> None:
        self._client = client
        self._log = log
        self._tables = tables
        self._names = names
        self._cards = cards
        self._working: set[asyncio.Task[None]] = set()
        # One at a time: a courtesy makes nobody wait who wants to play.
        self._reading = asyncio.Lock()

    def told(self, told: Posted) -> None:
        """Begins to bring the posts of a channel up to date of which a newer one is out."""
        if told.edited:
            return
        task = asyncio.create_task(self._retire(told.channel, told.guild), name="old posts")
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def close(self, seconds: float) -> None:
        """Lets what is under way finish."""
        if self._working:
            await asyncio.wait(self._working, timeout=seconds)

    async def _retire(self, channel: int, guild: int | None) -> None:
        try:
            posts = await self._log.live_posts(channel)
            if len(posts) < 2:
                return
            found = replaced(posts, await self._tables.seen(channel))
            found = [post for post in found if not await self._brings_back(post)]
            # Noted first: a post that cannot be edited is not tried again with every move.
            taken = await self._log.retire([post.message for post in found])
            for post in found:
                if post.message in taken:
                    await self._bare(channel, guild, post)
        except Refusal as refusal:
            log.info("old posts in channel %s stay: %s", channel, refusal.facts)
        except Exception as error:
            if bug(error):
                log.exception("old posts in channel %s stay", channel)
            else:
                log.info("old posts in channel %s stay: %r", channel, error)

    async def _brings_back(self, post: PostRow) -> bool:
        """Whether a post is the newest of a game that was put away: it offers to bring that back.

        What else is posted there is of other games.
        """
        with suppress(Refusal):
            seen = await self._tables.game(post.game)
            away = seen is not None and seen.table.phase is Phase.ARCHIVED
            return away and seen is not None and post.number == seen.row.last
        return False

    async def _bare(self, channel: int, guild: int | None, post: PostRow) -> None:
        """Edits a post into what is left of it."""
        entries = await self._log.read(post.game)
        async with self._reading:
            retold = await beside(retell, entries, post.game, post.after, post.number)
        table = retold.outcome.after
        if table.game is None:
            card = await self._cards.of(post.game)
            if card is not None and card.message == post.message:
                return  # it goes on as the card of the table
        users = [retold.outcome.user, retold.settled.user if retold.settled else None]
        names = await self._names.of(table, guild, users)
        with speaking(table.settings.language):
            message = old(retold, names)
        text = pages(message.text, TEXT_LIMIT)[-1]
        layout = layout_of(message, text, post.game, table.version, kept(message, table))
        target = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            # Files that are not named in an edit stay with the message.
            await edit(self._client, channel, target.get_partial_message(post.message), layout)
        except TRANSPORT_ERRORS as error:
            log.info("post %s in channel %s keeps its buttons: %s", post.message, channel, error)


def replaced(posts: Sequence[PostRow], seen: Seen | None) -> list[PostRow]:
    """The posts of a channel, from old to new, of which a newer one tells the same or more.

    The end of a game told late, when another has begun, is none of the newest.
    Questions that are still open stand beside the turn of which they were asked.
    """
    asked = [post for post in posts if seen is not None and _asks(post, seen)]
    others = [post for post in posts if post not in asked]
    others.sort(key=lambda post: seen is not None and post.game == seen.row.id)
    questions = len(seen.table.asked) if seen is not None else 0
    return [*others[:-1], *asked[: max(0, len(asked) - questions)]]


def _asks(post: PostRow, seen: Seen) -> bool:
    """Whether a post puts a question that is open."""
    tells = post.after < post.number and post.game == seen.row.id
    return tells and any(post.number >= entry for entry in seen.table.asked)
