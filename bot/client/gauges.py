"""The gauges of the metrics page that are read from services at each scrape."""

from collections.abc import Callable
from contextlib import suppress

import discord

from bot.client.discord_io.rendering import Rendering
from bot.client.opponents.pool import WorkerPool
from bot.ops import metrics
from bot.ops.metrics_page import MetricsPage
from bot.table.store import Tables
from storage import Log, Schedule, StorageError


def register_gauges(
    page: MetricsPage,
    client: discord.Client,
    tables: Tables,
    rendering: Rendering,
    pool: WorkerPool,
    games: Log,
    schedule: Schedule,
    clock: Callable[[], float],
) -> None:
    """Have the gauges of these services read at each scrape; ``clock`` gives Unix seconds."""

    async def read_memory() -> None:
        metrics.CONNECTED.set(client.is_ready() and not client.is_closed())
        metrics.GATEWAY_LATENCY.set(client.latency)
        metrics.CACHED.set(tables.cached, "tables")
        metrics.CACHED_BYTES.set(tables.cached_bytes, "tables")
        metrics.CACHED.set(rendering.cached, "pictures")
        metrics.TASKS.set(pool.thinking, "thinking")
        metrics.TASKS.set(pool.asked - pool.thinking, "waiting")

    async def read_database() -> None:
        # Without the database these gauges keep their last values; the others are still served.
        with suppress(StorageError):
            metrics.OUTBOX_GAMES.set(len(await games.unposted()))
            rows, overdue = await schedule.count(clock())
            metrics.DUE_ROWS.set(rows)
            metrics.DUE_ROWS_OVERDUE.set(overdue)

    page.read_at_scrape(read_memory)
    page.read_at_scrape(read_database)
