"""Measurements of a phase of play: moves a second, latencies, connections, memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.wire.cluster_processes import resident_bytes
from tests.wire.cluster_run import ClusterRun
from tests.wire.table_players import AcknowledgedMove

COUNT_SECONDS: Final = 1.0
"""Seconds between two counts of connections."""


@dataclass(frozen=True, slots=True)
class LoadPhase:
    """Measurements of some seconds of play."""

    title: str
    seconds: float
    moves: Sequence[AcknowledgedMove]
    connections: int
    """Maximum number of connections."""
    memory: Sequence[int]
    """Resident bytes of each process at the end."""
    committed: dict[str, float] = field(repr=False)
    posted: Sequence[float] = field(repr=False)
    """Seconds from a press to its post."""

    def summary(self) -> str:
        """The measurements on one line."""
        commits = [self.committed[m.interaction] - m.sent_at for m in self.moves]
        megabytes = ", ".join(f"{bytes_used / 2**20:.0f}" for bytes_used in self.memory)
        return (
            f"{self.title}: {len(self.moves) / self.seconds:.1f} moves/s;"
            f" press to commit {percentiles(commits)},"
            f" to receipt {percentiles([m.acknowledged_at - m.sent_at for m in self.moves])},"
            f" to post {percentiles(self.posted)};"
            f" {self.connections} connections; memory {megabytes} MiB"
        )


async def measure_phase(
    run: ClusterRun, title: str, programs: int, at_once: int, seconds: float, warm: float
) -> LoadPhase:
    """Start processes, measure play for some seconds after ``warm`` seconds, end them."""
    run.processes.measured = True
    await run.processes.start(programs)
    await run.play(at_once, warm)
    watching = asyncio.create_task(_max_connections(run))
    began, before = time.monotonic(), len(run.players.moves)
    await run.play(at_once, seconds)
    took = time.monotonic() - began
    made = sorted(run.players.moves, key=lambda move: move.acknowledged_at)[before:]
    watching.cancel()
    [connections] = await asyncio.gather(watching)
    memories = [resident_bytes(process) for process in run.processes.running]
    await run.check()
    await run.processes.end()
    posted_found = [(move, run.ledger.posted_at(move.game, move.number)) for move in made]
    posted = [
        posted_time - move.sent_at for move, posted_time in posted_found if posted_time is not None
    ]
    committed = run.processes.committed()
    return LoadPhase(title, took, made, connections, memories, committed, posted)


async def _max_connections(run: ClusterRun) -> int:
    """Count connections until cancelled; return the maximum."""
    most = 0
    try:
        while True:
            most = max(most, await run.database.connection_count())
            await asyncio.sleep(COUNT_SECONDS)
    except asyncio.CancelledError:
        return most


def percentiles(seconds: Sequence[float]) -> str:
    """The median and the 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return "never"
    p50, p99 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    return f"p50 {1e3 * p50:.0f} ms p99 {1e3 * p99:.0f} ms"
