"""A worker pool without processes: tasks are answered at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.opponents.review import review_record


class AtOnce:
    """A stand-in for ``WorkerPool`` that computes at once; ``asked`` are the names so far."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.fails: Exception | None = None
        """The error raised instead of an answer."""

    async def run(self, work: Callable[..., Any], *given: Any, **how: Any) -> Any:
        self.asked.append(work.__name__)
        if self.fails is not None:
            raise self.fails
        if work is review_record:
            # Nothing is looked at once more: that takes half a second a move.
            return review_record(*given, nodes=0)
        return work(*given)

    async def close(self) -> None:
        """There is nothing to end."""


class Hasty(AtOnce):
    """Looks over no more than the beginning of a game, as that takes a tenth of a second a tile."""

    LINES = 12

    async def run(self, work: Callable[..., Any], *given: Any, **how: Any) -> Any:
        if work is review_record:
            head, _, moves = str(given[0]).partition("\n\n")
            begun = "\n".join([head, "", *moves.splitlines()[: self.LINES], "end", ""])
            return await super().run(work, begun, *given[1:], **how)
        return await super().run(work, *given, **how)
