"""Figures of what is thought beside the loop: how much waits, how long it takes, what fails."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.client.opponents import tasks
from bot.client.opponents.pool import QueueFull, TaskFailed, WorkerPool
from rules.opponents.from_record import best_ways
from rules.opponents.review import reviewed

SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 10.0, 20.0, 40.0, 80.0)
KINDS: Final[dict[Callable[..., Any], str]] = {
    best_ways: "hint",
    reviewed: "review",
    tasks.made_ready: "ready",
}
"""The kinds of questions; moves go by the level of the opponent."""


class ThoughtMetrics:
    """The figures of some processes that think."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._questions = Gauge(
            *("carcassonne_questions", "Questions to the processes that think", ["state"]),
            registry=registry,
        )
        self._seconds = Histogram(
            *("carcassonne_thought_seconds", "How long a thought took, waiting included", ["kind"]),
            buckets=SECONDS,
            registry=registry,
        )
        self._busy = Counter(
            *("carcassonne_questions_refused", "Questions for which there was no room", ["kind"]),
            registry=registry,
        )
        self._failed = Counter(
            *("carcassonne_thoughts_failed", "Questions that nothing came of", ["kind"]),
            registry=registry,
        )
        self._died = Counter(
            *("carcassonne_minds_died", "Processes that think and have died"), registry=registry
        )

    def looked_at(self, minds: WorkerPool) -> None:
        """Set how much is thought about now, and how much waits for it."""
        self._questions.labels("thinking").set(minds.thinking)
        self._questions.labels("waiting").set(minds.asked - minds.thinking)

    def timed(self, think: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Times what is thought; what is not taken, or comes to nothing, is counted instead."""

        async def timed(work: Callable[..., Any], *given: Any, **how: Any) -> Any:
            kind = _kind(work, given)
            before = time.perf_counter()
            try:
                thought = await think(work, *given, **how)
            except QueueFull:
                self._busy.labels(kind).inc()
                raise
            except TaskFailed:
                self._failed.labels(kind).inc()
                raise
            self._seconds.labels(kind).observe(time.perf_counter() - before)
            return thought

        return timed

    def counted(self, died: Callable[..., None]) -> Callable[..., None]:
        """Counts processes that have died."""

        def counted(*given: Any) -> None:
            self._died.inc()
            died(*given)

        return counted


def _kind(work: Callable[..., Any], given: tuple[Any, ...]) -> str:
    """The kind of a question: a word, or the level of the opponent that moves."""
    return str(given[1]) if work is tasks.moved else KINDS.get(work, work.__name__)
