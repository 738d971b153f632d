"""All Prometheus metrics of the bot, and timers for blocks and coroutine functions.

Their labels name games and reasons, and no server, no channel and no person.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from prometheus_client import Counter, Gauge, Histogram

P = ParamSpec("P")
T = TypeVar("T")
Function: TypeAlias = Callable[P, Coroutine[Any, Any, T]]

BUCKETS_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
TASK_BUCKETS_SECONDS: Final = (
    *(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0),
)
OPERATIONS: Final = ("acknowledge", "request", "commit", "post", "picture", "replay", "page")
"""The operations that `timing` and `timed` measure."""

MOVES = Counter("carcassonne_moves", "Moves made", ["game"])
MOVES_UNDONE = Counter("carcassonne_moves_undone", "Moves taken back", ["game"])
TABLES_OPENED = Counter("carcassonne_tables_opened", "Tables opened", ["game"])
REFUSALS = Counter(
    "carcassonne_requests_refused", "Requests of users that were refused", ["reason"]
)
LOG_LINES = Counter("carcassonne_log_lines", "Warnings and errors in the log", ["level"])
POSTS_LATE = Counter("carcassonne_posts_late", "Posts that were not sent at once and are retried")
OPERATION_SECONDS = Histogram(
    "carcassonne_operation_seconds",
    "Duration of an operation, including waiting",
    ["operation"],
    buckets=BUCKETS_SECONDS,
)
OPERATIONS_IN_PROGRESS = Gauge(
    "carcassonne_operations_in_progress", "Operations now waiting or running", ["operation"]
)
CACHED = Gauge("carcassonne_cache_items", "Items in an in-memory cache", ["cache"])
CACHED_BYTES = Gauge("carcassonne_cache_bytes", "Approximate memory used by a cache", ["cache"])
CONNECTED = Gauge(
    "carcassonne_connected", "1 while the bot is connected to the Discord gateway, else 0"
)
EVENT_LOOP_LAG = Gauge(
    "carcassonne_event_loop_lag_seconds", "Delay of the event loop in the last second"
)
ASYNC_TASKS = Gauge("carcassonne_asyncio_tasks", "Tasks of the event loop that have not ended")
ASYNC_TASKS.set_function(lambda: len(asyncio.all_tasks()))
THREADS = Gauge("carcassonne_threads", "Threads of the process")
THREADS.set_function(threading.active_count)
TASKS = Gauge("carcassonne_worker_tasks", "Tasks of the worker pool by state", ["state"])
TASK_SECONDS = Histogram(
    "carcassonne_worker_task_seconds",
    "Duration of a worker task, including waiting",
    ["kind"],
    buckets=TASK_BUCKETS_SECONDS,
)
TASKS_REJECTED = Counter(
    "carcassonne_worker_tasks_rejected",
    "Tasks rejected because the queue of the worker pool was full",
    ["kind"],
)
TASKS_FAILED = Counter(
    "carcassonne_worker_tasks_failed", "Worker tasks that returned no result", ["kind"]
)
WORKERS_DIED = Counter(
    "carcassonne_worker_processes_died", "Worker processes that ended without being stopped"
)

# Not on the page before `MetricsPage.show`: a 0 would be wrong while nobody has counted.
GATEWAY_LATENCY = Gauge(
    "carcassonne_gateway_latency_seconds",
    "Time from a gateway heartbeat to its acknowledgement",
    registry=None,
)
OUTBOX_GAMES = Gauge(
    "carcassonne_outbox_games",
    "Games with changes that are saved but not yet posted",
    registry=None,
)
SCHEDULED_JOBS = Gauge(
    "carcassonne_scheduled_jobs",
    "Jobs in the schedule, such as reminders and clocks",
    registry=None,
)
SCHEDULED_JOBS_OVERDUE = Gauge(
    "carcassonne_scheduled_jobs_overdue", "Scheduled jobs whose time is past", registry=None
)

# Prometheus sees the first event as a rise only if there was a 0 before it.
for level in ("WARNING", "ERROR"):
    LOG_LINES.labels(level)
for operation in OPERATIONS:
    OPERATION_SECONDS.labels(operation)
    OPERATIONS_IN_PROGRESS.labels(operation)


@contextmanager
def timing(operation: str, *, is_observed: bool = True) -> Iterator[None]:
    """Measure how long a block takes, and count it as in progress meanwhile.

    Args:
        operation: One of `OPERATIONS`.
        is_observed: False leaves the duration out.
    """
    timer = OPERATION_SECONDS.labels(operation).time() if is_observed else nullcontext()
    with OPERATIONS_IN_PROGRESS.labels(operation).track_inprogress(), timer:
        yield


def timed(operation: str) -> Callable[[Function[P, T]], Function[P, T]]:
    """Measure calls of a coroutine function by `timing`."""

    def decorate(function: Function[P, T]) -> Function[P, T]:
        @wraps(function)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            with timing(operation):
                return await function(*args, **kwargs)

        return call

    return decorate
