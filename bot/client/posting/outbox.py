"""Post every saved change, in order per game; what a channel missed is told in one post."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Final

import discord

from bot.client.cluster.departures import DepartureWatch
from bot.client.cluster.peers import Peers
from bot.client.discord_io.errors import UNKNOWN_CHANNEL, is_bug
from bot.client.discord_io.sending import EDIT_SECONDS, TRANSPORT_ERRORS
from bot.client.opponents.player import OPPONENT_GRACE_SECONDS, OpponentPlayer
from bot.client.posting.post_sender import PostSender
from bot.client.posting.posted import AfterPost, Occasion, Posted
from bot.client.posting.retries import (
    ANY_GAME,
    Backlog,
    Cause,
    Failure,
    Place,
    PostedMarks,
    Retries,
)
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
MALFORMED: Final = (40005, 50035)
"""Discord's error codes of a message that is too large, or not allowed: a bug of the bot."""


def is_malformed(error: Exception) -> bool:
    """Return True if Discord refuses a message as no message may be, which is a bug of the bot."""
    return isinstance(error, discord.HTTPException) and error.code in MALFORMED


class EditFailed(OSError):
    """An edit of a message that failed in an unforeseen way."""


class Outbox:
    """Post the outcomes of commands in order per game, as soon as Discord takes them.

    The log says what is unposted: entries that are in no post yet. Retries live in memory alone, as
    the next start looks for every entry that is unposted. A post that fails is tried again whatever
    the error, and keeps no post of another game waiting.
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
        self._retries = Retries(self._try, sleep)
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
            metrics.POSTS_LATE.inc()
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
        return task.done() and task.result()

    def post_missing(self, channel: int) -> None:
        """Start to post what a channel has missed, which another process may have saved."""
        task = asyncio.create_task(self._catch_up_with_opponents(channel), name="catching up")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    def is_posting_or_retrying(self, channel: int) -> bool:
        """Return True if a post to a channel is running or waits for a retry."""
        return self._retries.has_channel(channel) or self._locks.is_locked(channel)

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
            try:
                post_row = await self._sender.update(channel, guild, outcome, post)
            except TRANSPORT_ERRORS:
                raise
            except Exception as error:
                log.exception("post %s could not be edited", post)
                raise EditFailed(str(error)) from error
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
        except Exception as error:
            await self._failed(Place(row.channel, row.id), error)

    async def post_notice(
        self,
        row: GameRow,
        table: Table,
        message: Message,
        nonce: str,
        after: int | None = None,
        *,
        beside_backlog: bool = False,
    ) -> int | None:
        """Post a notice about a game between its posts. Return the id of its message.

        None if the game has moved on, or if its channel has missed a post, which comes first unless
        the notice goes out ``beside_backlog``. With ``after`` an earlier try may have sent it,
        under a later id. Raise one of TRANSPORT_ERRORS.
        """
        async with self._locks[row.channel]:
            now = await self._game_log.row(row.id)
            is_behind = now.posted < now.last and not beside_backlog
            if now.last != table.last or is_behind:
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
        """Post what all channels have missed; schedule retries for what fails."""
        rows = await self._game_log.unposted()
        self._retries.cancel_waiting({row.channel for row in rows})
        await self._retries.try_now([Place(row.channel, row.id) for row in rows])

    def retry_later(self, channel: int, error: Exception) -> None:
        """Schedule a retry for a saved outcome that could not be posted."""
        self._retries.schedule(Place(channel, ANY_GAME), error)

    def failure(self, channel: int, game: int) -> Failure | None:
        """Return why a game could not be posted, if it is to be tried again."""
        return self._retries.failure(Place(channel, game))

    async def retry_now(self, channels: Collection[int]) -> None:
        """Retry at once in those of the channels that wait for a retry."""
        await self._retries.try_now(self._retries.cancel_waiting(channels))

    def retry_refused_channel(self, channel: int) -> None:
        """Retry a refused channel, as somebody acts in it or a message has arrived there."""
        if places := self._retries.take_refused_retry(channel):
            task = asyncio.create_task(self._retries.try_now(places), name="catching up")
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
        """Post an outcome after what is older in its channel. Schedule a retry if that fails."""
        place = Place(channel, outcome.game)
        try:
            # Lock the channel from the start, so that posts keep their order.
            async with self._locks[channel]:
                await self._posted_marks.store(outcome.game)
                unposted = {row.id: row for row in await self._game_log.unposted(channel)}
                for game, row in unposted.items():
                    if game != outcome.game:
                        await self._post_older(row)
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
                    if place in self._retries or row.posted != last_shown:
                        entries = await self._game_log.read(row.id)
                        outcome = await run_in_log_thread(
                            missed_outcome, entries, row.id, row.posted, outcome
                        )
                    post_row = await self._sender.post_outcome(
                        channel,
                        guild,
                        outcome,
                        may_exist=self._retries.is_outage,
                        plainness=self._retries.plainness(place),
                    )
                    self._retries.posted(place)
                    await self._mark_posted(channel, outcome, post_row)
                    self._run_after_post(Posted(channel, guild, outcome, [post_row]))
                else:
                    self._retries.forget(place)
        except Exception as error:
            await self._failed(place, error)
            return False
        return True

    async def _post_older(self, row: GameRow) -> None:
        """Post what a channel has missed of another game, unless only that game fails.

        Raise the error if Discord is out of reach.
        """
        place = Place(row.channel, row.id)
        failure = self._retries.failure(place)
        if failure is not None and failure.is_isolated:
            return
        try:
            await self._post_missed(row)
        except Exception as error:
            await self._failed(place, error)
            failure = self._retries.failure(place)
            if failure is not None and failure.waits_for_discord:
                raise

    async def _catch_up_with_opponents(self, channel: int) -> None:
        """Post what a channel has missed, with the answers of opponents."""
        try:
            rows = await self._game_log.unposted(channel)
        except StorageError as error:
            self.retry_later(channel, error)
            return
        for row in rows:
            self._opponents.begin(row.id, self.post)
        self._retries.cancel_waiting([channel])
        await self._retries.try_now([Place(channel, row.id) for row in rows])

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
        place = Place(row.channel, row.id)
        outcome, posts = await self._backlog.post(row, self._retries.plainness(place))
        self._retries.posted(place)
        failure = await self._posted_marks.mark_posted(row.channel, row.id, outcome.number, posts)
        self._run_after_post(Posted(row.channel, row.guild, outcome, posts))
        if failure is not None:
            raise failure

    async def _mark_posted(self, channel: int, outcome: Outcome, post: PostRow) -> None:
        """Store that a post was sent, now or as soon as the database takes it."""
        error = await self._posted_marks.mark_posted(channel, outcome.game, outcome.number, [post])
        if error is not None:
            self._retries.schedule(Place(channel, outcome.game), error)

    def _run_after_post(self, posted: Posted) -> None:
        occasions = posted.occasions()
        for begin, wanted in self._after_post:
            if wanted & occasions:
                begin(posted)

    async def _try(self, place: Place) -> None:
        """Post what a channel has missed of a game. Schedule a retry if that fails."""
        log_context.begin(channel=place.channel)
        try:
            if place.game == ANY_GAME:
                for row in await self._game_log.unposted(place.channel):
                    await self._try(Place(row.channel, row.id))
            else:
                async with self._locks[place.channel]:
                    row = await self._game_log.row(place.game)
                    if row.posted < row.last:
                        await self._post_missed(row)
        except Exception as error:
            await self._failed(place, error)
        else:
            self._retries.forget(place)

    async def _failed(self, place: Place, error: Exception) -> None:
        """Schedule a retry of a game that could not be posted, unless its channel is gone."""
        if await self._is_deleted(place.channel, error):
            self._retries.forget(place)
            return
        was_outage = self._retries.is_outage
        failure = self._retries.schedule(place, error)
        level = logging.WARNING
        if failure.cause is Cause.OUTAGE and was_outage:
            level = logging.INFO
        elif failure.own_failures == 1 and (is_bug(error) or is_malformed(error)):
            level = logging.ERROR
        trace = error if level == logging.ERROR and is_bug(error) else None
        channel = place.channel
        log.log(level, "saved, but not posted in channel %s: %r", channel, error, exc_info=trace)

    async def _is_deleted(self, channel: int, error: Exception) -> bool:
        """Return True if a channel was deleted while the bot was away; its game ends with it.

        Discord is asked once more about the channel itself.
        """
        if not isinstance(error, discord.HTTPException) or error.code != UNKNOWN_CHANNEL:
            return False
        return await self._departures.confirm_deleted(channel)
