"""What some seconds of play come to: moves a second, how long each waited, what programs take."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.wire.programs import memory
from tests.wire.stage import Stage
from tests.wire.table import Made

PAUSE: Final = 1.0
"""Seconds from one look at the server's connections to the next."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Some seconds of play with so many programs."""

    title: str
    seconds: float
    made: Sequence[Made]
    connections: int
    """The most there were at any moment."""
    memory: Sequence[int]
    """Bytes of each program at the end."""
    committed: dict[str, float] = field(repr=False)
    posted: Sequence[float] = field(repr=False)
    """Seconds from each press to its post."""

    def line(self) -> str:
        """All of it on one line."""
        commits = [self.committed[m.interaction] - m.sent for m in self.made]
        megabytes = ", ".join(f"{each / 2**20:.0f}" for each in self.memory)
        return (
            f"{self.title}: {len(self.made) / self.seconds:.1f} moves/s;"
            f" press to commit {spread(commits)},"
            f" to receipt {spread([m.told - m.sent for m in self.made])},"
            f" to post {spread(self.posted)};"
            f" {self.connections} connections; memory {megabytes} MiB"
        )


async def measured(
    stage: Stage, title: str, programs: int, at_once: int, seconds: float, warm: float
) -> Phase:
    """So many programs are begun, played with and ended; the ``warm`` seconds do not count."""
    stage.programs.measured = True
    await stage.programs.begin(programs)
    await stage.play(at_once, warm)
    watching = asyncio.create_task(_most(stage))
    began, before = time.monotonic(), len(stage.crowd.made)
    await stage.play(at_once, seconds)
    took = time.monotonic() - began
    made = sorted(stage.crowd.made, key=lambda each: each.told)[before:]
    watching.cancel()
    [connections] = await asyncio.gather(watching)
    memories = [memory(each) for each in stage.programs.running]
    await stage.hold()
    await stage.programs.end()
    told = [(each, stage.ledger.told_at(each.game, each.number)) for each in made]
    posted = [at - each.sent for each, at in told if at is not None]
    committed = stage.programs.committed()
    return Phase(title, took, made, connections, memories, committed, posted)


async def _most(stage: Stage) -> int:
    """The most connections that the programs had until somebody has seen enough."""
    most = 0
    try:
        while True:
            most = max(most, await stage.written.connections())
            await asyncio.sleep(PAUSE)
    except asyncio.CancelledError:
        return most


def spread(seconds: Sequence[float]) -> str:
    """The median, and what one of a hundred takes longer than."""
    ordered = sorted(seconds)
    if not ordered:
        return "never"
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {1e3 * p50:.0f} ms p99 {1e3 * p99:.0f} ms"
