"""The report of the laboratory, and the run of a phase: its folder, seed and size."""

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeVar

T = TypeVar("T")
PROGRESS_SECONDS: Final = 30.0


class CannotJudge(Exception):
    """Too little has happened to be judged, as on a machine that is too busy."""


@dataclass(slots=True)
class Report:
    """A table of figures, each with its bar if it has one; rows are printed as they come."""

    broken: list[str] = field(default_factory=list)
    """The rows whose bar is not held."""
    unjudged: list[str] = field(default_factory=list)
    """The phases that could not be run, or not be judged."""
    bars: int = 0

    @property
    def status(self) -> int:
        """Exit status: 0 if every bar holds, 1 if one does not, 2 if a phase was not judged."""
        return 1 if self.broken else 2 if self.unjudged else 0

    def add(self, phase: str, what: str, figure: str, bar: str = "", holds: bool = True) -> None:
        """Print a row. A bar that does not hold makes the status 1."""
        verdict = "" if not bar else "ok" if holds else "NOT HELD"
        print(f"{phase:8} {what:44} {bar:12} {verdict:8}  {figure}", flush=True)
        self.bars += bool(bar)
        if not holds:
            self.broken.append(f"{phase}: {what}")

    def summary(self) -> str:
        """The last lines of the report."""
        lines = [f"{self.bars - len(self.broken)} of {self.bars} bars hold"]
        lines += [f"NOT HELD  {row}" for row in self.broken]
        lines += [f"NOT JUDGED  {phase}" for phase in self.unjudged]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Lab:
    """A run of one phase."""

    phase: str
    folder: Path
    seed: int
    report: Report
    quick: bool = False
    minutes: float | None = None
    """Minutes of play in place of the usual ones."""

    def size(self, usual: T, quick: T) -> T:
        """A number of a usual run, or of a quick one."""
        return quick if self.quick else usual

    def seconds(self, usual: float, quick: float) -> float:
        """Seconds of play."""
        return 60 * self.minutes if self.minutes is not None else self.size(usual, quick)

    def chance(self) -> random.Random:
        """A source of chance that depends on the seed only."""
        return random.Random(self.seed)

    def row(self, what: str, figure: str, bar: str = "", holds: bool = True) -> None:
        """Add a row to the report."""
        self.report.add(self.phase, what, figure, bar, holds)

    def sound(self, figure: str) -> None:
        """Add the row of a phase that has passed all its checks."""
        self.row("lost, doubled or out of order", f"none; {figure}", "none")

    @asynccontextmanager
    async def progress(self, figures: Callable[[], str]) -> AsyncIterator[None]:
        """Print figures to standard error every half minute."""
        began = time.monotonic()

        async def tell() -> None:
            while True:
                await asyncio.sleep(PROGRESS_SECONDS)
                took = f"{self.phase} {time.monotonic() - began:5.0f} s"
                print(f"{took}: {figures()}", file=sys.stderr, flush=True)

        telling = asyncio.create_task(tell())
        try:
            yield
        finally:
            telling.cancel()


async def together(*work: Coroutine[Any, Any, object]) -> None:
    """Do several things at once; the first that fails ends all, and its error is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            for each in work:
                group.create_task(each)
    except ExceptionGroup as error:
        raise error.exceptions[0] from None


def percentile(figures: Sequence[float], part: float) -> float:
    """The figure that such a part of the figures does not exceed."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * part))]


def spread(seconds: Sequence[float]) -> str:
    """The median and the 99th percentile in milliseconds."""
    if not seconds:
        return "never"
    p50, p99 = (1e3 * percentile(seconds, part) for part in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"


def mebibytes(*given: float) -> str:
    """Some sizes in MiB."""
    return ", ".join(f"{size / 2**20:.0f} MiB" for size in given)
