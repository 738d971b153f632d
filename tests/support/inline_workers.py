"""A worker pool without processes: tasks are answered at once."""

from collections.abc import Callable
from typing import Any

from bot.opponents.pool import QueueFull, WorkerPool
from rules.opponents import best_turns_of_record
from rules.opponents.review import look_longer, points_behind, review_record
from rules.opponents.search import ADVICE_NODES

FEW_NODES = 40
"""Positions of a comparison, enough for tests that are not about its result."""


class InlineWorkerPool(WorkerPool):
    """A replacement of ``WorkerPool`` that computes at once; ``asked`` has the tasks' names."""

    hint_nodes = FEW_NODES
    queued = 0
    """The number of tasks that run or wait: nobody ever does."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.fails: Exception | None = None
        """The error raised instead of an answer."""
        self.has_spare_time = False
        """Search further moves of a review."""

    async def run(  # type: ignore[override]
        self, work: Callable[..., Any], *given: Any, **how: Any
    ) -> Any:
        if how.get("spare") and not self.has_spare_time:
            raise QueueFull
        self.asked.append(work.__name__)
        if self.fails is not None:
            raise self.fails
        if work is review_record:
            # Without nodes no move is searched again, which would take half a second per move.
            return review_record(*given, nodes=0)
        if work is points_behind:
            return points_behind(*given, nodes=FEW_NODES)
        if work is look_longer:
            return look_longer(*given, nodes=FEW_NODES)
        if work is best_turns_of_record:
            return best_turns_of_record(*given, nodes=self.hint_nodes)
        return work(*given)

    async def close(self) -> None:
        """Do nothing: there are no processes."""


class ShortReviewPool(InlineWorkerPool):
    """An inline pool that reviews only the beginning of a game, at a tenth of a second per tile."""

    LINES = 12
    hint_nodes = ADVICE_NODES

    async def run(  # type: ignore[override]
        self, work: Callable[..., Any], *given: Any, **how: Any
    ) -> Any:
        if work is review_record:
            head, _, moves = str(given[0]).partition("\n\n")
            begun = "\n".join([head, "", *moves.splitlines()[: self.LINES], "end", ""])
            return await super().run(work, begun, *given[1:], **how)
        return await super().run(work, *given, **how)
