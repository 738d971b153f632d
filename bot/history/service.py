"""Review finished games, and add the turning points to the poster of their end."""

import logging
from dataclasses import dataclass, field
from typing import Final

import discord
from cachetools import LRUCache

from bot.channel_seat.names import NamesWithVotes
from bot.channel_seat.service import ChannelSeat
from bot.config import Config
from bot.core.durations import DAY, MINUTE, Clock
from bot.core.tasks import Tasks
from bot.discord_io.errors import is_bug
from bot.discord_io.rendering import Attachments
from bot.discord_io.sending import replace_files
from bot.hints.service import Hints
from bot.history.end_post import poster_picture, turning_points_of
from bot.posting.outbox import Posted
from bot.runtime.scheduler import DuePayload, Number, due_pattern
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Tables, run_in_log_thread
from bot.table.table import Table
from bot.text.i18n import use_language
from bot.text.message import Message
from rules.opponents.review import Review, costliest_turns
from storage import Due, Log, Schedule

log = logging.getLogger(__name__)

REMEMBERED_POSTERS: Final = 256
"""The number of newest posters that are known to have their turning points."""
REVIEW_CHECK_SECONDS: Final = 10.0 * MINUTE
"""Pause before the next look whether a poster has its turning points: longer than a review."""
OLDEST_END_SECONDS: Final = 1.0 * DAY
"""Age of an end after which its poster stays as it is, unless a player presses *Review*."""


@due_pattern("review {game}")
@dataclass(frozen=True, slots=True)
class ReviewDue(DuePayload):
    """A look at an end whose poster may lack turning points."""

    game: Number


@dataclass(eq=False, repr=False)
class EndReviews:
    """Review games that just ended, and draw turning points on posters.

    A poster is redrawn once, in the background, by editing its post. Its due stays until then, so
    that the next process draws it if this one stops.
    """

    client: discord.Client
    game_log: Log
    tables: Tables
    schedule: Schedule
    names: NamesWithVotes
    attachments: Attachments
    hints: Hints
    channel_seat: ChannelSeat
    clock: Clock
    config: Config
    _tasks: Tasks = field(init=False, default_factory=Tasks)
    _drawn: LRUCache[tuple[int, int], bool] = field(
        init=False, default_factory=lambda: LRUCache(REMEMBERED_POSTERS)
    )
    """By game and version of its table."""

    def after_post(self, posted: Posted) -> None:
        """Start a review after a poster was posted."""
        table = posted.outcome.after
        if self.config.reviews and not posted.edited and table.has_poster:
            self._tasks.begin(self._review(posted.outcome.game, table), "end review")

    async def make_due(self, game: int) -> None:
        """Retry the poster if the process stops during the review."""
        if self.config.reviews:
            await self.schedule.put(ReviewDue(game).write(self.clock() + REVIEW_CHECK_SECONDS))

    async def handle(self, due: Due) -> float | None:
        game = ReviewDue.read(due).game
        loaded = await self.tables.game(game)
        if not self.config.reviews or loaded is None or not loaded.table.has_poster:
            return None
        is_old = self.clock() - loaded.table.since > OLDEST_END_SECONDS
        if is_old or (game, loaded.table.version) in self._drawn:
            return None
        if loaded.row.posted == loaded.row.last:
            self._tasks.begin(self._review(game, loaded.table), "end review")
        return self.clock() + REVIEW_CHECK_SECONDS

    def after_review(self, loaded: LoadedTable, review: Review) -> None:
        """Use a review that a player asked for, as one after the end."""
        self._tasks.begin(self._go_on(loaded.row.id, loaded.table, review), "end review")

    async def close(self) -> None:
        """Cancel reviews; their posters stay as they are for now."""
        await self._tasks.cancel()

    async def _review(self, game: int, table: Table) -> None:
        try:
            review = await self.hints.unasked_review(game, table)
        except Refusal as refusal:
            log.info("game %s is not reviewed: %s", game, refusal.reason)
            return
        await self._go_on(game, table, review)

    async def _go_on(self, game: int, table: Table, review: Review) -> None:
        """Search further moves while nobody waits, and use what is found."""
        await self._use(game, table, await self.hints.longer_review(game, table) or review)

    async def _use(self, game: int, table: Table, review: Review) -> None:
        """Save the best turns and redraw any poster, unless done or the end was undone."""
        if (game, table.version) in self._drawn:
            return
        self._drawn[game, table.version] = True
        try:
            await self.channel_seat.save_best_turns(game, table, review)
            if not table.has_poster:
                return
            turns = await run_in_log_thread(costliest_turns, review, table.record())
            row = await self.game_log.row(game)
            post = await self.game_log.newest_post(game)
            if row.last != table.last:
                return  # The due is that of the game's next end.
            if not turns or post is None:
                await self.schedule.drop(ReviewDue(game).key)
                return
            names = await self.names.of(game, table, row.guild)
            with use_language(table.settings.language):
                picture = poster_picture(table, names, turning_points_of(turns))
                drawn = Message("", (picture,))
                attachments = await self.attachments.of(drawn, game, table, names)
            within = self.client.get_partial_messageable(row.channel, guild_id=row.guild)
            message = within.get_partial_message(post)
            await replace_files(self.client, row.channel, message, attachments)
            await self.schedule.drop(ReviewDue(game).key)
        except Exception as error:
            # The due and the next *Review* try again.
            self._drawn.pop((game, table.version), None)
            if is_bug(error):
                log.exception("the poster of game %s stays without its turning points", game)
            else:
                log.info("the poster of game %s stays without its turning points: %r", game, error)
