"""The outbox: post each saved change in order per game, with retries and a catch-up post."""

import asyncio
import logging
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Sequence,
    Set,
)
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias

import discord

from bot.cluster.guilds import DepartureWatch
from bot.cluster.peers import Peers
from bot.core import log_context, metrics
from bot.core.durations import Sleep
from bot.core.tasks import KeyedLocks, Tasks
from bot.discord_io.errors import UNKNOWN_CHANNEL, is_bug
from bot.discord_io.sending import (
    ARCHIVED,
    EDIT_SECONDS,
    TRANSPORT_ERRORS,
    is_rate_limited,
    refuses,
    wait_seconds,
)
from bot.opponents.player import OPPONENT_GRACE_SECONDS, OpponentPlayer
from bot.posting.post_sender import Plainness, PostSender, plainness_after
from bot.table.fold import BrokenLog, missed_outcome, outcome_events, posted_entries
from bot.table.refusals import Refusal
from bot.table.store import LoadedTable, Tables, run_in_log_thread
from bot.table.table import Outcome
from bot.text.message import Message
from bot.text.names import is_opponent
from rules.story import Scored
from storage import GameRow, Log, PostRow, ShardFilter, StorageError

log = logging.getLogger(__name__)


class Occasion(Enum):
    """A reason to act after a post: any, points, a vote, the end, a cup's table."""

    ANY = auto()
    POINTS = auto()
    VOTE = auto()
    END = auto()
    CUP = auto()


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted outcome and its messages.

    ``edited``: an older message was edited, and nothing posted.
    """

    channel: int
    guild: int | None
    outcome: Outcome
    posts: Sequence[PostRow]
    edited: bool = False

    def occasions(self) -> frozenset[Occasion]:
        events, table = outcome_events(self.outcome), self.outcome.after
        applies = {
            Occasion.ANY: True,
            Occasion.POINTS: any(isinstance(event, Scored) and event.points for event in events),
            Occasion.VOTE: table.is_channel_to_move,
            Occasion.END: table.ended,
            Occasion.CUP: bool(table.settings.cup),
        }
        return frozenset(occasion for occasion, is_one in applies.items() if is_one)


AfterPost: TypeAlias = Callable[[Posted], None]
"""Start work after a post, and return at once."""


@dataclass(eq=False, repr=False)
class PostedMarks:
    """Store which posts were sent; keep marks that could not be stored in memory.

    So this process never searches a channel for such a post; after a crash the next one does.
    """

    game_log: Log
    _pending: dict[int, tuple[int, dict[int, PostRow]]] = field(init=False, default_factory=dict)

    async def mark_posted(
        self, channel: int, game: int, number: int, posts: Sequence[PostRow]
    ) -> StorageError | None:
        """Store a game's posts up to an entry. Return the database's error, if any."""
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
        """Store a game's pending marks. Return True if there were any.

        Raise StorageError.
        """
        pending = self._pending.get(game)
        if pending is None:
            return False
        number, posts = pending
        await self.game_log.mark_posted(game, number, list(posts.values()))
        self._pending.pop(game, None)
        return True

    async def store_all(self) -> None:
        """Store all pending marks before the end; failures are logged."""
        for game in list(self._pending):
            try:
                await self.store(game)
            except StorageError as error:
                log.warning("the posts of game %s are not noted: %r", game, error)


@dataclass(eq=False, repr=False)
class Backlog:
    """Post what channels have missed, with the answers of opponents."""

    game_log: Log
    sender: PostSender
    opponents: OpponentPlayer

    async def post(
        self, row: GameRow, plainness: Plainness = Plainness.FULL
    ) -> tuple[Outcome, Sequence[PostRow]]:
        """Post what a channel has missed of a game, or its state.

        Return the outcome and its posts. Raise one of TRANSPORT_ERRORS, StorageError, BrokenLog.
        """
        entries = await self.game_log.read(row.id)
        outcome = await run_in_log_thread(missed_outcome, entries, row.id, row.posted)
        # Discord recognises a repeat by its nonce for some minutes only; this may be days later.
        may_exist = row.posted < row.last
        place = row.channel, row.guild
        if outcome.before is outcome.after:
            return outcome, await self.sender.present_table(
                *place, row.id, outcome.after, may_exist=may_exist, plainness=plainness
            )
        outcome = await self.opponents.with_answers(outcome)
        return outcome, [
            await self.sender.post_outcome(
                *place, outcome, may_exist=may_exist, plainness=plainness
            )
        ]


class Place(NamedTuple):
    """A channel and a game; ANY_GAME: all its games with missed posts."""

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
    """The cause, as far as the error alone shows it."""
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
    """True for a missing permission, or an archived or locked thread."""
    if not isinstance(error, discord.HTTPException) or error.code in REFUSED_CONTENT:
        return False
    return isinstance(error, discord.Forbidden) or error.code == ARCHIVED


def retry_seconds(error: Exception, cause: Cause, tries: int) -> float:
    """Seconds before the next retry, after ``tries`` failed ones.

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
        return self.own_failures > 0

    @property
    def waits_for_discord(self) -> bool:
        """True if Discord is out of reach, so that all posts fail."""
        return self.cause is Cause.OUTAGE and not self.is_isolated

    def repeat(self, error: Exception) -> None:
        cause = cause_of_failure(error)
        if cause is not self.cause:
            self.tries = 0
        if cause is Cause.OWN or (
            self.are_others_taken and cause is self.cause and cause in (Cause.OUTAGE, Cause.REFUSED)
        ):
            self.own_failures += 1
        self.error, self.cause, self.are_others_taken = error, cause, False


@dataclass(eq=False, repr=False)
class Retries:
    """Games waiting for a retry, in memory only.

    While Discord is out of reach one game at a time is tried, every PROBE_SECONDS. Once Discord
    answers, all are tried. A game that fails for another reason waits on its own.
    """

    try_place: TryPlace
    sleep: Sleep
    is_outage: bool = field(init=False, default=False)
    """True after a post has failed because Discord is out of reach, until it answers."""
    _outage_failures: int = field(init=False, default=0)
    _parallel: asyncio.Semaphore = field(
        init=False, default_factory=lambda: asyncio.Semaphore(MAX_PARALLEL_GAMES)
    )
    _failures: dict[Place, Failure] = field(init=False, default_factory=dict)
    _timers: dict[Place, asyncio.Task[None]] = field(init=False, default_factory=dict)
    """The games that wait on their own."""
    _unreached: dict[Place, None] = field(init=False, default_factory=dict)
    """The games that wait for Discord, in the order in which to try them."""
    _probing: asyncio.Task[None] | None = field(init=False, default=None)
    """The task that waits before the next of these is tried."""
    _trying: set[Place] = field(init=False, default_factory=set)
    _running: Tasks = field(init=False, default_factory=Tasks)
    """The tasks that try games."""
    _resting: dict[int, asyncio.Task[None]] = field(init=False, default_factory=dict)
    """The refused channels that were tried because of activity in them a few seconds ago."""
    _closing: bool = field(init=False, default=False)

    def __contains__(self, place: Place) -> bool:
        return place in self._timers or place in self._unreached or place in self._trying

    def has_channel(self, channel: int) -> bool:
        """True while a game of the channel waits or is being tried."""
        places = (*self._timers, *self._unreached, *self._trying)
        return any(place.channel == channel for place in places)

    def failure(self, place: Place) -> Failure | None:
        """None once the game is posted."""
        return self._failures.get(place)

    def plainness(self, place: Place) -> Plainness:
        failure = self._failures.get(place)
        return plainness_after(failure.own_failures if failure is not None else 0)

    def schedule(self, place: Place, error: Exception) -> Failure:
        """Note a failure, and schedule a retry unless one is scheduled."""
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
        """Cancel a posted game's retry, and try those that wait for Discord."""
        self.forget(place)
        for other, failure in self._failures.items():
            if failure.cause is Cause.OUTAGE or other.channel == place.channel:
                failure.are_others_taken = True
        self._discord_answered()

    def forget(self, place: Place) -> None:
        """Cancel a game's retry, and forget its failures."""
        self._failures.pop(place, None)
        self._cancel(place)

    async def try_now(self, places: Iterable[Place]) -> None:
        """Try games, several at a time. Once Discord is out of reach, the rest wait."""
        seen = self._outage_failures

        async def try_one(place: Place) -> None:
            async with self._parallel:
                if seen == self._outage_failures:
                    await self._try(place)
                elif place not in self:
                    self._wait_for_discord(place)

        await asyncio.gather(*map(try_one, places))

    def cancel_waiting(self, channels: Collection[int]) -> list[Place]:
        """Cancel the channels' waiting retries, to try now. Return their games.

        The pauses go on growing if that fails.
        """
        waiting = sorted(
            place for place in {**self._timers, **self._unreached} if place.channel in channels
        )
        for place in waiting:
            self._cancel(place)
        return waiting

    def take_refused_retry(self, channel: int) -> list[Place]:
        """A refused channel's games to try now, once in ACTIVITY_RETRY_SECONDS."""
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
        try:
            await self.sleep(retry_seconds(failure.error, failure.cause, failure.tries))
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
            await self.sleep(PROBE_SECONDS)
        finally:
            self._probing = None
        place = next(iter(self._unreached), None)
        if place is not None:
            del self._unreached[place]
            await self._run(self.try_now([place]))
            self._begin_probe()

    def _discord_answered(self) -> None:
        self.is_outage = False
        places = [*self._unreached]
        if places and not self._closing:
            self._unreached.clear()
            self._running.begin(self.try_now(places), "outbox")

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
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
            await self.try_place(place)
        finally:
            self._trying.discard(place)

    async def _rest(self, channel: int) -> None:
        try:
            await self.sleep(ACTIVITY_RETRY_SECONDS)
        finally:
            del self._resting[channel]

    def _cancel(self, place: Place) -> None:
        self._unreached.pop(place, None)
        task = self._timers.pop(place, None)
        if task is not None:
            task.cancel()

    def _refused_places(self, channel: int) -> Iterator[Place]:
        """Games of a channel whose posts it refuses as it would others."""
        for place, failure in self._failures.items():
            is_refused = is_refusal_of_channel(failure.error) and not failure.is_isolated
            if place.channel == channel and is_refused:
                yield place


POST_TIMEOUT_SECONDS: Final = 4.0
"""Seconds that a player waits for a post before the answer says that it follows later.

OPPONENT_GRACE_SECONDS is added where opponents play on.
"""
MALFORMED: Final = (40005, 50035)
"""Discord's error codes of a message that is too large, or not allowed: a bug of the bot."""


def is_malformed(error: Exception) -> bool:
    """True for a message that Discord would refuse anywhere: a bug."""
    return isinstance(error, discord.HTTPException) and error.code in MALFORMED


class EditFailed(OSError):
    """An edit failed in an unforeseen way."""


@dataclass(eq=False, repr=False)
class Outbox:
    """Post outcomes in order per game, as soon as Discord takes them.

    The log says what is unposted. Retries live in memory only, as the next start looks for every
    unposted entry. A failed post is retried whatever the error, and holds up no other game.
    """

    game_log: Log
    tables: Tables
    sender: PostSender
    opponents: OpponentPlayer
    """Their moves that are made at once are in one post with the move before."""
    shards: ShardFilter
    """The servers of this process."""
    peers: Peers
    """They post in the servers of other processes."""
    departures: DepartureWatch
    """Find out whether a channel that Discord does not know is deleted."""
    sleep: Sleep = asyncio.sleep
    after_post: Sequence[tuple[AfterPost, Set[Occasion]]] = field(init=False, default=())
    """The subscribers to the posts of some occasions; nothing waits for what they start."""
    _locks: KeyedLocks[int] = field(init=False, default_factory=KeyedLocks)
    """By channel."""
    _retries: Retries = field(init=False)
    _posting: Tasks = field(init=False, default_factory=Tasks)
    _posted_marks: PostedMarks = field(init=False)
    _backlog: Backlog = field(init=False)

    def __post_init__(self) -> None:
        self._retries = Retries(self._try, self.sleep)
        self._posted_marks = PostedMarks(self.game_log)
        self._backlog = Backlog(self.game_log, self.sender, self.opponents)

    @metrics.timed("post")
    async def post(self, channel: int, guild: int | None, outcome: Outcome) -> bool:
        """Return True if the outcome was sent within POST_TIMEOUT_SECONDS.

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
        if guild is not None and not self.shards.has(guild):
            place = guild, channel
            return await self.peers.post_and_wait(place, outcome.game, outcome.number, timeout)
        if any(map(is_opponent, outcome.after.players)):
            self.opponents.begin(outcome.game, self.post)
        task = self._posting.begin(self._post(channel, guild, outcome), "post")
        await asyncio.wait({task}, timeout=timeout)
        return task.done() and task.result()

    def post_missing(self, channel: int) -> None:
        """Start to post what another process may have saved."""
        self._posting.begin(self._catch_up_with_opponents(channel), "catching up")

    def is_posting_or_retrying(self, channel: int) -> bool:
        return self._retries.has_channel(channel) or self._locks.is_locked(channel)

    async def is_missed(self, row: GameRow) -> bool:
        """True if a post is missing and nothing is about to send it."""
        if self.is_posting_or_retrying(row.channel):
            return False
        with suppress(Refusal):
            loaded = await self.tables.game(row.id)
            # In the middle of a turn the next decision is asked privately, and nothing is posted.
            return loaded is None or not loaded.table.is_mid_turn
        return True

    async def update(self, channel: int, guild: int | None, outcome: Outcome, post: int) -> None:
        """Edit a message within EDIT_SECONDS. Raise one of TRANSPORT_ERRORS."""
        async with asyncio.timeout(EDIT_SECONDS) as limit, self._locks[channel]:
            try:
                post_row = await self.sender.update(channel, guild, outcome, post)
            except TRANSPORT_ERRORS:
                raise
            except Exception as error:
                log.exception("post %s could not be edited", post)
                raise EditFailed(str(error)) from error
            limit.reschedule(None)
            await self._mark_posted(channel, outcome, post_row)
        self._run_after_post(Posted(channel, guild, outcome, [post_row], edited=True))

    async def revise(self, row: GameRow, outcome: Outcome) -> None:
        """Edit a game's newest post after a change that nobody asked for.

        Post nothing if the message is gone; post anew if Discord fails.
        """
        posts = [
            post for post in await self.game_log.live_posts(row.channel) if post.game == row.id
        ]
        try:
            if posts:
                await self.update(row.channel, row.guild, outcome, posts[-1].message)
                return
        except discord.NotFound:
            await self.game_log.mark_posted(row.id, outcome.number, [])
            return
        except TRANSPORT_ERRORS as error:
            log.info("post %s is not brought up to date: %r", posts[-1].message, error)
        await self.post(row.channel, row.guild, outcome)

    async def refresh(self, row: GameRow) -> None:
        """Edit a game's newest post, whose words say more than its entries.

        Raise one of TRANSPORT_ERRORS.
        """
        async with self._locks[row.channel]:
            now = await self.game_log.row(row.id)
            posts = await self.game_log.live_posts(row.channel)
            post = next((post for post in reversed(posts) if post.game == row.id), None)
            if post is None or post.number < now.last:
                return
            entries = await self.game_log.read(row.id)
            shown = await run_in_log_thread(
                posted_entries, entries, row.id, post.after, post.number
            )
            await self.sender.update(row.channel, row.guild, shown.outcome, post.message)

    async def post_state_or_missed(self, row: GameRow) -> None:
        """Post a game's state, or what its channel missed; log failures."""
        try:
            async with self._locks[row.channel]:
                await self._post_missed(row)
        except Exception as error:
            await self._failed(Place(row.channel, row.id), error)

    async def post_notice(
        self,
        loaded: LoadedTable,
        message: Message,
        nonce: str,
        after: int | None = None,
        *,
        beside_backlog: bool = False,
    ) -> int | None:
        """Post a notice between a game's posts. Return the message's id.

        None if the game has moved on, or its channel misses a post, which comes first unless
        ``beside_backlog``. With ``after`` an earlier try may have sent it, under a later id. Raise
        one of TRANSPORT_ERRORS.
        """
        channel, table = loaded.row.channel, loaded.table
        async with self._locks[channel]:
            row = await self.game_log.row(loaded.row.id)
            is_behind = row.posted < row.last and not beside_backlog
            if row.last != table.last or is_behind:
                return None
            sent = await self.sender.post_notice(row, table, message, nonce, after)
        self.retry_refused_channel(channel)
        return sent

    async def delete_notice(self, row: GameRow, message: int) -> None:
        try:
            await self.sender.delete(row, message)
        except TRANSPORT_ERRORS as error:
            log.info("notice %s stays in channel %s: %r", message, row.channel, error)

    async def catch_up(self) -> None:
        """Post what all channels missed; schedule retries of failures."""
        rows = await self.game_log.unposted()
        self._retries.cancel_waiting({row.channel for row in rows})
        await self._retries.try_now([Place(row.channel, row.id) for row in rows])

    def retry_later(self, channel: int, error: Exception) -> None:
        """Retry a saved outcome that could not be posted."""
        self._retries.schedule(Place(channel, ANY_GAME), error)

    def failure(self, channel: int, game: int) -> Failure | None:
        """The failure of a game's post, while it is to be retried."""
        return self._retries.failure(Place(channel, game))

    async def retry_now(self, channels: Collection[int]) -> None:
        await self._retries.try_now(self._retries.cancel_waiting(channels))

    def retry_refused_channel(self, channel: int) -> None:
        """Retry after somebody acts in a refused channel or a message arrives."""
        if places := self._retries.take_refused_retry(channel):
            self._posting.begin(self._retries.try_now(places), "catching up")

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
        """Post after what is older in the channel. Schedule a retry on failure."""
        place = Place(channel, outcome.game)
        try:
            # Locked from the start: posts keep their order.
            async with self._locks[channel]:
                await self._posted_marks.store(outcome.game)
                unposted = {row.id: row for row in await self.game_log.unposted(channel)}
                for game, row in unposted.items():
                    if game != outcome.game:
                        await self._post_older(row)
                complete = outcome
                if outcome.after.opponent_to_move is not None:
                    complete = await self.opponents.with_answers(outcome)
                if len(unposted) != 1 or outcome.game not in unposted or complete is not outcome:
                    unposted[outcome.game] = await self.game_log.row(outcome.game)
                outcome, row = complete, unposted[outcome.game]
                log_context.set_table(row.guild, row.channel, row.id)
                # Otherwise another task has posted it meanwhile.
                if row.posted < outcome.number:
                    # A part of the moves of opponents may be in the post of the move before.
                    # Before it another entry may have been saved that is in no post yet.
                    last_shown = outcome.before.last if outcome.before is not None else -1
                    if place in self._retries or row.posted != last_shown:
                        entries = await self.game_log.read(row.id)
                        outcome = await run_in_log_thread(
                            missed_outcome, entries, row.id, row.posted, outcome
                        )
                    post_row = await self.sender.post_outcome(
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
        """Post another game's missed posts, unless only that game fails.

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
        try:
            rows = await self.game_log.unposted(channel)
        except StorageError as error:
            self.retry_later(channel, error)
            return
        for row in rows:
            self.opponents.begin(row.id, self.post)
        self._retries.cancel_waiting([channel])
        await self._retries.try_now([Place(channel, row.id) for row in rows])

    async def _post_missed(self, row: GameRow) -> None:
        """Post what was missed, or the state, and mark it as posted."""
        if not self.shards.has(row.guild):
            await self.peers.request_post(row.guild, row.channel)
            return
        log_context.set_table(row.guild, row.channel, row.id)
        if await self._posted_marks.store(row.id):
            row = await self.game_log.row(row.id)
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
        """Store that a post was sent, now or once the database takes it."""
        error = await self._posted_marks.mark_posted(channel, outcome.game, outcome.number, [post])
        if error is not None:
            self._retries.schedule(Place(channel, outcome.game), error)

    def _run_after_post(self, posted: Posted) -> None:
        occasions = posted.occasions()
        for begin, wanted in self.after_post:
            if wanted & occasions:
                begin(posted)

    async def _try(self, place: Place) -> None:
        """Post what was missed. Schedule a retry on failure."""
        log_context.begin(channel=place.channel)
        try:
            if place.game == ANY_GAME:
                for row in await self.game_log.unposted(place.channel):
                    await self._try(Place(row.channel, row.id))
            else:
                async with self._locks[place.channel]:
                    row = await self.game_log.row(place.game)
                    if row.posted < row.last:
                        await self._post_missed(row)
        except Exception as error:
            await self._failed(place, error)
        else:
            self._retries.forget(place)

    async def _failed(self, place: Place, error: Exception) -> None:
        """Schedule a retry, unless the channel is gone."""
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
        # The log names what is wrong with an unreadable game: it is no bug of this program.
        is_unreadable = isinstance(error, BrokenLog)
        trace = error if level == logging.ERROR and is_bug(error) and not is_unreadable else None
        channel = place.channel
        log.log(level, "saved, but not posted in channel %s: %r", channel, error, exc_info=trace)

    async def _is_deleted(self, channel: int, error: Exception) -> bool:
        """True if the channel was deleted; its game ends with it.

        Discord is asked again about the channel itself.
        """
        if not isinstance(error, discord.HTTPException) or error.code != UNKNOWN_CHANNEL:
            return False
        return await self.departures.confirm_deleted(channel)
