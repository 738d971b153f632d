"""Common code of the laboratory's phases: the run, its report of figures, and measured play."""

import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

from tests.wire.bot_process import resident_bytes
from tests.wire.cluster_run import ClusterRun
from tests.wire.table_players import AcknowledgedMove
from tools.arena.tally import quantile
from tools.lab.stopwatch import SUFFIX

T = TypeVar("T")
PROGRESS_SECONDS: Final = 30.0


class CannotJudge(Exception):
    """Too little happened to be judged, as on a busy machine."""


@dataclass(slots=True)
class Lab:
    """A run of phases: its options, and a table of figures, with bars where they have one."""

    seed: int
    quick: bool = False
    minutes: float | None = None
    """Minutes of play in place of the usual ones."""
    phase: str = "lab"
    folder: Path = Path()
    """The phase under way and its files."""
    broken: list[str] = field(default_factory=list)
    """The rows whose bar is not held."""
    unjudged: list[str] = field(default_factory=list)
    """The phases that could not be run, or not be judged."""
    bars: int = 0

    @property
    def status(self) -> int:
        """Exit status: 0 if every bar holds, 1 if one does not, 2 if a phase was not judged."""
        return 1 if self.broken else 2 if self.unjudged else 0

    def size(self, usual: T, quick: T) -> T:
        return quick if self.quick else usual

    def seconds(self, usual: float, quick: float) -> float:
        return 60 * self.minutes if self.minutes is not None else self.size(usual, quick)

    def chance(self) -> random.Random:
        """A random source that depends on the seed only."""
        return random.Random(self.seed)

    def row(self, what: str, figure: str, bar: str = "", holds: bool = True) -> None:
        """Print a row. A bar that does not hold makes the status 1."""
        verdict = "" if not bar else "ok" if holds else "NOT HELD"
        print(f"{self.phase:8} {what:44} {bar:12} {verdict:8}  {figure}", flush=True)
        self.bars += bool(bar)
        if not holds:
            self.broken.append(f"{self.phase}: {what}")

    def sound(self, figure: str) -> None:
        """Add the row of a phase that passed all its checks."""
        self.row("lost, doubled or out of order", f"none; {figure}", "none")

    def summary(self) -> str:
        lines = [f"{self.bars - len(self.broken)} of {self.bars} bars hold"]
        lines += [f"NOT HELD  {row}" for row in self.broken]
        lines += [f"NOT JUDGED  {phase}" for phase in self.unjudged]
        return "\n".join(lines)

    @asynccontextmanager
    async def progress(self, figures: Callable[[], str]) -> AsyncIterator[None]:
        """Print figures to standard error every 30 seconds."""
        began = time.monotonic()

        async def tell() -> None:
            while True:
                await asyncio.sleep(PROGRESS_SECONDS)
                took = f"{self.phase} {time.monotonic() - began:5.0f} s"
                print(f"{took}: {figures()}", file=sys.stderr, flush=True)

        async with meanwhile(tell()):
            yield


@asynccontextmanager
async def meanwhile(*work: Coroutine[Any, Any, object]) -> AsyncIterator[None]:
    """Run the work until the block ends, which cancels it; raise the error of any of it."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error


async def together(*work: Coroutine[Any, Any, object]) -> None:
    """Run the work concurrently; the first failure cancels the rest and is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            for each in work:
                group.create_task(each)
    except ExceptionGroup as error:
        raise error.exceptions[0] from None


def spread(seconds: Sequence[float]) -> str:
    """Median and 99th percentile in milliseconds."""
    if not seconds:
        return "never"
    p50, p99 = (1e3 * quantile(sorted(seconds), part) for part in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"


def mebibytes(*given: float) -> str:
    return ", ".join(f"{size / 2**20:.0f} MiB" for size in given)


@dataclass(frozen=True, slots=True)
class Phase:
    """Some seconds of play; times are `time.monotonic`."""

    began: float
    ended: float
    moves: Sequence[AcknowledgedMove]
    posted: Sequence[float]
    """Seconds from a press to its post."""
    memory: Sequence[int]
    """Resident bytes of each process at the end."""

    @property
    def speed(self) -> float:
        return len(self.moves) / (self.ended - self.began)

    def commits(self, figures: Sequence[Any]) -> list[float]:
        """Seconds from each press to its commit, from the stopwatches' figures."""
        at = {key: value for each in figures for key, value in each["committed"].items()}
        return [at[move.interaction] - move.sent_at for move in self.moves]

    def rows(self, lab: Lab, title: str, figures: Sequence[Any]) -> None:
        """Report the phase, with the stopwatches' figures."""
        receipts = [move.acknowledged_at - move.sent_at for move in self.moves]
        lab.row(f"{title}: moves", f"{self.speed:.1f} moves/s, {len(self.moves)} in all")
        lab.row(f"{title}: press to commit", spread(self.commits(figures)))
        lab.row(f"{title}: press to receipt", spread(receipts))
        lab.row(f"{title}: press to post", spread(self.posted))
        lab.row(f"{title}: memory of each process", mebibytes(*self.memory))


async def measured(run: ClusterRun, playing: Awaitable[object]) -> Phase:
    began = time.monotonic()
    await playing
    ended = time.monotonic()
    moves = [move for move in run.players.moves if began <= move.sent_at <= ended]
    found = [(move, run.ledger.posted_at(move.game, move.number)) for move in moves]
    posted = [at - move.sent_at for move, at in found if at is not None]
    memory = [resident_bytes(each.bot.process.pid) for each in run.processes.running]
    return Phase(began, ended, moves, posted, memory)


def stopwatch_figures(run: ClusterRun) -> list[Any]:
    """Read what the stopwatches of ended processes have written."""
    return [json.loads(path.read_text()) for path in run.folder.glob(f"*{SUFFIX}")]
