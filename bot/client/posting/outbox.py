"""Post each saved entry exactly once, in order per channel, retrying while Discord is away."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Final

import discord

from bot.client.cluster.departures import DepartureWatch
from bot.client.cluster.peers import Peers
from bot.client.discord_io.backoff import Sleep
from bot.client.discord_io.errors import UNKNOWN_CHANNEL
from bot.client.discord_io.sending import EDIT_SECONDS, TRANSPORT_ERRORS
from bot.client.opponents.player import OPPONENT_GRACE, OpponentPlayer
from bot.client.posting.posted import AfterPost, Posted
from bot.client.posting.poster import Poster
from bot.client.posting.retries import Acknowledgements, Backlog, Retries
from bot.ops import log_context, metrics
from bot.table.keyed_locks import KeyedLocks
from bot.table.log_reader import run_in_log_thread
from bot.table.post_history import missed_outcome
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Outcome, Table
from bot.text.message import Message
from bot.text.opponents import is_opponent
from storage import GameRow, Log, PostRow, StorageError

log = logging.getLogger(__name__)

PATIENCE: Final = 4.0
"""How long a player waits for the post, before they are told that it is going to come.

What opponents take for their answers comes to it.
"""
AT_ONCE: Final = 8
"""Channels that are caught up side by side."""
FAILED: Final = (*TRANSPORT_ERRORS, StorageError)
"""The errors after which a post is tried again, for as long as it takes."""


class Outbox:
    """Post what commands changed, now or as soon as Discord takes it, in order per channel.

    The log says what is due: its entries that no post has told. Retries live in memory alone, as
    the next start looks for all that is due.
    """

    def __init__(
        self,
        log: Log,
        tables: Tables,
        poster: Poster,
        opponents: OpponentPlayer,
        peers: Peers,
        departures: DepartureWatch,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """``peers`` post in the servers of other processes.

        ``opponents`` that play on at once are told in one post with the move before.
        ``departures`` find out whether a channel that Discord does not know is deleted.
        """
        self._log = log
        self._tables = tables
        self._poster = poster
        self._opponents = opponents
        self._peers = peers
        self._departures = departures
        self._after_post: list[AfterPost] = []
        self._locks = KeyedLocks[int]()
        """By channel."""
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._waiting = Retries(self._tried, sleep)
        self._posting: set[asyncio.Task[Any]] = set()
        self._notes = Acknowledgements(log)
        self._missed = Backlog(log, poster, opponents)

    def after_each_post(self, begin: AfterPost) -> None:
        """Subscribe to posts that are out. Nothing waits for what ``begin`` starts."""
        self._after_post.append(begin)

    @metrics.timed("post")
    async def post(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        """Tell a channel what a command changed; whether it is out within PATIENCE.

        Where it is not, it goes on its way or becomes due.
        """
        is_posted = await self._post_in_time(channel, guild, outcome)
        if not is_posted:
            metrics.POSTS_LATE.add()
        return is_posted

    async def _post_in_time(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        patience = PATIENCE + OPPONENT_GRACE * (outcome.after.opponent_to_move is not None)
        if guild is not None and self._peers.has(guild):
            place = guild, channel
            return await self._peers.posted(place, outcome.game, outcome.number, patience)
        if any(map(is_opponent, outcome.after.players)):
            self._opponents.begin(outcome.game, self.post)
        task = asyncio.create_task(self._post(channel, guild, outcome), name="post")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)
        await asyncio.wait({task}, timeout=patience)
        if task.done():
            return task.result()
        task.add_done_callback(_noticed)
        return False

    def missing(self, channel: int) -> None:
        """Begin to tell a channel what it has missed, which another process may have saved."""
        task = asyncio.create_task(self._caught_up(channel), name="catching up")
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    def is_due(self, channel: int) -> bool:
        """Return True if a channel is being posted to, or waits for a retry."""
        return channel in self._waiting or self._locks.is_locked(channel)

    async def is_missed(self, row: GameRow) -> bool:
        """Return True if a channel misses a post of a game that nobody is about to send."""
        if self.is_due(row.channel):
            return False
        with suppress(Refusal):
            seen = await self._tables.game(row.id)
            # What is still to be decided in the same turn is asked privately, and not posted.
            return seen is None or not seen.table.half_way
        return True

    async def resume_opponents(self) -> None:
        """Have opponents play where they were to move when the bot was here last."""
        await self._opponents.catch_up(self.post)

    async def update(self, channel: int, guild: int | None, outcome: Outcome, post: int) -> None:
        """Bring a public message up to date. Raises one of NOT_TAKEN, within EDIT_SECONDS."""
        async with asyncio.timeout(EDIT_SECONDS) as limit, self._locks[channel]:
            noted = await self._poster.update(channel, guild, outcome, post)
            limit.reschedule(None)
            await self._note(channel, outcome, noted)
        self._tell_all(Posted(channel, guild, outcome, [noted], edited=True))

    async def revise(self, row: GameRow, outcome: Outcome) -> None:
        """Bring the newest post of a game up to date, where nobody has asked for anything.

        Where it is gone nothing is said in its place; where Discord fails it is posted anew.
        """
        posts = [each for each in await self._log.live_posts(row.channel) if each.game == row.id]
        try:
            if posts:
                await self.update(row.channel, row.guild, outcome, posts[-1].message)
                return
        except discord.NotFound:
            await self._log.mark_posted(row.id, outcome.number, [])
            return
        except TRANSPORT_ERRORS as error:
            log.info("post %s is not brought up to date: %r", posts[-1].message, error)
        await self.post(row.channel, row.guild, outcome)

    async def show(self, row: GameRow) -> None:
        """Tell a channel how a game stands, or what it has missed of it; failures are logged."""
        try:
            async with self._locks[row.channel]:
                await self._tell(row)
        except FAILED as error:
            log.warning("game %s is not shown in channel %s: %r", row.id, row.channel, error)

    async def aside(
        self, row: GameRow, table: Table, message: Message, nonce: str, *, look: bool = False
    ) -> bool:
        """Say something of a game between its posts; whether it is out.

        It is not where the game has gone on or its channel has missed something, which comes first.
        Raises one of NOT_TAKEN.
        """
        async with self._locks[row.channel]:
            now = await self._log.row(row.id)
            if now.last != table.last or now.posted < now.last:
                return False
            await self._poster.aside(now, table, message, nonce, look=look)
            return True

    async def catch_up(self) -> None:
        """Try all channels at once that have missed something; what fails becomes due."""
        channels = {row.channel for row in await self._log.unposted()} - self._waiting.trying
        for channel in channels:
            self._waiting.settled(channel)
        await asyncio.gather(*map(self._catch_up, sorted(channels)))

    def later(self, channel: int, error: Exception) -> None:
        """Something that is saved could not be posted: it is tried again."""
        self._waiting.later(channel, error)

    def refused(self, channel: int) -> bool:
        """Return True if Discord refuses the posts of a channel, rather than being away."""
        return self._waiting.refused(channel)

    async def reconsider(self, channels: Collection[int]) -> None:
        """Try at once those of the channels that are due: something about them has changed."""
        await asyncio.gather(*map(self._catch_up, self._waiting.called_off(channels)))

    async def close(self, seconds: float) -> None:
        """Let what is on its way arrive; what is due waits for the next start."""
        tasks = {*self._posting, *self._waiting.close()}
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for each in late:
                each.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._notes.settle_all()

    async def _post(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        """Tell of an outcome, what is older first; where that fails the channel is due."""
        try:
            # Locked from the start, lest what is told faster overtakes the one before.
            async with self._locks[channel]:
                await self._notes.settle(outcome.game)
                unposted = {row.id: row for row in await self._log.unposted(channel)}
                for game, row in unposted.items():
                    if game != outcome.game:
                        await self._tell(row)
                answered = await self._opponents.answered(outcome)
                if len(unposted) != 1 or outcome.game not in unposted or answered is not outcome:
                    unposted[outcome.game] = await self._log.row(outcome.game)
                outcome, row = answered, unposted[outcome.game]
                log_context.set_table(row.guild, row.channel, row.id)
                # Who caught up meanwhile has told of it.
                if row.posted < outcome.number:
                    # Of what opponents have done a part may have been told with the move before.
                    # Before it something else may have been saved, and told to nobody yet.
                    known = outcome.before.last if outcome.before is not None else -1
                    if channel in self._waiting or row.posted != known:
                        entries = await self._log.read(row.id)
                        outcome = await run_in_log_thread(
                            missed_outcome, entries, row.id, row.posted, outcome
                        )
                    noted = await self._poster.outcome(channel, guild, outcome)
                    self._waiting.settled(channel)
                    await self._note(channel, outcome, noted)
                    self._tell_all(Posted(channel, guild, outcome, [noted]))
                else:
                    self._waiting.settled(channel)
        except FAILED as error:
            log.warning("saved, but not posted in channel %s: %r", channel, error)
            if not await self._given_up(channel, error):
                self._waiting.later(channel, error)
            return False
        return True

    async def _caught_up(self, channel: int) -> None:
        """Tell a channel what it has missed, with what opponents answer to it."""
        try:
            for row in await self._log.unposted(channel):
                self._opponents.begin(row.id, self.post)
        except StorageError as error:
            self._waiting.later(channel, error)
            return
        self._waiting.called_off([channel])
        await self._catch_up(channel)

    async def _tell(self, row: GameRow) -> None:
        """Tell what a channel has missed of a game, else how it stands, and notes it."""
        if self._peers.has(row.guild):
            await self._peers.missing(row.guild, row.channel)
            return
        log_context.set_table(row.guild, row.channel, row.id)
        if await self._notes.settle(row.id):
            row = await self._log.row(row.id)
            if row.posted == row.last:
                return
        told = await self._missed.told(row)
        if told is None:
            return
        outcome, posts = told
        unnoted = await self._notes.note(row.channel, row.id, outcome.number, posts)
        self._tell_all(Posted(row.channel, row.guild, outcome, posts))
        if unnoted is not None:
            raise unnoted

    async def _note(self, channel: int, outcome: Outcome, post: PostRow) -> None:
        """Note that a post is out, now or as soon as the file takes it."""
        error = await self._notes.note(channel, outcome.game, outcome.number, [post])
        if error is not None:
            self._waiting.later(channel, error)

    def _tell_all(self, told: Posted) -> None:
        for begin in self._after_post:
            begin(told)

    async def _catch_up(self, channel: int) -> None:
        error = await self._tried(channel)
        if error is not None:
            self._waiting.later(channel, error)

    async def _tried(self, channel: int) -> Exception | None:
        """Tell a channel all it has missed; why it has to be tried again, if it has to."""
        log_context.begin(channel=channel)
        self._waiting.trying.add(channel)
        try:
            async with self._at_once, self._locks[channel]:
                for row in await self._log.unposted(channel):
                    await self._tell(row)
        except FAILED as error:
            log.warning("could not catch up in channel %s: %r", channel, error)
            return None if await self._given_up(channel, error) else error
        except Exception:
            # A bug, which trying again does not mend.
            log.exception("could not catch up in channel %s", channel)
        finally:
            self._waiting.trying.discard(channel)
        return None

    async def _given_up(self, channel: int, error: Exception) -> bool:
        """Return True if a channel was deleted while the bot was away.

        Discord is asked once more about the channel itself; its game ends with it.
        """
        if not isinstance(error, discord.HTTPException) or error.code != UNKNOWN_CHANNEL:
            return False
        return await self._departures.confirm_deleted(channel)


def _noticed(task: asyncio.Task[bool]) -> None:
    """Log what went wrong unforeseen after nobody waited for it any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a post failed", exc_info=error)
