"""Reviews of finished games, and their turning points on the poster in the post of the end."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

import discord
from cachetools import LRUCache

from bot.client.discord_io.attachments import Attachments
from bot.client.discord_io.errors import is_bug
from bot.client.discord_io.sending import replace_files
from bot.client.opponents.hints import Hints
from bot.client.people.names import NameDirectory
from bot.client.posting.posted import Posted
from bot.presenters.public.end import poster_picture, turning_points_of
from bot.table.log_reader import run_in_log_thread
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable
from bot.table.table import Phase, Table
from bot.text.i18n import use_language
from bot.text.message import Message
from rules.opponents.review import Review, costliest_turns
from storage import Log

log = logging.getLogger(__name__)

REMEMBERED_POSTERS: Final = 256
"""The number of newest posters that are known to have their turning points."""


class EndReviews:
    """Review games that have just ended, and draw the turning points on their posters.

    A poster is drawn anew once, by editing its post, and nobody waits for it. If the bot stops
    before, *Review* under the post does the same.
    """

    def __init__(
        self,
        client: discord.Client,
        log: Log,
        names: NameDirectory,
        attachments: Attachments,
        hints: Hints,
        *,
        unasked: bool,
    ) -> None:
        """``unasked`` reviews each finished game; otherwise only a player's *Review* does."""
        self._client = client
        self._log = log
        self._names = names
        self._attachments = attachments
        self._hints = hints
        self.unasked = unasked
        self._tasks: set[asyncio.Task[None]] = set()
        self._drawn: LRUCache[tuple[int, int], bool] = LRUCache(REMEMBERED_POSTERS)
        """By game and version of its table."""

    def after_post(self, posted: Posted) -> None:
        """Start to review a game whose end has been posted."""
        table = posted.outcome.after
        if self.unasked and not posted.edited and table.phase is Phase.OVER and table.lines:
            self._begin(self._review(posted.outcome.game, table, posted.posts[-1].message))

    def after_review(self, seen: LoadedTable, review: Review) -> None:
        """Start to draw the turning points of a game that a player has had reviewed."""
        if seen.table.phase is Phase.OVER:
            self._begin(self._draw(seen.row.id, seen.table, review))

    async def close(self) -> None:
        """Cancel what is running; a poster stays as it is."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="end review")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _review(self, game: int, table: Table, post: int) -> None:
        try:
            review = await self._hints.unasked_review(game, table)
        except Refusal as refusal:
            log.info("game %s is not reviewed: %s", game, refusal.reason)
            return
        await self._draw(game, table, review, post)

    async def _draw(self, game: int, table: Table, review: Review, post: int | None = None) -> None:
        """Draw the poster of a game anew, unless that is done or its end was undone.

        ``post`` is its message; without one, the newest of the game with buttons.
        """
        if (game, table.version) in self._drawn:
            return
        self._drawn[game, table.version] = True
        try:
            turns = await run_in_log_thread(costliest_turns, review, table.record())
            row = await self._log.row(game)
            if post is None:
                posts = await self._log.live_posts(row.channel)
                post = next((one.message for one in reversed(posts) if one.game == game), None)
            if not turns or post is None or row.last != table.last:
                return
            names = await self._names.of(table, row.guild)
            with use_language(table.settings.language):
                picture = poster_picture(table, names, turning_points_of(turns))
                drawn = Message("", (picture,))
                attachments = await self._attachments.of(drawn, game, table, names)
            within = self._client.get_partial_messageable(row.channel, guild_id=row.guild)
            message = within.get_partial_message(post)
            await replace_files(self._client, row.channel, message, attachments)
        except Exception as error:
            # The next *Review* tries again.
            self._drawn.pop((game, table.version), None)
            if is_bug(error):
                log.exception("the poster of game %s stays without its turning points", game)
            else:
                log.info("the poster of game %s stays without its turning points: %r", game, error)
