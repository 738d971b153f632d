"""Retries of posts: posted marks to store, missed posts, and when to try a game again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias

import discord

from bot.client.discord_io.api_rate_limits import is_rate_limited, wait_seconds
from bot.client.discord_io.sending import ARCHIVED, TRANSPORT_ERRORS, refuses
from bot.client.opponents.player import OpponentPlayer
from bot.client.posting.post_sender import Plainness, PostSender, plainness_after
from bot.durations import Sleep
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


class Backlog:
    """Post what channels have missed, with the answers of opponents."""

    def __init__(self, game_log: Log, sender: PostSender, opponents: OpponentPlayer) -> None:
        self._game_log = game_log
        self._sender = sender
        self._opponents = opponents

    async def post(
        self, row: GameRow, plainness: Plainness = Plainness.FULL
    ) -> tuple[Outcome, Sequence[PostRow]]:
        """Post what a channel has missed of a game, or the state of the game.

        Return the outcome and its posts. Raise one of TRANSPORT_ERRORS, StorageError, BrokenLog.
        """
        entries = await self._game_log.read(row.id)
        outcome = await run_in_log_thread(missed_outcome, entries, row.id, row.posted)
        # Discord recognises a repeat by its nonce for some minutes only; this may be days later.
        may_exist = row.posted < row.last
        place = row.channel, row.guild
        if outcome.before is outcome.after:
            return outcome, await self._sender.present_table(
                *place, row.id, outcome.after, may_exist=may_exist, plainness=plainness
            )
        outcome = await self._opponents.with_answers(outcome)
        return outcome, [
            await self._sender.post_outcome(
                *place, outcome, may_exist=may_exist, plainness=plainness
            )
        ]


class Place(NamedTuple):
    """A channel and one of its games; with ANY_GAME all games of which the channel has missed."""

    channel: int
    game: int


ANY_GAME: Final = 0
"""Games of the log count from 1."""
TryPlace: TypeAlias = Callable[[Place], Awaitable[object]]
"""Post what a channel has missed of a game, and schedule a retry if that fails."""

MAX_PARALLEL_GAMES: Final = 8
"""The most games that are tried at the same time."""
PROBE_SECONDS: Final = 5.0
"""Seconds between two tries while Discord is out of reach: one game tries for all."""
STORAGE_RETRY_SECONDS: Final = (5.0, 15.0, 60.0, 300.0, 900.0)
"""Seconds before each retry while the database fails, or Discord fails for one game alone.

The last value repeats.
"""
REFUSED_RETRY_SECONDS: Final = (*10 * (60.0,), 300.0, 900.0, 3600.0)
"""Seconds before each retry after a refusal: somebody has to grant a permission first."""
FAILED_RETRY_SECONDS: Final = (60.0, 300.0, 900.0, 3600.0)
"""Seconds before each retry of a post that fails for a reason of its own."""
ACTIVITY_RETRY_SECONDS: Final = 5.0
"""Seconds between two retries of a refused channel because of activity in it."""
REFUSED_CONTENT: Final = (20009, 200000, 200001, 240000)
"""Discord's error codes of a message with explicit content, a blocked word or a blocked link."""


class Cause(Enum):
    """A reason why a post fails."""

    OUTAGE = auto()
    """Discord or the network is out of reach."""
    LIMITED = auto()
    """Discord takes the request later (429)."""
    STORAGE = auto()
    """The database fails."""
    REFUSED = auto()
    """The channel takes no posts until somebody acts, as it is locked or hidden."""
    OWN = auto()
    """The post itself: Discord refuses it though it takes others, or the bot has a bug."""


def cause_of_failure(error: Exception) -> Cause:
    """Return the cause of an error, as far as the error alone shows it."""
    if isinstance(error, StorageError):
        return Cause.STORAGE
    is_local_file = isinstance(error, OSError) and error.filename is not None
    if not isinstance(error, TRANSPORT_ERRORS) or is_local_file:
        return Cause.OWN
    if is_rate_limited(error):
        return Cause.LIMITED
    if not refuses(error):
        return Cause.OUTAGE
    is_channel = isinstance(error, discord.NotFound) or is_refusal_of_channel(error)
    return Cause.REFUSED if is_channel else Cause.OWN


def is_refusal_of_channel(error: Exception) -> bool:
    """Return True if a permission is missing, or the thread is archived or locked."""
    if not isinstance(error, discord.HTTPException) or error.code in REFUSED_CONTENT:
        return False
    return isinstance(error, discord.Forbidden) or error.code == ARCHIVED


def retry_seconds(error: Exception, cause: Cause, tries: int) -> float:
    """Return the seconds before the next retry, after an error and a number of failed retries.

    After a rate limit, as long as Discord asks.
    """
    if wait := wait_seconds(error):
        return wait
    pauses = {Cause.REFUSED: REFUSED_RETRY_SECONDS, Cause.OWN: FAILED_RETRY_SECONDS}.get(
        cause, STORAGE_RETRY_SECONDS
    )
    return pauses[min(tries, len(pauses) - 1)]


@dataclass(slots=True)
class Failure:
    """A game whose posts fail."""

    error: Exception
    cause: Cause
    tries: int = 0
    """Retries that have failed for this cause, without those because of activity."""
    own_failures: int = 0
    """Failures for a reason of the post itself."""
    are_others_taken: bool = False
    """True if Discord took another post since the last failure: one of the same channel after a
    refusal, else one of any channel.
    """

    @property
    def is_isolated(self) -> bool:
        """True if only the posts of this game fail."""
        return self.own_failures > 0

    @property
    def waits_for_discord(self) -> bool:
        """True if the posts of all games fail, as Discord is out of reach."""
        return self.cause is Cause.OUTAGE and not self.is_isolated

    def repeat(self, error: Exception) -> None:
        """Note one failure more."""
        cause = cause_of_failure(error)
        if cause is not self.cause:
            self.tries = 0
        if cause is Cause.OWN or (
            self.are_others_taken and cause is self.cause and cause in (Cause.OUTAGE, Cause.REFUSED)
        ):
            self.own_failures += 1
        self.error, self.cause, self.are_others_taken = error, cause, False


class Retries:
    """The games that wait for a retry, in memory alone.

    While Discord is out of reach one game at a time is tried, every PROBE_SECONDS. Once Discord
    answers, all are tried. A game that fails for another reason waits on its own.
    """

    def __init__(self, try_place: TryPlace, sleep: Sleep) -> None:
        self.is_outage = False
        """True after a post has failed because Discord is out of reach, until it answers."""
        self._outage_failures = 0
        self._try_place = try_place
        self._sleep = sleep
        self._parallel = asyncio.Semaphore(MAX_PARALLEL_GAMES)
        self._failures: dict[Place, Failure] = {}
        self._timers: dict[Place, asyncio.Task[None]] = {}
        """The games that wait on their own."""
        self._unreached: dict[Place, None] = {}
        """The games that wait for Discord, in the order in which to try them."""
        self._probing: asyncio.Task[None] | None = None
        """The task that waits before the next of these is tried."""
        self._trying: set[Place] = set()
        self._running: set[asyncio.Task[None]] = set()
        """The tasks that try games."""
        self._resting: dict[int, asyncio.Task[None]] = {}
        """The refused channels that were tried because of activity in them a few seconds ago."""
        self._closing = False

    def __contains__(self, place: Place) -> bool:
        """Return True if a game waits for a retry, or is being tried."""
        return place in self._timers or place in self._unreached or place in self._trying

    def has_channel(self, channel: int) -> bool:
        """Return True if a game of a channel waits for a retry, or is being tried."""
        places = (*self._timers, *self._unreached, *self._trying)
        return any(place.channel == channel for place in places)

    def failure(self, place: Place) -> Failure | None:
        """Return the failure of a game, until it is posted."""
        return self._failures.get(place)

    def plainness(self, place: Place) -> Plainness:
        """Return how plain the next post of a game has to be."""
        failure = self._failures.get(place)
        return plainness_after(failure.own_failures if failure is not None else 0)

    def schedule(self, place: Place, error: Exception) -> Failure:
        """Note a failure of a game, and schedule its retry unless one is scheduled."""
        failure = self._failures.get(place)
        if failure is None:
            failure = self._failures[place] = Failure(error, cause_of_failure(error))
            failure.own_failures = int(failure.cause is Cause.OWN)
        else:
            failure.repeat(error)
        if failure.waits_for_discord:
            self._outage_failures += 1
            self.is_outage = True
        elif refuses(error):
            self._discord_answered()
        self._wait(place, failure)
        return failure

    def posted(self, place: Place) -> None:
        """Cancel the retry of a game that was posted, and try those that wait for Discord."""
        self.forget(place)
        for other, failure in self._failures.items():
            if failure.cause is Cause.OUTAGE or other.channel == place.channel:
                failure.are_others_taken = True
        self._discord_answered()

    def forget(self, place: Place) -> None:
        """Cancel the retry of a game, and forget its failures."""
        self._failures.pop(place, None)
        self._cancel(place)

    async def try_now(self, places: Iterable[Place]) -> None:
        """Try some games, several at a time. Once Discord is out of reach, let the rest wait."""
        seen = self._outage_failures

        async def try_one(place: Place) -> None:
            async with self._parallel:
                if seen == self._outage_failures:
                    await self._try(place)
                elif place not in self:
                    self._wait_for_discord(place)

        await asyncio.gather(*map(try_one, places))

    def cancel_waiting(self, channels: Collection[int]) -> list[Place]:
        """Cancel the waiting retries of some channels, to try at once. Return those games.

        The pauses go on growing if that fails.
        """
        waiting = sorted(
            place for place in {**self._timers, **self._unreached} if place.channel in channels
        )
        for place in waiting:
            self._cancel(place)
        return waiting

    def take_refused_retry(self, channel: int) -> list[Place]:
        """Return the games of a refused channel to try now, once in ACTIVITY_RETRY_SECONDS."""
        waiting = [place for place in self._refused_places(channel) if place in self._timers]
        if not waiting or channel in self._resting or self._closing:
            return []
        self._resting[channel] = asyncio.create_task(self._rest(channel), name="outbox")
        for place in waiting:
            self._cancel(place)
        return waiting

    def close(self) -> set[asyncio.Task[None]]:
        """Schedule no more retries. Return the running ones."""
        self._closing = True
        waiting = {*self._timers.values(), *self._resting.values()}
        if self._probing is not None:
            waiting.add(self._probing)
        for task in waiting:
            task.cancel()
        self._unreached.clear()
        return waiting | self._running

    def _wait(self, place: Place, failure: Failure) -> None:
        """Let a game wait for Discord, or on its own."""
        if failure.waits_for_discord:
            self._cancel(place)
            self._wait_for_discord(place)
            return
        self._unreached.pop(place, None)
        if place not in self._timers and not self._closing:
            self._timers[place] = asyncio.create_task(self._retry(place, failure), name="outbox")

    async def _retry(self, place: Place, failure: Failure) -> None:
        """Try a game after a pause that grows with each try."""
        try:
            await self._sleep(retry_seconds(failure.error, failure.cause, failure.tries))
            failure.tries += 1
        finally:
            if self._timers.get(place) is asyncio.current_task():
                del self._timers[place]
        await self._run(self.try_now([place]))

    def _wait_for_discord(self, place: Place) -> None:
        if not self._closing:
            self._unreached[place] = None
            self._begin_probe()

    def _begin_probe(self) -> None:
        if self._probing is None and self._unreached and not self._closing:
            self._probing = asyncio.create_task(self._probe(), name="outbox")

    async def _probe(self) -> None:
        """Try one of the games that wait for Discord, after a pause."""
        try:
            await self._sleep(PROBE_SECONDS)
        finally:
            self._probing = None
        place = next(iter(self._unreached), None)
        if place is not None:
            del self._unreached[place]
            await self._run(self.try_now([place]))
            self._begin_probe()

    def _discord_answered(self) -> None:
        """Try all games that wait for Discord."""
        self.is_outage = False
        places = [*self._unreached]
        if places and not self._closing:
            self._unreached.clear()
            task = asyncio.create_task(self.try_now(places), name="outbox")
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Count the present task among those that try games."""
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            await work
        finally:
            self._running.discard(task)

    async def _try(self, place: Place) -> None:
        if place in self._trying:
            return
        self._trying.add(place)
        try:
            await self._try_place(place)
        finally:
            self._trying.discard(place)

    async def _rest(self, channel: int) -> None:
        try:
            await self._sleep(ACTIVITY_RETRY_SECONDS)
        finally:
            del self._resting[channel]

    def _cancel(self, place: Place) -> None:
        self._unreached.pop(place, None)
        task = self._timers.pop(place, None)
        if task is not None:
            task.cancel()

    def _refused_places(self, channel: int) -> Iterator[Place]:
        """Yield the games of a channel whose posts it refuses as it would others."""
        for place, failure in self._failures.items():
            is_refused = is_refusal_of_channel(failure.error) and not failure.is_isolated
            if place.channel == channel and is_refused:
                yield place
