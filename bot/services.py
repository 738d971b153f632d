"""The services of the bot: built once around an open database, started, closed, and found."""

import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from inspect import Parameter, signature
from time import monotonic
from typing import Any, Protocol, TypeVar

import discord

from bot.absences.notices import AbsenceNotices
from bot.absences.service import AbsenceCalendar
from bot.channel_seat.service import ChannelSeat
from bot.cluster.guilds import DepartureWatch, Guilds
from bot.cluster.peers import Peers
from bot.cluster.shared_limits import SharedLimits
from bot.config import Config
from bot.core import metrics
from bot.core.durations import Clock, Sleep
from bot.core.tasks import retry_until_reachable
from bot.cups.rounds import CupPosts, CupRounds
from bot.cups.service import CupService, CupStore
from bot.digests.service import Digests
from bot.discord_io.rendering import Attachments, Rendering
from bot.followers.service import Followers
from bot.hints.service import Hints
from bot.history.service import EndReviews
from bot.home.service import HomeTables, SummaryIndex
from bot.interactions.call import Call
from bot.interactions.remote import ChannelAccess
from bot.interactions.replies import PictureAnswers, Replies
from bot.interactions.runner import (
    DRAIN_SECONDS,
    AnswerHandler,
    ChangeHandler,
    OpenPanels,
    PendingMoves,
    PersonalHandler,
    Runner,
)
from bot.notes.service import Notes
from bot.opponents.player import OpponentPlayer
from bot.opponents.pool import WorkerPool
from bot.orders.player import OrderPlayer
from bot.orders.service import OrderBook
from bot.page.service import Pages
from bot.posting.animations import Replays, ScoringAnimations
from bot.posting.outbox import Occasion, Outbox
from bot.posting.post_sender import PostSender
from bot.posting.retired_posts import LateOpponents, RetiredPosts
from bot.posting.status_cards import StatusCards
from bot.privacy.service import Privacy
from bot.puzzles.service import PuzzleAnswers, PuzzleFinder, PuzzlePositions, PuzzlePosts
from bot.reminders.nudges import Nudges
from bot.reminders.service import FirstNotices, Reminders
from bot.reminders.turn_facts import TurnFactsReader
from bot.runtime.backups import BACKUP, Backups
from bot.runtime.metrics_page import MetricsPage
from bot.runtime.names import NameDirectory
from bot.runtime.notifier import DirectMessages, Notifier
from bot.runtime.scheduler import DailyJobs, Scheduler
from bot.runtime.server_posts import DIGEST, PUZZLE, PUZZLE_SEARCH, ServerCalendar, ServerPostSender
from bot.runtime.turn_watch import Archiver, TurnWatch
from bot.settings.service import PlayerPreferences, ServerSettings
from bot.statistics.service import ResultIndex
from bot.table.rate_limits import RateLimits
from bot.table.refusals import Refusal
from bot.table.service import SeatService, TableService
from bot.table.store import LoadedTable, Tables
from bot.threads.service import ThreadKeeper
from renderer import sprites
from storage import (
    CUP,
    Absences,
    ChannelVotes,
    Database,
    Departures,
    Erasure,
    GameRow,
    Invitations,
    KeyValues,
    Log,
    Notifications,
    Puzzles,
    Schedule,
    ShardFilter,
    StorageError,
    StoredStatusCards,
    TableSummaries,
)
from storage.key_values import (
    GUILD_SETTINGS,
    PLAYER_NOTES,
    PREFERENCES,
    REMINDER_POSTS,
    STANDING_ORDERS,
)

T = TypeVar("T")


@cache
def _parameters(of: Callable[..., object]) -> Mapping[str, Parameter]:
    return signature(of, eval_str=True).parameters


class Maker:
    def __init__(self, made: dict[Any, Any]) -> None:
        self._made = made
        """The newest service or value of each type, base classes included."""

    def __call__(self, of: Callable[..., T], **given: object) -> T:
        """Make a service: what is not ``given`` is found by type, or keeps its default."""
        for name, parameter in _parameters(of).items():
            if name not in given and parameter.annotation in self._made:
                given[name] = self._made[parameter.annotation]
        one = of(**given)
        self._made.update(dict.fromkeys(type(one).__mro__, one))
        return one


class Services:
    """All services, each built from those above it."""

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        game_log: Log,
        config: Config,
        chance: random.Random,
        clock: Clock,
        sleep: Sleep,
        own_limits: RateLimits,
    ) -> None:
        """``sleep`` waits between tries; ``own_limits`` bound requests to this process."""
        self.client, self.game_log, self.clock, self.sleep = client, game_log, clock, sleep
        self.operator = config.operator
        make = Maker(
            {
                discord.Client: client,
                Database: database,
                Log: game_log,
                ShardFilter: database.shards,
                Config: config,
                random.Random: chance,
                Clock: clock,
                Sleep: sleep,
                RateLimits: own_limits,
            }
        )

        # Stored rows
        for rows in (
            Absences,
            ChannelVotes,
            Erasure,
            Notifications,
            Puzzles,
            StoredStatusCards,
            TableSummaries,
        ):
            make(rows)
        departures = make(Departures)
        preferences = KeyValues(database, PREFERENCES)
        player_notes = KeyValues(database, PLAYER_NOTES)
        self.schedule = make(Schedule)
        self.invitations = make(Invitations)

        # Tables and cups
        self.tables = make(Tables)
        self.table_service = make(TableService)
        cups, cup_cards = Log(database, CUP), StoredStatusCards(database, CUP)
        self.cup_store = make(CupStore, cups=cups)
        self.cups = make(CupService)

        # Servers and processes
        self.guilds = make(Guilds, departures=departures, clock=monotonic)
        self.peers = make(Peers)
        self.departures = make(DepartureWatch)
        self.limits = make(SharedLimits)

        # People
        self.summary_index = make(SummaryIndex)
        self.absences = make(
            AbsenceCalendar, preferences=preferences, running_games=self.summary_index.running
        )
        self.server_settings = make(ServerSettings, servers=KeyValues(database, GUILD_SETTINGS))
        self.names = make(
            NameDirectory,
            absences=self.absences,
            server_settings=self.server_settings,
            clock=monotonic,
        )
        self.preferences = make(PlayerPreferences, preferences=preferences)
        self.notes = make(Notes, player_notes=player_notes)
        orders = KeyValues(database, STANDING_ORDERS)
        self.orders = make(OrderBook, orders=orders, player_notes=player_notes)
        self.results = make(ResultIndex, timer=monotonic)
        self.turn_facts = make(TurnFactsReader, preferences=preferences)
        self.seats = make(
            SeatService,
            absences=self.absences.stopped_clocks,
            is_protected=self.turn_facts.is_protected,
        )

        # Opponents
        self.pool = make(WorkerPool)
        self.hints = make(Hints)
        self.opponents = make(OpponentPlayer, has_bot=self.guilds.has_bot)

        # Public posts
        self.rendering = make(Rendering)
        make(Attachments)
        self.sender = make(PostSender)
        self.outbox = make(Outbox)
        self.status_cards = make(StatusCards)
        self.retired_posts = make(RetiredPosts)
        self.animations = make(ScoringAnimations)
        self.replays = make(Replays)
        self.pages = make(Pages)
        retry = self.outbox.retry_refused_channel
        self.cup_posts = make(CupPosts, cups=cups, cards=cup_cards, retry_refused_channel=retry)

        # Interactions
        self.replies = make(Replies)
        self.pending_moves, self.open_panels = make(PendingMoves), make(OpenPanels)
        self.channel_access = make(ChannelAccess)
        self.home = make(HomeTables)
        self.runner = make(Runner)
        memories = (
            *(self.names, self.pending_moves, self.open_panels),
            *(self.retired_posts, self.rendering),
        )
        self.privacy = make(Privacy, memories=memories)
        self.picture_answers = make(PictureAnswers)

        # Notifications
        make(DirectMessages, preferences=preferences)
        self.notifier = make(Notifier)
        self.absence_notices = make(AbsenceNotices)
        self.first_notices = make(FirstNotices)
        self.reminders = make(Reminders, posts=KeyValues(database, REMINDER_POSTS))
        self.nudges = make(Nudges)
        self.followers = make(Followers, player_notes=player_notes)
        self.channel_seat = make(ChannelSeat)
        self.end_reviews = make(EndReviews, unasked=config.reviews)

        # Posts of servers
        self.puzzle_positions = make(PuzzlePositions)
        self.puzzle_answers = make(PuzzleAnswers)
        make(ServerPostSender, retry_refused_channel=retry)
        self.puzzle_finder = make(PuzzleFinder)
        self.puzzle_posts = make(PuzzlePosts)
        self.digests = make(Digests)
        self.server_calendar = make(ServerCalendar)

        # Jobs
        jobs = {
            "archive": make(Archiver).run,
            "copies": database.delete_migration_backups,
            "gone": self.departures.run,
            "limits": self.limits.delete_full,
            "results": self.results.run,
            "server-posts": self.server_calendar.begin,
        }
        self.daily_jobs = make(DailyJobs, jobs=jobs)
        self.turn_watch = make(TurnWatch)
        self.backups = make(Backups)
        self.threads = make(ThreadKeeper)
        self.cup_rounds = make(CupRounds, cups=cups)
        handlers = {
            "turn": self.turn_watch.handle,
            "away": self.absence_notices.handle,
            "waiting": self.first_notices.handle,
            "thread": self.threads.handle,
            "ballots": self.channel_seat.show_count,
            "call": self.followers.call_after_quiet_hours,
            "notice": self.nudges.handle,
            "order": make(OrderPlayer, has_bot=self.guilds.has_bot).handle,
            "review": self.end_reviews.handle,
            "cup": self.cup_rounds.handle,
            PUZZLE: self.puzzle_posts.handle,
            DIGEST: self.digests.handle,
            PUZZLE_SEARCH: self.puzzle_finder.handle,
            BACKUP: self.backups.handle,
            **self.daily_jobs.handlers(),
        }
        self.scheduler = make(Scheduler, handlers=handlers)

        # Callbacks of services built later than their callers
        self.outbox.after_post = (
            (self.channel_seat.after_post, {Occasion.ANY}),
            (self.retired_posts.after_post, {Occasion.ANY}),
            (self.status_cards.after_post, {Occasion.ANY}),
            (self.end_reviews.after_post, {Occasion.END}),
            (self.animations.after_post, {Occasion.POINTS}),
            (self.followers.after_post, {Occasion.POINTS, Occasion.VOTE, Occasion.END}),
            (self.cup_rounds.after_post, {Occasion.CUP}),
        )
        self.opponents.show_late = make(LateOpponents).shown
        self.peers.post_missing, self.peers.is_missed = (
            self.outbox.post_missing,
            self.outbox.is_missed,
        )
        self.peers.forget = self.privacy.forget_in_memory
        self.orders.wake_scheduler = self.cup_rounds.wake_scheduler = self.scheduler.wake
        self.channel_seat.wake_scheduler = self.scheduler.wake

    async def begin(self, present: Iterable[GameRow] = ()) -> None:
        """Post what channels missed, and ``present`` games again; then start what is due.

        Each step is retried while the database is out of reach.
        """
        await retry_until_reachable(self.outbox.catch_up, self.sleep)
        for row in present:
            await self.outbox.post_state_or_missed(row)
        for step in (
            partial(self.opponents.catch_up, self.outbox.post),
            self.status_cards.catch_up,
            self.turn_watch.begin,
            self.daily_jobs.begin,
            self.backups.begin,
            self.cup_rounds.begin,
        ):
            await retry_until_reachable(step, self.sleep)
        self.scheduler.start()
        self.departures.begin()
        self.peers.wake_scheduler = self.scheduler.wake
        self.peers.begin()

    async def close(self) -> None:
        """Give each service's running work DRAIN_SECONDS."""
        await self.peers.close()
        await self.departures.close()
        await self.scheduler.close(DRAIN_SECONDS)
        await self.cup_rounds.close()
        await self.backups.close()
        await self.opponents.close()
        await self.summary_index.close()
        await self.outbox.close(DRAIN_SECONDS)
        await self.retired_posts.close(DRAIN_SECONDS)
        await self.status_cards.close(DRAIN_SECONDS)
        await self.end_reviews.close()
        await self.animations.close()
        await self.followers.close(DRAIN_SECONDS)
        await self.pool.close()

    def register_gauges(self, page: MetricsPage) -> None:
        async def read_memory() -> None:
            metrics.CONNECTED.set(self.client.is_ready() and not self.client.is_closed())
            metrics.GATEWAY_LATENCY.set(self.client.latency)
            metrics.CACHED.labels("tables").set(self.tables.cached_count)
            metrics.CACHED_BYTES.labels("tables").set(self.tables.cached_bytes)
            metrics.CACHED.labels("pictures").set(self.rendering.cached_count)
            metrics.CACHED_BYTES.labels("pictures").set(self.rendering.cached_bytes)
            metrics.CACHED_BYTES.labels("sprites").set(sprites.cached_bytes())
            metrics.TASKS.labels("running").set(self.pool.running)
            metrics.TASKS.labels("queued").set(max(0, self.pool.queued - self.pool.running))
            page.show(metrics.GATEWAY_LATENCY)

        async def read_database() -> None:
            # Without the database these gauges keep their last values; the others are still served.
            with suppress(StorageError):
                metrics.OUTBOX_GAMES.set(len(await self.game_log.unposted()))
                rows, overdue = await self.schedule.count(self.clock())
                metrics.SCHEDULED_JOBS.set(rows)
                metrics.SCHEDULED_JOBS_OVERDUE.set(overdue)
                page.show(
                    metrics.OUTBOX_GAMES, metrics.SCHEDULED_JOBS, metrics.SCHEDULED_JOBS_OVERDUE
                )

        page.readers = (read_memory, read_database)


class HasServices(Protocol):
    services: Services


def services_of(call: discord.Interaction[Any] | Call) -> Services:
    client: HasServices = call.client
    return client.services


async def table_here(interaction: discord.Interaction[Any]) -> LoadedTable | None:
    """The channel's table for autocomplete. None without a readable one."""
    if interaction.channel_id is None:
        return None
    with suppress(Refusal):
        return await services_of(interaction).tables.latest(interaction.channel_id)
    return None


def run_change(interaction: discord.Interaction[Any], handler: ChangeHandler) -> Awaitable[None]:
    """Run a handler whose outcome the runner posts."""
    return services_of(interaction).runner.run(interaction, handler, posts=True)


def run_answer(interaction: discord.Interaction[Any], handler: AnswerHandler) -> Awaitable[None]:
    """Run a handler that answers; the runner posts nothing."""
    return services_of(interaction).runner.run(interaction, handler)


def run_personal(
    interaction: discord.Interaction[Any], handler: PersonalHandler
) -> Awaitable[None]:
    return services_of(interaction).runner.run_personal(interaction, handler)
