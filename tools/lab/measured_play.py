"""Measured play: the times of each move to its receipt, its commit and its post."""

import asyncio
import json
import time
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tests.wire.bot_process import resident_bytes
from tests.wire.cluster_run import ClusterRun
from tests.wire.table_players import AcknowledgedMove
from tools.lab.lab import Lab, mebibytes, spread
from tools.lab.stopwatch import SUFFIX

COUNT_SECONDS: Final = 1.0
"""Seconds between two counts of connections."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Some seconds of play; times are of `time.monotonic`."""

    began: float
    ended: float
    moves: Sequence[AcknowledgedMove]
    posted: Sequence[float]
    """Seconds from a press to its post."""
    connections: int
    """The most connections to the database, 0 for a file."""
    memory: Sequence[int]
    """Resident bytes of each process at the end."""

    @property
    def speed(self) -> float:
        """Moves a second."""
        return len(self.moves) / (self.ended - self.began)

    def commits(self, figures: Sequence[Any]) -> list[float]:
        """Seconds from each press to its commit, by the figures of the stopwatches."""
        at = {key: value for each in figures for key, value in each["committed"].items()}
        return [at[move.interaction] - move.sent_at for move in self.moves]

    def rows(self, lab: Lab, title: str, figures: Sequence[Any]) -> None:
        """Add the rows of the phase to the report, by the figures of the stopwatches."""
        late = [
            delay
            for each in figures
            for at, delay in each["late"]
            if self.began <= at <= self.ended
        ]
        receipts = [move.acknowledged_at - move.sent_at for move in self.moves]
        lab.row(f"{title}: moves", f"{self.speed:.1f} moves/s, {len(self.moves)} in all")
        lab.row(f"{title}: press to commit", spread(self.commits(figures)))
        lab.row(f"{title}: press to receipt", spread(receipts))
        lab.row(f"{title}: press to post", spread(self.posted))
        lab.row(f"{title}: lag of the event loop", spread(late))
        if self.connections:
            lab.row(f"{title}: connections", str(self.connections))
        lab.row(f"{title}: memory of each process", mebibytes(*self.memory))


def type_moves(run: ClusterRun) -> None:
    """Have people type their moves where they can: a move is one command, and no panel is drawn."""
    for table in run.players.tables:
        table.typed = 1.0


async def measured(run: ClusterRun, playing: Awaitable[object]) -> Phase:
    """Wait until people have played, and return what they did."""
    most = 0

    async def count_connections() -> None:
        nonlocal most
        while True:
            most = max(most, await run.database.connection_count())
            await asyncio.sleep(COUNT_SECONDS)

    counting, began = asyncio.create_task(count_connections()), time.monotonic()
    await playing
    ended = time.monotonic()
    counting.cancel()
    with suppress(asyncio.CancelledError):
        await counting
    moves = [move for move in run.players.moves if began <= move.sent_at <= ended]
    found = [(move, run.ledger.posted_at(move.game, move.number)) for move in moves]
    posted = [at - move.sent_at for move, at in found if at is not None]
    memory = [resident_bytes(each.bot.process.pid) for each in run.processes.running]
    return Phase(began, ended, moves, posted, most, memory)


def stopwatch_figures(run: ClusterRun) -> list[Any]:
    """The figures that the stopwatches of ended processes have written."""
    return [json.loads(path.read_text()) for path in run.folder.glob(f"*{SUFFIX}")]
