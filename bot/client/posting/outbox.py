"""Post every saved change, in order per channel; what a channel missed is told in one post."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Final

import discord

from bot.client.cluster.departures import DepartureWatch
from bot.client.cluster.peers import Peers
from bot.client.discord_io.errors import UNKNOWN_CHANNEL
from bot.client.discord_io.sending import EDIT_SECONDS, TRANSPORT_ERRORS
from bot.client.opponents.player import OPPONENT_GRACE_SECONDS, OpponentPlayer
from bot.client.posting.post_sender import PostSender
from bot.client.posting.posted import AfterPost, Occasion, Posted
from bot.client.posting.retries import Backlog, PostedMarks, Retries
from bot.durations import Sleep
from bot.ops import log_context, metrics
from bot.table.keyed_locks import KeyedLocks
from bot.table.log_reader import run_in_log_thread
from bot.table.post_history import missed_outcome
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Outcome, Table
from bot.text.message import Message
from bot.text.opponents import is_opponent
from storage import GameRow, Log, PostRow, ShardFilter, StorageError

log = logging.getLogger(__name__)

POST_TIMEOUT_SECONDS: Final = 4.0
"""Seconds that a player waits for a post before the answer says that it follows later.

OPPONENT_GRACE_SECONDS is added where opponents play on.
"""
MAX_PARALLEL_CHANNELS: Final = 8
"""The most channels that are caught up at the same time."""
RETRIED_ERRORS: Final = (*TRANSPORT_ERRORS, StorageError)
"""The errors after which a post is retried for as long as it takes."""


class Outbox:
    """Post the outcomes of commands in order per channel, as soon as Discord takes them.

    The log says what is unposted: entries that are in no post yet. Retries live in memory alone, as
    the next start looks for every entry that is unposted.
    """

    def __init__(
        self,
        game_log: Log,
        tables: Tables,
        sender: PostSender,
        opponents: OpponentPlayer,
        shards: ShardFilter,
        peers: Peers,
        departures: DepartureWatch,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """``shards`` are the servers of this process; ``peers`` post in those of others.

        Moves that ``opponents`` make at once are in one post with the move before.
        ``departures`` find out whether a channel that Discord does not know is deleted.
        """
        self._game_log = game_log
        self._tables = tables
        self._sender = sender
        self._opponents = opponents
        self._shards = shards
        self._peers = peers
        self._departures = departures
        self._after_post: list[tuple[AfterPost, frozenset[Occasion]]] = []
        self._locks = KeyedLocks[int]()
        """By channel."""
        self._parallel = asyncio.Semaphore(MAX_PARALLEL_CHANNELS)
        self._retries = Retries(self._try_channel, sleep)
        self._posting: set[asyncio.Task[Any]] = set()
        self._posted_marks = PostedMarks(game_log)
        self._backlog = Backlog(game_log, sender, opponents)

    def after_post(self, begin: AfterPost, *occasions: Occasion) -> None:
        """Subscribe to the posts of some occasions. Nothing waits for what ``begin`` starts."""
        self._after_post.append((begin, frozenset(occasions)))

    @metrics.timed("post")
    async def post(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        """Post the outcome of a command. Return True if it was sent within POST_TIMEOUT_SECONDS.

        False if it will follow later, by a running request or a retry.
        """
        is_posted = await self._post_in_time(channel, guild, outcome)
        if not is_posted:
            metrics.POSTS_LATE.add()
        return is_posted

    async def _post_in_time(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        timeout = POST_TIMEOUT_SECONDS + OPPONENT_GRACE_SECONDS * (
            outcome.after.opponent_to_move is not None
        )
        if guild is not None and not self._shards.has(guild):
            place = guild, channel
            return await self._peers.post_and_wait(place, outcome.game, outcome.number, timeout)
        if any(map(is_opponent, outcome.after.players)):
            self._opponents.begin(outcome.game, self.post)
        task = asyncio.create_task(self._post(channel, guild, outcome), name="post")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)
        await asyncio.wait({task}, timeout=timeout)
        if task.done():
            return task.result()
        task.add_done_callback(_log_late_failure)
        return False

    def post_missing(self, channel: int) -> None:
        """Start to post what a channel has missed, which another process may have saved."""
        task = asyncio.create_task(self._catch_up_with_opponents(channel), name="catching up")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    def is_posting_or_retrying(self, channel: int) -> bool:
        """Return True if a post to a channel is running or waits for a retry."""
        return channel in self._retries or self._locks.is_locked(channel)

    async def is_missed(self, row: GameRow) -> bool:
        """Return True if a channel misses a post of a game and nothing is about to send it."""
        if self.is_posting_or_retrying(row.channel):
            return False
        with suppress(Refusal):
            loaded = await self._tables.game(row.id)
            # In the middle of a turn the next decision is asked privately, and nothing is posted.
            return loaded is None or not loaded.table.is_mid_turn
        return True

    async def update(self, channel: int, guild: int | None, outcome: Outcome, post: int) -> None:
        """Edit a public message. Raise one of TRANSPORT_ERRORS, within EDIT_SECONDS."""
        async with asyncio.timeout(EDIT_SECONDS) as limit, self._locks[channel]:
            post_row = await self._sender.update(channel, guild, outcome, post)
            limit.reschedule(None)
            await self._mark_posted(channel, outcome, post_row)
        self._run_after_post(Posted(channel, guild, outcome, [post_row], edited=True))

    async def revise(self, row: GameRow, outcome: Outcome) -> None:
        """Edit the newest post of a game after a change that nobody asked for.

        Post nothing if the message is gone; post anew if Discord fails.
        """
        posts = [
            post for post in await self._game_log.live_posts(row.channel) if post.game == row.id
        ]
        try:
            if posts:
                await self.update(row.channel, row.guild, outcome, posts[-1].message)
                return
        except discord.NotFound:
            await self._game_log.mark_posted(row.id, outcome.number, [])
            return
        except TRANSPORT_ERRORS as error:
            log.info("post %s is not brought up to date: %r", posts[-1].message, error)
        await self.post(row.channel, row.guild, outcome)

    async def post_state_or_missed(self, row: GameRow) -> None:
        """Post the state of a game, or what its channel has missed of it; log failures."""
        try:
            async with self._locks[row.channel]:
                await self._post_missed(row)
        except RETRIED_ERRORS as error:
            log.warning("game %s is not shown in channel %s: %r", row.id, row.channel, error)

    async def post_notice(
        self, row: GameRow, table: Table, message: Message, nonce: str, after: int | None = None
    ) -> int | None:
        """Post a notice about a game between its posts. Return the id of its message.

        None if the game has moved on, or if its channel has missed a post, which comes first. With
        ``after`` an earlier try may have sent it, under a later id. Raise one of TRANSPORT_ERRORS.
        """
        async with self._locks[row.channel]:
            now = await self._game_log.row(row.id)
            if now.last != table.last or now.posted < now.last:
                return None
            sent = await self._sender.post_notice(now, table, message, nonce, after)
        self.retry_refused_channel(row.channel)
        return sent

    async def delete_notice(self, row: GameRow, message: int) -> None:
        """Delete a notice about a game from its channel. Log failures."""
        try:
            await self._sender.delete(row, message)
        except TRANSPORT_ERRORS as error:
            log.info("notice %s stays in channel %s: %r", message, row.channel, error)

    async def catch_up(self) -> None:
        """Post to all channels that have missed something; schedule retries for those that fail."""
        channels = {row.channel for row in await self._game_log.unposted()} - self._retries.trying
        for channel in channels:
            self._retries.forget(channel)
        await asyncio.gather(*map(self._catch_up, sorted(channels)))

    def retry_later(self, channel: int, error: Exception) -> None:
        """Schedule a retry for a saved outcome that could not be posted."""
        self._retries.schedule(channel, error)

    def is_refused(self, channel: int) -> bool:
        """Return True if Discord refuses the posts of a channel, rather than being away."""
        return self._retries.is_refused(channel)

    async def retry_now(self, channels: Collection[int]) -> None:
        """Retry at once in those of the channels that wait for a retry."""
        await asyncio.gather(*map(self._catch_up, self._retries.cancel_waiting(channels)))

    def retry_refused_channel(self, channel: int) -> None:
        """Retry a refused channel, as somebody acts in it or a message has arrived there."""
        if self._retries.take_refused_retry(channel):
            task = asyncio.create_task(self.retry_now([channel]), name="catching up")
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def close(self, seconds: float) -> None:
        """Wait for running posts; the next start sends the rest."""
        tasks = {*self._posting, *self._retries.close()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._posted_marks.store_all()

    async def _post(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        """Post an outcome after everything older in its channel. Schedule a retry if that fails."""
        try:
            # Lock the channel from the start, so that posts keep their order.
            async with self._locks[channel]:
                await self._posted_marks.store(outcome.game)
                unposted = {row.id: row for row in await self._game_log.unposted(channel)}
                for game, row in unposted.items():
                    if game != outcome.game:
                        await self._post_missed(row)
                complete = outcome
                if outcome.after.opponent_to_move is not None:
                    complete = await self._opponents.with_answers(outcome)
                if len(unposted) != 1 or outcome.game not in unposted or complete is not outcome:
                    unposted[outcome.game] = await self._game_log.row(outcome.game)
                outcome, row = complete, unposted[outcome.game]
                log_context.set_table(row.guild, row.channel, row.id)
                # Otherwise another task has posted it meanwhile.
                if row.posted < outcome.number:
                    # A part of the moves of opponents may be in the post of the move before.
                    # Before it another entry may have been saved that is in no post yet.
                    last_shown = outcome.before.last if outcome.before is not None else -1
                    if channel in self._retries or row.posted != last_shown:
                        entries = await self._game_log.read(row.id)
                        outcome = await run_in_log_thread(
                            missed_outcome, entries, row.id, row.posted, outcome
                        )
                    post_row = await self._sender.post_outcome(channel, guild, outcome)
                    self._retries.forget(channel)
                    await self._mark_posted(channel, outcome, post_row)
                    self._run_after_post(Posted(channel, guild, outcome, [post_row]))
                else:
                    self._retries.forget(channel)
        except RETRIED_ERRORS as error:
            log.warning("saved, but not posted in channel %s: %r", channel, error)
            if not await self._is_deleted(channel, error):
                self._retries.schedule(channel, error)
            return False
        return True

    async def _catch_up_with_opponents(self, channel: int) -> None:
        """Post what a channel has missed, with the answers of opponents."""
        try:
            for row in await self._game_log.unposted(channel):
                self._opponents.begin(row.id, self.post)
        except StorageError as error:
            self._retries.schedule(channel, error)
            return
        self._retries.cancel_waiting([channel])
        await self._catch_up(channel)

    async def _post_missed(self, row: GameRow) -> None:
        """Post what a channel has missed of a game, or its state, and mark it as posted."""
        if not self._shards.has(row.guild):
            await self._peers.request_post(row.guild, row.channel)
            return
        log_context.set_table(row.guild, row.channel, row.id)
        if await self._posted_marks.store(row.id):
            row = await self._game_log.row(row.id)
            if row.posted == row.last:
                return
        is_posted = await self._backlog.post(row)
        if is_posted is None:
            return
        outcome, posts = is_posted
        failure = await self._posted_marks.mark_posted(row.channel, row.id, outcome.number, posts)
        self._run_after_post(Posted(row.channel, row.guild, outcome, posts))
        if failure is not None:
            raise failure

    async def _mark_posted(self, channel: int, outcome: Outcome, post: PostRow) -> None:
        """Store that a post was sent, now or as soon as the database takes it."""
        error = await self._posted_marks.mark_posted(channel, outcome.game, outcome.number, [post])
        if error is not None:
            self._retries.schedule(channel, error)

    def _run_after_post(self, posted: Posted) -> None:
        occasions = posted.occasions()
        for begin, wanted in self._after_post:
            if wanted & occasions:
                begin(posted)

    async def _catch_up(self, channel: int) -> None:
        error = await self._try_channel(channel)
        if error is None:
            self._retries.forget(channel)
        else:
            self._retries.schedule(channel, error)

    async def _try_channel(self, channel: int) -> Exception | None:
        """Post everything a channel has missed. Return the error after which to retry, if any."""
        log_context.begin(channel=channel)
        self._retries.trying.add(channel)
        try:
            async with self._parallel, self._locks[channel]:
                for row in await self._game_log.unposted(channel):
                    await self._post_missed(row)
        except RETRIED_ERRORS as error:
            log.warning("could not catch up in channel %s: %r", channel, error)
            return None if await self._is_deleted(channel, error) else error
        except Exception:
            # A bug, which no retry can fix.
            log.exception("could not catch up in channel %s", channel)
        finally:
            self._retries.trying.discard(channel)
        return None

    async def _is_deleted(self, channel: int, error: Exception) -> bool:
        """Return True if a channel was deleted while the bot was away; its game ends with it.

        Discord is asked once more about the channel itself.
        """
        if not isinstance(error, discord.HTTPException) or error.code != UNKNOWN_CHANNEL:
            return False
        return await self._departures.confirm_deleted(channel)


def _log_late_failure(task: asyncio.Task[bool]) -> None:
    """Log an unexpected error of a post that nothing waits for any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a post failed", exc_info=error)
