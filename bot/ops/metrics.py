"""The metrics that parts of the bot emit; they are dropped while no metrics port is served.

The metrics name games and reasons, and no server, no channel and no person.
"""

import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec, Protocol, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Function: TypeAlias = Callable[P, Coroutine[Any, Any, T]]

BUCKETS_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
TASK_BUCKETS_SECONDS: Final = (
    *(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0),
)


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that only rises; the values in ``initial`` are shown as 0 from the start."""

    name: str
    meaning: str
    label: str | None = None
    initial: tuple[str, ...] = ()

    def add(self, value: str | None = None, amount: int = 1) -> None:
        """Add to the counter, under a value of its label if it has one."""
        if _sink is not None:
            _sink.add(self, value, amount)


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that rises and falls."""

    name: str
    meaning: str
    label: str | None = None

    def set(self, number: float, value: str | None = None) -> None:
        """Set the gauge, under a value of its label if it has one."""
        if _sink is not None:
            _sink.set(self, value, number)


@dataclass(frozen=True, slots=True)
class Histogram:
    """A distribution of durations in seconds; ``initial`` values are shown from the start."""

    name: str
    meaning: str
    label: str
    buckets: tuple[float, ...]
    initial: tuple[str, ...] = ()

    def observe(self, value: str, seconds: float) -> None:
        """Add one duration under a value of the label."""
        if _sink is not None:
            _sink.observe(self, value, seconds)


OPERATIONS: Final = ("acknowledge", "request", "commit", "post", "picture", "replay", "page")
"""The operations that `timing` and `timed` measure."""

MOVES = Counter("moves", "Moves made", "game")
MOVES_UNDONE = Counter("moves_undone", "Moves taken back", "game")
TABLES_OPENED = Counter("tables_opened", "Tables opened", "game")
REFUSALS = Counter("requests_refused", "Requests of users that were refused", "reason")
# Prometheus sees the first error as a rise only if there was a 0 before it.
LOG_LINES = Counter(
    "log_lines", "Warnings and errors in the log", "level", initial=("WARNING", "ERROR")
)
POSTS_LATE = Counter("posts_late", "Posts that were not sent at once and are retried")
OPERATION_SECONDS = Histogram(
    *("operation_seconds", "Duration of an operation, including waiting", "operation"),
    BUCKETS_SECONDS,
    initial=OPERATIONS,
)
OPERATIONS_IN_PROGRESS = Gauge(
    "operations_in_progress", "Operations now waiting or running", "operation"
)
CACHED = Gauge("cache_items", "Items in an in-memory cache", "cache")
CACHED_BYTES = Gauge("cache_bytes", "Approximate memory used by a cache", "cache")
OUTBOX_GAMES = Gauge("outbox_games", "Games with changes that are saved but not yet posted")
SCHEDULED_JOBS = Gauge("scheduled_jobs", "Jobs in the schedule, such as reminders and clocks")
SCHEDULED_JOBS_OVERDUE = Gauge("scheduled_jobs_overdue", "Scheduled jobs whose time is past")
CONNECTED = Gauge("connected", "1 while the bot is connected to the Discord gateway, else 0")
GATEWAY_LATENCY = Gauge(
    "gateway_latency_seconds", "Time from a gateway heartbeat to its acknowledgement"
)
EVENT_LOOP_LAG = Gauge("event_loop_lag_seconds", "Delay of the event loop in the last second")
ASYNC_TASKS = Gauge("asyncio_tasks", "Tasks of the event loop that have not ended")
THREADS = Gauge("threads", "Threads of the process")
TASKS = Gauge("worker_tasks", "Tasks of the worker pool by state", "state")
TASK_SECONDS = Histogram(
    *("worker_task_seconds", "Duration of a worker task, including waiting", "kind"),
    TASK_BUCKETS_SECONDS,
)
TASKS_REJECTED = Counter(
    "worker_tasks_rejected", "Tasks rejected because the queue of the worker pool was full", "kind"
)
TASKS_FAILED = Counter("worker_tasks_failed", "Worker tasks that returned no result", "kind")
WORKERS_DIED = Counter("worker_processes_died", "Worker processes that ended without being stopped")

COUNTERS: Final = (
    *(MOVES, MOVES_UNDONE, TABLES_OPENED, REFUSALS, LOG_LINES, POSTS_LATE),
    *(TASKS_REJECTED, TASKS_FAILED, WORKERS_DIED),
)
GAUGES: Final = (
    *(
        OPERATIONS_IN_PROGRESS,
        CACHED,
        CACHED_BYTES,
        OUTBOX_GAMES,
        SCHEDULED_JOBS,
        SCHEDULED_JOBS_OVERDUE,
    ),
    *(CONNECTED, GATEWAY_LATENCY, EVENT_LOOP_LAG, ASYNC_TASKS, THREADS, TASKS),
)
HISTOGRAMS: Final = (OPERATION_SECONDS, TASK_SECONDS)


@contextmanager
def timing(operation: str, *, is_observed: bool = True) -> Iterator[None]:
    """Measure how long a block takes, and count it as in progress meanwhile.

    Args:
        operation: One of `OPERATIONS`.
        is_observed: False leaves the duration out; the block is still counted as in progress.
    """
    if (sink := _sink) is None:
        yield
        return
    begun = time.perf_counter()
    with sink.in_progress(operation):
        try:
            yield
        finally:
            if is_observed:
                sink.observe(OPERATION_SECONDS, operation, time.perf_counter() - begun)


def timed(operation: str) -> Callable[[Function[P, T]], Function[P, T]]:
    """Decorate a coroutine function so that its calls are measured by `timing`."""

    def decorate(function: Function[P, T]) -> Function[P, T]:
        @wraps(function)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            with timing(operation):
                return await function(*args, **kwargs)

        return call

    return decorate


class Sink(Protocol):
    """The receiver of events."""

    def add(self, counter: Counter, value: str | None, amount: int) -> None:
        """Add to a counter."""

    def set(self, gauge: Gauge, value: str | None, number: float) -> None:
        """Set a gauge."""

    def observe(self, histogram: Histogram, value: str, seconds: float) -> None:
        """Add one duration to a histogram."""

    def in_progress(self, operation: str) -> AbstractContextManager[None]:
        """Count a block as in progress while it runs."""


_sink: Sink | None = None


def send_to(sink: Sink) -> None:
    """Send the events from now on to ``sink``."""
    global _sink
    _sink = sink


def stop_sending_to(sink: Sink) -> None:
    """Drop events again, if they are sent to ``sink``."""
    global _sink
    if _sink is sink:
        _sink = None
