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


TIMED: Final = ("acknowledge", "request", "commit", "post", "picture", "film")
"""The operations that `timing` and `timed` measure."""

MOVES = Counter("moves", "Moves made, each line of a record one", "game")
MOVES_UNDONE = Counter("moves_undone", "Moves taken back", "game")
TABLES_OPENED = Counter("tables_opened", "Tables opened", "game")
REFUSALS = Counter("refusals", "Requests that were refused", "reason")
# Prometheus sees the first error as a rise only if there was a 0 before it.
LOG_LINES = Counter(
    "log_lines", "Warnings and errors in the log", "level", initial=("WARNING", "ERROR")
)
POSTS_LATE = Counter("posts_late", "Posts that players did not see at once")
SECONDS = Histogram(
    *("seconds", "How long it took, waiting included", "what", BUCKETS_SECONDS), initial=TIMED
)
UNDER_WAY = Gauge("under_way", "What is waited for or worked on now", "what")
CACHED = Gauge("cached", "What is kept in memory", "what")
CACHED_BYTES = Gauge("cached_bytes", "How much memory it takes, about", "what")
OUTBOX_GAMES = Gauge("outbox_games", "Games with something still to be posted")
DUE_ROWS = Gauge("due_rows", "Rows of what is to be looked after")
DUE_ROWS_OVERDUE = Gauge("due_rows_overdue", "Those of them whose time has come")
CONNECTED = Gauge("connected", "1 while Discord is there")
GATEWAY_LATENCY = Gauge("gateway_latency_seconds", "From a heartbeat to its answer")
LOOP_LAG = Gauge("loop_lag_seconds", "How late the event loop was, the last second")
TASKS = Gauge("questions", "Questions to the processes that think", "state")
TASK_SECONDS = Histogram(
    *("thought_seconds", "How long a thought took, waiting included", "kind"),
    TASK_BUCKETS_SECONDS,
)
TASKS_REFUSED = Counter("questions_refused", "Questions for which there was no room", "kind")
TASKS_FAILED = Counter("thoughts_failed", "Questions that nothing came of", "kind")
WORKERS_DIED = Counter("minds_died", "Processes that think and have died")

COUNTERS: Final = (
    *(MOVES, MOVES_UNDONE, TABLES_OPENED, REFUSALS, LOG_LINES, POSTS_LATE),
    *(TASKS_REFUSED, TASKS_FAILED, WORKERS_DIED),
)
GAUGES: Final = (
    *(UNDER_WAY, CACHED, CACHED_BYTES, OUTBOX_GAMES, DUE_ROWS, DUE_ROWS_OVERDUE),
    *(CONNECTED, GATEWAY_LATENCY, LOOP_LAG, TASKS),
)
HISTOGRAMS: Final = (SECONDS, TASK_SECONDS)


@contextmanager
def timing(what: str, *, is_observed: bool = True) -> Iterator[None]:
    """Measure how long a block takes, and count it as under way meanwhile.

    Args:
        what: One of `TIMED`.
        is_observed: False leaves the duration out; the block is still counted as under way.
    """
    if (sink := _sink) is None:
        yield
        return
    begun = time.perf_counter()
    with sink.under_way(what):
        try:
            yield
        finally:
            if is_observed:
                sink.observe(SECONDS, what, time.perf_counter() - begun)


def timed(what: str) -> Callable[[Function[P, T]], Function[P, T]]:
    """Decorate a coroutine function so that its calls are measured by `timing`."""

    def decorate(function: Function[P, T]) -> Function[P, T]:
        @wraps(function)
        async def call(*args: P.args, **kwargs: P.kwargs) -> T:
            with timing(what):
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

    def under_way(self, what: str) -> AbstractContextManager[None]:
        """Count a block as under way while it runs."""


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
