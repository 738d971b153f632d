"""Build, start and close all services; from an interaction, find them and run handlers."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from inspect import Parameter, get_annotations, signature
from types import UnionType
from typing import Any, Final, Protocol, TypeVar, get_args

import discord

from bot.absences.notices import AbsenceNotices
from bot.absences.service import AbsenceCalendar
from bot.channel_seat.names import NamesWithVotes
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
from bot.home.service import HomeTables
from bot.interactions.call import Call
from bot.interactions.remote import ChannelAccess
from bot.interactions.replies import PictureAnswers, Replies
from bot.interactions.runner import (
    DRAIN_SECONDS,
    AnswerHandler,
    ChangeHandler,
    PersonalHandler,
    Runner,
)
from bot.notes.service import Notes
from bot.opponents.late_notice import LateOpponents
from bot.opponents.player import OpponentPlayer
from bot.opponents.pool import WorkerPool
from bot.orders.player import OrderPlayer
from bot.orders.service import OrderBook
from bot.page.service import Pages
from bot.playing.service import OpenPanels, PendingMoves
from bot.posting.animations import Replays, ScoringAnimations
from bot.posting.outbox import Occasion, Outbox
from bot.posting.post_sender import PostSender
from bot.posting.retired_posts import RetiredPosts
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
from bot.runtime.scheduler import DailyJob, DailyJobs, Handler, Scheduler
from bot.runtime.server_posts import DIGEST, PUZZLE, PUZZLE_SEARCH, ServerCalendar, ServerPostSender
from bot.runtime.turn_watch import Archiver, TurnWatch
from bot.settings.service import PlayerPreferences, ServerSettings
from bot.statistics.service import ResultIndex
from bot.table.rate_limits import RateLimits
from bot.table.refusals import Refusal
from bot.table.service import SeatService, TableService
from bot.table.store import LoadedTable, SummaryIndex, Tables
from bot.threads.service import ThreadKeeper
from renderer import sprites
from storage import (
    Absences,
    ChannelVotes,
    CupCards,
    CupLog,
    Database,
    Departures,
    Erasure,
    GameRow,
    GuildSettings,
    Invitations,
    Log,
    Notifications,
    PlayerNotes,
    Preferences,
    Puzzles,
    ReminderPosts,
    Schedule,
    ShardFilter,
    StandingOrders,
    StorageError,
    StoredStatusCards,
    TableSummaries,
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
            wanted = parameter.annotation
            for kind in get_args(wanted) if isinstance(wanted, UnionType) else (wanted,):
                if name not in given and kind in self._made:
                    given[name] = self._made[kind]
        one = of(**given)
        self._made.update(dict.fromkeys(type(one).__mro__, one))
        return one


STORES: Final[tuple[Any, ...]] = (
    *(Absences, ChannelVotes, CupCards, CupLog, Departures, Erasure, GuildSettings, Invitations),
    *(Notifications, PlayerNotes, Preferences, Puzzles, ReminderPosts, Schedule, StandingOrders),
    *(StoredStatusCards, TableSummaries),
)


class Services:
    """All services; each gets those above it, and the stores, by the types of its fields."""

    # Tables and cups
    schedule: Schedule
    invitations: Invitations
    tables: Tables
    table_service: TableService
    summary_index: SummaryIndex
    cup_store: CupStore
    cups: CupService

    # Servers and processes
    guilds: Guilds
    peers: Peers
    departures: DepartureWatch
    limits: SharedLimits

    # People
    absences: AbsenceCalendar
    server_settings: ServerSettings
    names: NameDirectory
    names_with_votes: NamesWithVotes
    preferences: PlayerPreferences
    notes: Notes
    orders: OrderBook
    results: ResultIndex
    turn_facts: TurnFactsReader
    seats: SeatService

    # Opponents
    pool: WorkerPool
    hints: Hints
    opponents: OpponentPlayer

    # Public posts
    rendering: Rendering
    attachments: Attachments
    sender: PostSender
    outbox: Outbox
    status_cards: StatusCards
    retired_posts: RetiredPosts
    animations: ScoringAnimations
    replays: Replays
    late_opponents: LateOpponents
    pages: Pages
    cup_posts: CupPosts

    # Interactions
    replies: Replies
    picture_answers: PictureAnswers
    pending_moves: PendingMoves
    open_panels: OpenPanels
    channel_access: ChannelAccess
    home: HomeTables
    runner: Runner
    privacy: Privacy

    # Notifications
    direct_messages: DirectMessages
    notifier: Notifier
    absence_notices: AbsenceNotices
    first_notices: FirstNotices
    reminders: Reminders
    nudges: Nudges
    followers: Followers
    channel_seat: ChannelSeat
    end_reviews: EndReviews

    # Posts of servers
    puzzle_positions: PuzzlePositions
    puzzle_answers: PuzzleAnswers
    server_post_sender: ServerPostSender
    puzzle_finder: PuzzleFinder
    puzzle_posts: PuzzlePosts
    digests: Digests
    server_calendar: ServerCalendar

    # Jobs
    archiver: Archiver
    daily_jobs: DailyJobs
    turn_watch: TurnWatch
    backups: Backups
    threads: ThreadKeeper
    order_player: OrderPlayer
    cup_rounds: CupRounds
    scheduler: Scheduler

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
        self.client, self.database, self.game_log = client, database, game_log
        self.clock, self.sleep, self.operator = clock, sleep, config.operator
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
                **{of: of(database, *getattr(of, "__metadata__", ())) for of in STORES},
            }
        )
        for name, kind in get_annotations(Services, eval_str=True).items():
            setattr(self, name, make(kind, **self._given(name)))
        self._connect()

    def _given(self, name: str) -> dict[str, Any]:
        """Fields of a service that no type names: functions and lists of others."""
        match name:
            case "seats":
                is_protected = self.turn_facts.is_protected
                return {"absences": self.absences.stopped_clocks, "is_protected": is_protected}
            case "privacy":
                moves = (self.pending_moves, self.open_panels)
                return {"memories": (self.names, *moves, self.retired_posts, self.rendering)}
            case "daily_jobs":
                return {"jobs": self._daily_jobs()}
            case "scheduler":
                return {"handlers": self._due_handlers()}
        return {}

    def _daily_jobs(self) -> dict[str, DailyJob]:
        return {
            "archive": self.archiver.run,
            "copies": self.database.delete_migration_backups,
            "gone": self.departures.run,
            "limits": self.limits.delete_full,
            "results": self.results.run,
            "server-posts": self.server_calendar.begin,
        }

    def _due_handlers(self) -> dict[str, Handler]:
        """The handler of each due, by the first word of its key."""
        return {
            "turn": self.turn_watch.handle,
            "away": self.absence_notices.handle,
            "waiting": self.first_notices.handle,
            "thread": self.threads.handle,
            "ballots": self.channel_seat.show_count,
            "call": self.followers.call_after_quiet_hours,
            "notice": self.nudges.handle,
            "order": self.order_player.handle,
            "review": self.end_reviews.handle,
            "cup": self.cup_rounds.handle,
            PUZZLE: self.puzzle_posts.handle,
            DIGEST: self.digests.handle,
            PUZZLE_SEARCH: self.puzzle_finder.handle,
            BACKUP: self.backups.handle,
            **self.daily_jobs.handlers(),
        }

    def _connect(self) -> None:
        """Set the callbacks of services that are made before those they call."""
        self.outbox.after_post = (
            (self.channel_seat.after_post, {Occasion.ANY}),
            (self.retired_posts.after_post, {Occasion.ANY}),
            (self.status_cards.after_post, {Occasion.ANY}),
            (self.end_reviews.after_post, {Occasion.END}),
            (self.animations.after_post, {Occasion.POINTS}),
            (self.followers.after_post, {Occasion.POINTS, Occasion.VOTE, Occasion.END}),
            (self.cup_rounds.after_post, {Occasion.CUP}),
        )
        self.opponents.show_late = self.late_opponents.shown
        self.peers.post_missing = self.outbox.post_missing
        self.peers.is_missed = self.outbox.is_missed
        self.peers.forget = self.privacy.forget_in_memory
        for waking in (self.orders, self.cup_rounds, self.channel_seat):
            waking.wake_scheduler = self.scheduler.wake

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
