"""Figures of the running bot, for Prometheus: counted and timed around what is done, not within it.

They name games and reasons, and no server, no channel and no person.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import discord
from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from bot.client.discord_io.errors import no_bug
from bot.client.discord_io.rendering import Rendering
from bot.client.interactions.runner import Runner
from bot.client.opponents.metrics import ThoughtMetrics
from bot.client.opponents.pool import WorkerPool
from bot.client.posting.outbox import Outbox
from bot.table.rate_limits import Cost, RateLimits
from bot.table.refusals import Refusal
from bot.table.store import Tables
from bot.table.table import Outcome
from rules.errors import Explained
from storage import Database, Log, Schedule, StorageError

P = ParamSpec("P")
T = TypeVar("T")
Around: TypeAlias = Callable[[Callable[P, Awaitable[T]]], Callable[P, Awaitable[T]]]

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
"""Only this machine may read them: nobody is asked who they are."""
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
BEAT: Final = 1.0
"""Seconds between two looks at how late the loop is."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The parts that are measured."""

    database: Database
    log: Log
    schedule: Schedule
    tables: Tables
    requests: Runner
    outbox: Outbox
    rendering: Rendering
    limits: RateLimits
    minds: WorkerPool
    clock: Callable[[], float]


class Metrics:
    """The figures of one bot, at http://127.0.0.1:PORT/metrics from `serve` to `close`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._watched: Watched | None = None
        self._runner: web.AppRunner | None = None
        self._pulse: asyncio.Task[None] | None = None
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._moves = self._counter("moves", "Moves made, each line of a record one", "game")
        self._undone = self._counter("moves_undone", "Moves taken back", "game")
        self._tables = self._counter("tables_opened", "Tables opened", "game")
        self._refusals = self._counter("refusals", "Requests that were refused", "reason")
        self._logged = self._counter("log_lines", "Warnings and errors in the log", "level")
        self._late = self._counter("posts_late", "Posts that players did not see at once")
        self._seconds = Histogram(
            *("carcassonne_seconds", "How long it took, waiting included", ["what"]),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._under_way = self._gauge("under_way", "What is waited for or worked on now", "what")
        self._kept = self._gauge("cached", "What is kept in memory", "what")
        self._bytes = self._gauge("cached_bytes", "How much memory it takes, about", "what")
        self._unposted = self._gauge("outbox_games", "Games with something still to be posted")
        self._dues = self._gauge("due_rows", "Rows of what is to be looked after")
        self._overdue = self._gauge("due_rows_overdue", "Those of them whose time has come")
        self._connected = self._gauge("connected", "1 while Discord is there")
        self._latency = self._gauge("gateway_latency_seconds", "From a heartbeat to its answer")
        self._lag = self._gauge("loop_lag_seconds", "How late the event loop was, the last second")
        self._thoughts = ThoughtMetrics(self.registry)
        self._counting = _Counting(self._logged)

    def watch(self, watched: Watched) -> None:
        """Counts and times what these parts do from now on; what they do stays the same."""
        self._watched = watched
        around(watched.requests, "acknowledge", self._timed("acknowledge", first=True))
        around(watched.requests, "run", self._timed("request"))
        around(watched.requests, "run_personal", self._timed("request"))
        around(watched.requests, "_refuse", self._refused)
        around(watched.limits, "take", self._limited)
        around(watched.database, "write", self._timed("commit"))
        around(watched.outbox, "post", self._timed("post"))
        around(watched.outbox, "post", self._posted)
        around(watched.rendering, "picture", self._timed("picture"))
        around(watched.rendering, "film", self._timed("film"))
        around(watched.minds, "think", self._thoughts.timed)
        around(watched.minds, "died", self._thoughts.counted)
        around(watched.tables, "open", self._moved)
        around(watched.tables, "act", self._moved)

    async def serve(self, port: int) -> None:
        """Give the figures to who asks at a port of this machine; a port in use is told of."""
        page = web.Application()
        page.router.add_get("/metrics", self._asked)
        runner = web.AppRunner(page, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            log.warning("no figures at port %d: %s", port, error)
            await runner.cleanup()
            return
        self._runner = runner
        logging.root.addHandler(self._counting)
        # In a context of its own: whoever waits for the bot to be idle need not wait for it.
        self._pulse = Context().run(asyncio.create_task, self._beats(), name="pulse")
        log.info("figures at http://%s:%d/metrics", HOST, port)

    async def close(self) -> None:
        """Give no more figures."""
        logging.root.removeHandler(self._counting)
        if self._pulse is not None:
            self._pulse.cancel()
            with suppress(asyncio.CancelledError):
                await self._pulse
        if self._runner is not None:
            await self._runner.cleanup()

    async def text(self) -> bytes:
        """All figures as Prometheus reads them, those of the database as they are now."""
        self._connected.set(self._client.is_ready() and not self._client.is_closed())
        self._latency.set(self._client.latency)
        if (watched := self._watched) is not None:
            self._kept.labels("tables").set(watched.tables.cached)
            self._bytes.labels("tables").set(watched.tables.cached_bytes)
            self._kept.labels("pictures").set(watched.rendering.cached)
            self._thoughts.looked_at(watched.minds)
            with suppress(StorageError):
                self._unposted.set(len(await watched.log.unposted()))
                rows, overdue = await watched.schedule.count(watched.clock())
                self._dues.set(rows)
                self._overdue.set(overdue)
        return generate_latest(self.registry)

    async def _asked(self, _request: web.Request) -> web.Response:
        headers = {"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        return web.Response(body=await self.text(), headers=headers)

    async def _beats(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(BEAT)
            self._lag.set(max(0.0, time.perf_counter() - before - BEAT))

    # -- around what is done ------------------------------------------------------------------

    def _timed(self, what: str, *, first: bool = False) -> Around[P, T]:
        """Time calls and count those under way.

        With ``first``, calls that take no time are left out: they had been done before.
        """
        under_way, seconds = self._under_way.labels(what), self._seconds.labels(what)

        def hook(done: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
            async def timed(*given: P.args, **more: P.kwargs) -> T:
                again = first and _answered(given[0])
                before = time.perf_counter()
                with under_way.track_inprogress():
                    try:
                        return await done(*given, **more)
                    finally:
                        if not again:
                            seconds.observe(time.perf_counter() - before)

            return timed

        return hook

    def _refused(self, done: Callable[P, Awaitable[None]]) -> Callable[P, Awaitable[None]]:
        async def refused(*given: P.args, **more: P.kwargs) -> None:
            error: Any = given[1]
            # A reason is a name, never what was typed.
            known = isinstance(error, Refusal | Explained)
            self._refusals.labels(error.reason if known else type(error).__name__).inc()
            await done(*given, **more)

        return refused

    def _limited(self, done: Callable[..., None]) -> Callable[..., None]:
        """Count what is refused without a look at it; any other refusal is counted as such."""

        def take(cost: Cost, user: int, channel: int | None) -> None:
            try:
                done(cost, user, channel)
            except Refusal as refusal:
                if cost not in (Cost.TABLE, Cost.FILM):
                    self._refusals.labels(refusal.reason).inc()
                raise

        return take

    def _posted(self, done: Callable[P, Awaitable[bool]]) -> Callable[P, Awaitable[bool]]:
        async def posted(*given: P.args, **more: P.kwargs) -> bool:
            out = await done(*given, **more)
            if not out:
                self._late.inc()
            return out

        return posted

    def _moved(self, done: Callable[P, Awaitable[Outcome]]) -> Callable[P, Awaitable[Outcome]]:
        async def moved(*given: P.args, **more: P.kwargs) -> Outcome:
            outcome = await done(*given, **more)
            before, after = outcome.before, outcome.after
            if before is None:
                self._tables.labels(after.name).inc()
            elif (lines := len(after.lines) - len(before.lines)) > 0:
                self._moves.labels(after.name).inc(lines)
            elif lines < 0:
                self._undone.labels(after.name).inc(-lines)
            return outcome

        return moved

    # -- kinds of figures ---------------------------------------------------------------------

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"carcassonne_{name}", meaning, labels, registry=self.registry)

    def _gauge(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(f"carcassonne_{name}", meaning, labels, registry=self.registry)


class _Counting(logging.Handler):
    """Counts what is logged as a warning or worse."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.WARNING)
        self._counter = counter
        # There from the start: the first of them is seen as a rise only if there was a 0.
        for level in ("WARNING", "ERROR"):
            counter.labels(level)
        self.addFilter(no_bug)

    def emit(self, record: logging.LogRecord) -> None:
        """One more of its level."""
        self._counter.labels(record.levelname).inc()


def around(owner: object, name: str, hook: Callable[[Any], Any]) -> None:
    """Have a method of one object done within a hook; AttributeError where it has none of the name.

    So the callers and the class know nothing of it.
    """
    setattr(owner, name, hook(getattr(owner, name)))


def _answered(interaction: Any) -> bool:
    return bool(interaction.response.is_done())
