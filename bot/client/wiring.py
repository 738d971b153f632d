"""The services of the bot: built around an open database, started, and closed in order."""

import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import discord

import renderer
from bot.client import (
    cluster,
    interactions,
    jobs,
    notifications,
    people,
    posting,
    server_posts,
)
from bot.client.context import Context, TableServices
from bot.client.discord_io.rendering import Rendering
from bot.client.dues import CupDue
from bot.client.interactions.runner import DRAIN_SECONDS
from bot.client.opponents import services as opponents
from bot.client.opponents.pool import WorkerPool
from bot.client.startup_retry import retry_until_reachable
from bot.config import Config
from bot.durations import Sleep
from bot.ops import metrics
from bot.ops.metrics_page import MetricsPage
from bot.table.cups.service import CupService
from bot.table.cups.store import CupStore
from bot.table.rate_limits import RateLimits
from bot.table.seat_service import SeatService
from bot.table.service import TableService
from bot.table.store import Tables
from storage import Cups, Database, Due, GameRow, Invitations, Log, Schedule, StorageError


def build(
    client: discord.Client,
    database: Database,
    game_log: Log,
    config: Config,
    chance: random.Random,
    clock: Callable[[], float],
    sleep: Sleep,
    limits: RateLimits,
    metrics: MetricsPage | None = None,
) -> Context:
    """Build all services, each package from those below it.

    ``clock`` gives the present in Unix seconds, ``sleep`` waits between two tries, ``limits`` bound
    the requests of a person and of a channel.
    """
    tables = Tables(game_log)
    service = TableService(tables, chance, clock)
    servers = cluster.build(client, database, game_log, limits, sleep)
    persons = people.build(database, game_log, servers.guilds, clock, sleep)
    seat_service = SeatService(
        tables, clock, persons.absences.stopped_clocks, persons.turn_facts.is_protected
    )
    players = opponents.build(database, tables, service, servers.guilds, servers.limits, sleep)
    cup_store = CupStore(Cups(database), due_of_cup)
    cup_service = CupService(cup_store, chance)
    posts = posting.build(
        *(client, database, game_log, tables, cup_store, servers, persons, players),
        *(limits, clock, sleep),
        reviews=config.reviews,
    )
    requests = interactions.build(
        database, tables, service, seat_service, servers, persons, posts, limits, clock
    )
    messages = notifications.build(
        *(client, database, tables, servers, persons, posts.outbox, requests.remote, clock)
    )
    daily = server_posts.build(*(client, database, tables, servers, persons, players, posts, clock))
    background = jobs.build(
        *(client, database, game_log, config, tables, service, seat_service, cup_store),
        cup_service,
        *(posts, players, persons, messages, servers, daily, clock, sleep),
    )
    if metrics is not None:
        schedule = Schedule(database)
        register_gauges(
            metrics, client, tables, posts.rendering, players.pool, game_log, schedule, clock
        )
    return Context(
        table=TableServices(
            *(tables, service, seat_service, Invitations(database), cup_store, cup_service)
        ),
        cluster=servers,
        people=persons,
        opponents=players,
        posting=posts,
        interactions=requests,
        notifications=messages,
        server_posts=daily,
        jobs=background,
        limits=servers.limits,
        clock=clock,
        operator=config.operator,
    )


def due_of_cup(cup: int, guild: int, at: float) -> Due:
    """Return the job of a cup in a server at a Unix time."""
    return CupDue(cup, guild).write(at)


async def begin(context: Context, sleep: Sleep, present: Iterable[GameRow] = ()) -> None:
    """Post what channels have missed, present some games anew, then start what is due.

    Each step is retried while the database is out of reach.
    """
    outbox = context.posting.outbox
    await retry_until_reachable(outbox.catch_up, sleep)
    for row in present:
        await outbox.post_state_or_missed(row)
    resume_opponents = partial(context.opponents.player.catch_up, outbox.post)
    for catch_up in (resume_opponents, context.posting.status_cards.catch_up):
        await retry_until_reachable(catch_up, sleep)
    await context.jobs.begin(sleep)
    context.cluster.peers.on_due(context.jobs.scheduler.wake)
    context.cluster.peers.begin()


async def close(context: Context) -> None:
    """Let running work finish within DRAIN_SECONDS for each service."""
    await context.cluster.peers.close()
    await context.jobs.close(DRAIN_SECONDS)
    await context.opponents.player.close()
    await context.people.summary_index.close()
    await context.posting.close(DRAIN_SECONDS)
    await context.notifications.followers.close(DRAIN_SECONDS)
    await context.opponents.pool.close()


def register_gauges(
    page: MetricsPage,
    client: discord.Client,
    tables: Tables,
    rendering: Rendering,
    pool: WorkerPool,
    game_log: Log,
    schedule: Schedule,
    clock: Callable[[], float],
) -> None:
    """Have the gauges of these services read at each scrape; ``clock`` gives Unix seconds."""

    async def read_memory() -> None:
        metrics.CONNECTED.set(client.is_ready() and not client.is_closed())
        metrics.GATEWAY_LATENCY.set(client.latency)
        metrics.CACHED.labels("tables").set(tables.cached_count)
        metrics.CACHED_BYTES.labels("tables").set(tables.cached_bytes)
        metrics.CACHED.labels("pictures").set(rendering.cached_count)
        metrics.CACHED_BYTES.labels("pictures").set(rendering.cached_bytes)
        metrics.CACHED_BYTES.labels("sprites").set(renderer.sprite_cache_bytes())
        metrics.TASKS.labels("running").set(pool.running)
        metrics.TASKS.labels("queued").set(pool.queued - pool.running)
        page.show(metrics.GATEWAY_LATENCY)

    async def read_database() -> None:
        # Without the database these gauges keep their last values; the others are still served.
        with suppress(StorageError):
            metrics.OUTBOX_GAMES.set(len(await game_log.unposted()))
            rows, overdue = await schedule.count(clock())
            metrics.SCHEDULED_JOBS.set(rows)
            metrics.SCHEDULED_JOBS_OVERDUE.set(overdue)
            page.show(metrics.OUTBOX_GAMES, metrics.SCHEDULED_JOBS, metrics.SCHEDULED_JOBS_OVERDUE)

    page.readers = (read_memory, read_database)
