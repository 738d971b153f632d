"""Retries of posts: posted marks to store, missed posts, and when to try a channel again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, TypeAlias

import discord

from bot.client.discord_io.api_rate_limits import wait_seconds
from bot.client.discord_io.sending import ARCHIVED, refuses
from bot.client.opponents.player import OpponentPlayer
from bot.client.posting.post_sender import PostSender
from bot.durations import Sleep
from bot.table.fold import BrokenLog
from bot.table.log_reader import run_in_log_thread
from bot.table.post_history import missed_outcome
from bot.table.table import Outcome
from storage import GameRow, Log, PostRow, StorageError

log = logging.getLogger(__name__)


class PostedMarks:
    """Store which posts were sent, and keep in memory the marks that could not be stored.

    So this process never searches a channel for a post whose mark could not be stored; after a
    crash the next process does.
    """

    def __init__(self, game_log: Log) -> None:
        self._game_log = game_log
        self._pending: dict[int, tuple[int, dict[int, PostRow]]] = {}

    async def mark_posted(
        self, channel: int, game: int, number: int, posts: Sequence[PostRow]
    ) -> StorageError | None:
        """Store the posts of a game up to an entry. Return the error if the database fails."""
        before, known = self._pending.get(game, (-1, {}))
        every = known | {post.message: post for post in posts}
        self._pending[game] = max(before, number), every
        try:
            await self.store(game)
        except StorageError as error:
            log.warning("a post in channel %s is not noted: %r", channel, error)
            return error
        return None

    async def store(self, game: int) -> bool:
        """Store the pending marks of a game. Return True if there were any.

        Raise StorageError.
        """
        pending = self._pending.get(game)
        if pending is None:
            return False
        number, posts = pending
        await self._game_log.mark_posted(game, number, list(posts.values()))
        self._pending.pop(game, None)
        return True

    async def store_all(self) -> None:
        """Store all pending marks before the end; log those that fail."""
        for game in list(self._pending):
            try:
                await self.store(game)
            except StorageError as error:
                log.warning("the posts of game %s are not noted: %r", game, error)


MALFORMED: Final = (40005, 50035)
"""Error codes of a message that no retry can fix: too large, or not allowed."""


class Backlog:
    """Post what channels have missed, with the answers of opponents."""

    def __init__(self, game_log: Log, sender: PostSender, opponents: OpponentPlayer) -> None:
        self._game_log = game_log
        self._sender = sender
        self._opponents = opponents
        self._unpostable: set[tuple[int, int]] = set()
        """Games and entries that cannot be posted at all: logged once, and left."""

    async def post(self, row: GameRow) -> tuple[Outcome, Sequence[PostRow]] | None:
        """Post what a channel has missed of a game, or the state of the game.

        Return the outcome and its posts, or None if it cannot be posted at all. Raise one of
        TRANSPORT_ERRORS, or StorageError.
        """
        if (row.id, row.last) in self._unpostable:
            return None
        try:
            return await self._post(row)
        except BrokenLog as error:
            log.error("game %s cannot be read: %s", row.id, error)
        except discord.HTTPException as error:
            if error.code not in MALFORMED:
                raise
            log.error("game %s cannot be posted as it stands: %s", row.id, error)
        self._unpostable.add((row.id, row.last))
        return None

    async def _post(self, row: GameRow) -> tuple[Outcome, Sequence[PostRow]]:
        entries = await self._game_log.read(row.id)
        outcome = await run_in_log_thread(missed_outcome, entries, row.id, row.posted)
        # Discord recognises a repeat by its nonce for some minutes only; this may be days later.
        may_exist = row.posted < row.last
        if outcome.before is outcome.after:
            table = outcome.after
            return outcome, await self._sender.present_table(
                row.channel, row.guild, row.id, table, may_exist=may_exist
            )
        outcome = await self._opponents.with_answers(outcome)
        return outcome, [
            await self._sender.post_outcome(row.channel, row.guild, outcome, may_exist=may_exist)
        ]


TryChannel: TypeAlias = Callable[[int], Awaitable[Exception | None]]
"""Post everything a channel has missed; return the error after which to retry, if any."""

CHANNEL_RETRY_SECONDS: Final = (5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before the first retry of a channel, the second …; the last value repeats."""
REFUSED_RETRY_SECONDS: Final = (*10 * (60.0,), 300.0, 900.0, 3600.0)
"""Seconds before each retry after a refusal: somebody has to grant a permission first."""
ACTIVITY_RETRY_SECONDS: Final = 5.0
"""Seconds between two retries of a refused channel because of activity in it."""


class Retries:
    """The channels that wait for a retry, in memory alone."""

    def __init__(self, try_channel: TryChannel, sleep: Sleep) -> None:
        self.trying: set[int] = set()
        """The channels that are being posted to."""
        self._try_channel = try_channel
        self._sleep = sleep
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._tries: dict[int, int] = {}
        """Failed scheduled retries by channel; reset by a post."""
        self._resting: dict[int, asyncio.Task[None]] = {}
        """The refused channels that were tried because of activity in them a few seconds ago."""
        self._refused: set[int] = set()
        """The channels in which Discord refuses posts."""
        self._closing = False

    def __contains__(self, channel: int) -> bool:
        return channel in self._waiting

    def is_refused(self, channel: int) -> bool:
        """Return True if Discord refuses posts in a channel."""
        return channel in self._refused

    def schedule(self, channel: int, error: Exception) -> None:
        """Schedule a retry for a channel, unless one is scheduled."""
        self._remember_refusal(channel, error)
        if channel not in self._waiting and not self._closing:
            task = asyncio.create_task(self._retry(channel, error), name="outbox")
            self._waiting[channel] = task

    def forget(self, channel: int) -> None:
        """Cancel the retry of a channel that takes posts again, and forget its failures.

        To be called with the channel's lock, or if no retry of the channel is running.
        """
        self._refused.discard(channel)
        self._tries.pop(channel, None)
        self._cancel(channel)

    def cancel_waiting(self, channels: Collection[int]) -> list[int]:
        """Cancel the waiting retries of some channels, to try at once. Return those channels.

        The pauses go on growing if that fails.
        """
        waiting = sorted((self._waiting.keys() & set(channels)) - self.trying)
        for channel in waiting:
            self._cancel(channel)
        return waiting

    def take_refused_retry(self, channel: int) -> bool:
        """Return True if a refused channel should be tried now, once in ACTIVITY_RETRY_SECONDS."""
        if channel not in self._refused or channel not in self._waiting or channel in self.trying:
            return False
        if channel in self._resting or self._closing:
            return False
        self._resting[channel] = asyncio.create_task(self._rest(channel), name="outbox")
        return True

    def close(self) -> set[asyncio.Task[None]]:
        """Schedule no more retries. Return the running ones."""
        self._closing = True
        for channel, task in self._waiting.items():
            if channel not in self.trying:
                task.cancel()
        for task in self._resting.values():
            task.cancel()
        return {*self._waiting.values(), *self._resting.values()}

    async def _retry(self, channel: int, error: Exception | None) -> None:
        """Retry a channel, with growing pauses, until everything is posted."""
        try:
            while error is not None and not self._closing:
                tries = self._tries.get(channel, 0)
                await self._sleep(retry_seconds(error, tries))
                self._tries[channel] = tries + 1
                error = await self._try_channel(channel)
                self._remember_refusal(channel, error)
        finally:
            if self._waiting.get(channel) is asyncio.current_task():
                del self._waiting[channel]
            if error is None:
                self._tries.pop(channel, None)

    async def _rest(self, channel: int) -> None:
        try:
            await self._sleep(ACTIVITY_RETRY_SECONDS)
        finally:
            del self._resting[channel]

    def _cancel(self, channel: int) -> None:
        task = self._waiting.pop(channel, None)
        if task is not None:
            task.cancel()

    def _remember_refusal(self, channel: int, error: Exception | None) -> None:
        """Remember whether Discord refuses the posts of a channel."""
        forbidden = isinstance(error, discord.Forbidden)
        if forbidden or (isinstance(error, discord.HTTPException) and error.code == ARCHIVED):
            self._refused.add(channel)
        else:
            self._refused.discard(channel)


def retry_seconds(error: Exception, tries: int) -> float:
    """Return the seconds before the next retry, after an error and a number of failed retries.

    After a rate limit, as long as Discord asks.
    """
    if wait := wait_seconds(error):
        return wait
    pauses = REFUSED_RETRY_SECONDS if refuses(error) else CHANNEL_RETRY_SECONDS
    return pauses[min(tries, len(pauses) - 1)]
