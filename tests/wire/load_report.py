"""What some seconds of play come to: moves a second, how long each waited, what programs take."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.wire.cluster_processes import resident_bytes
from tests.wire.cluster_run import ClusterRun
from tests.wire.table_players import AcknowledgedMove

PAUSE: Final = 1.0
"""Seconds from one look at the server's connections to the next."""


@dataclass(frozen=True, slots=True)
class LoadPhase:
    """Some seconds of play with so many programs."""

    title: str
    seconds: float
    moves: Sequence[AcknowledgedMove]
    connections: int
    """The most there were at any moment."""
    memory: Sequence[int]
    """Bytes of each program at the end."""
    committed: dict[str, float] = field(repr=False)
    posted: Sequence[float] = field(repr=False)
    """Seconds from each press to its post."""

    def summary(self) -> str:
        """All of it on one line."""
        commits = [self.committed[m.interaction] - m.sent_at for m in self.moves]
        megabytes = ", ".join(f"{each / 2**20:.0f}" for each in self.memory)
        return (
            f"{self.title}: {len(self.moves) / self.seconds:.1f} moves/s;"
            f" press to commit {percentiles(commits)},"
            f" to receipt {percentiles([m.acknowledged_at - m.sent_at for m in self.moves])},"
            f" to post {percentiles(self.posted)};"
            f" {self.connections} connections; memory {megabytes} MiB"
        )


async def measure_phase(
    stage: ClusterRun, title: str, programs: int, at_once: int, seconds: float, warm: float
) -> LoadPhase:
    """So many programs are begun, played with and ended; the ``warm`` seconds do not count."""
    stage.processes.measured = True
    await stage.processes.start(programs)
    await stage.play(at_once, warm)
    watching = asyncio.create_task(_max_connections(stage))
    began, before = time.monotonic(), len(stage.players.moves)
    await stage.play(at_once, seconds)
    took = time.monotonic() - began
    made = sorted(stage.players.moves, key=lambda each: each.acknowledged_at)[before:]
    watching.cancel()
    [connections] = await asyncio.gather(watching)
    memories = [resident_bytes(each) for each in stage.processes.running]
    await stage.check()
    await stage.processes.end()
    told = [(each, stage.ledger.posted_at(each.game, each.number)) for each in made]
    posted = [at - each.sent_at for each, at in told if at is not None]
    committed = stage.processes.committed()
    return LoadPhase(title, took, made, connections, memories, committed, posted)


async def _max_connections(stage: ClusterRun) -> int:
    """The most connections that the programs had until somebody has seen enough."""
    most = 0
    try:
        while True:
            most = max(most, await stage.database.connection_count())
            await asyncio.sleep(PAUSE)
    except asyncio.CancelledError:
        return most


def percentiles(seconds: Sequence[float]) -> str:
    """The median, and what one of a hundred takes longer than."""
    ordered = sorted(seconds)
    if not ordered:
        return "never"
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {1e3 * p50:.0f} ms p99 {1e3 * p99:.0f} ms"
