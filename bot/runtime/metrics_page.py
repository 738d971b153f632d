"""The metrics page: serves `bot.core.metrics` to Prometheus, within limits of connections."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from typing import Final, TypeAlias

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, REGISTRY, Gauge, generate_latest

from bot.core import metrics

log = logging.getLogger(__name__)

GaugeReader: TypeAlias = Callable[[], Awaitable[None]]
"""Set gauges to their present values; called before each scrape."""
LogFilter: TypeAlias = Callable[[logging.LogRecord], bool]
RequestHandler: TypeAlias = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]

LAG_INTERVAL_SECONDS: Final = 1.0
"""The time between two measurements of the lag of the event loop."""
MAX_CONNECTIONS: Final = 10
"""The most connections to the page at once; one more closes the oldest."""
REQUEST_SECONDS: Final = 5.0
"""Seconds after which a connection is closed, whether or not its request is complete."""


class MetricsPage:
    """This process's metrics at http://HOST:PORT/metrics, from `serve` to `close`.

    Outlives the client, whose ``readers`` set gauges before each scrape.
    """

    def __init__(
        self, log_filter: LogFilter | None = None, request_seconds: float = REQUEST_SECONDS
    ) -> None:
        """``log_filter`` may change a record's level before it is counted.

        ``request_seconds``: the time limit of a connection.
        """
        self._request_seconds = request_seconds
        self.readers: tuple[GaugeReader, ...] = ()
        self._shown: list[Gauge] = []
        self._log_counter = _LogCounter(log_filter)
        self._runner: web.ServerRunner | None = None
        self._lag_task: asyncio.Task[None] | None = None

    async def serve(self, port: int, host: str = "127.0.0.1") -> None:
        """Serve the page and count log lines; a port in use is only logged."""
        runner = web.ServerRunner(_BoundedServer(self._respond, self._request_seconds))
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port, backlog=MAX_CONNECTIONS).start()
        except OSError as error:
            log.warning(
                "metrics are not served at port %d: %s; set another CARCASSONNE_METRICS",
                port,
                error,
            )
            await runner.cleanup()
            return
        self._runner = runner
        logging.root.addHandler(self._log_counter)
        # A context of its own keeps waits for an idle bot from waiting for this task.
        self._lag_task = Context().run(
            asyncio.create_task, self._measure_lag(), name="event-loop-lag"
        )
        log.info("metrics at http://%s:%d/metrics", host, port)

    async def close(self) -> None:
        while self._shown:
            REGISTRY.unregister(self._shown.pop())
        logging.root.removeHandler(self._log_counter)
        if self._lag_task is not None:
            self._lag_task.cancel()
            with suppress(asyncio.CancelledError):
                await self._lag_task
        if self._runner is not None:
            await self._runner.cleanup()

    def show(self, *gauges: Gauge) -> None:
        for gauge in gauges:
            if gauge not in self._shown:
                REGISTRY.register(gauge)
                self._shown.append(gauge)

    async def text(self) -> bytes:
        """Read all gauges; return Prometheus' text format."""
        for reader in self.readers:
            await reader()
        return generate_latest(REGISTRY)

    async def _respond(self, request: web.BaseRequest) -> web.Response:
        if request.path != "/metrics":
            return web.Response(status=404)
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=405)
        headers = {"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        response = web.Response(body=await self.text(), headers=headers)
        response.force_close()
        return response

    async def _measure_lag(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LAG_INTERVAL_SECONDS)
            metrics.EVENT_LOOP_LAG.set(
                max(0.0, time.perf_counter() - before - LAG_INTERVAL_SECONDS)
            )


class _BoundedServer(web.Server):
    """A server of few connections, so that half-open ones do not use up all files."""

    def __init__(self, handler: RequestHandler, request_seconds: float) -> None:
        super().__init__(handler, access_log=None)
        self._request_seconds = request_seconds
        self._ends: dict[asyncio.Transport, asyncio.TimerHandle] = {}
        """The end of each connection, the oldest first."""

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        super().connection_made(handler, transport)
        # A context of its own: tests do not take the timer for work of the bot.
        self._ends[transport] = asyncio.get_running_loop().call_later(
            self._request_seconds, self._abort, transport, context=Context()
        )
        if len(self._ends) > MAX_CONNECTIONS:
            self._abort(next(iter(self._ends)))

    def connection_lost(
        self, handler: web.RequestHandler, exc: BaseException | None = None
    ) -> None:
        super().connection_lost(handler, exc)
        for transport in [each for each in self._ends if each.is_closing()]:
            self._ends.pop(transport).cancel()

    def _abort(self, transport: asyncio.Transport) -> None:
        self._ends.pop(transport).cancel()
        transport.abort()


class _LogCounter(logging.Handler):
    def __init__(self, log_filter: LogFilter | None) -> None:
        super().__init__(logging.WARNING)
        if log_filter is not None:
            self.addFilter(log_filter)

    def emit(self, record: logging.LogRecord) -> None:
        metrics.LOG_LINES.labels(record.levelname).inc()
