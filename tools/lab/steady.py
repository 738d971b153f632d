"""Steady play for an hour: the bot's memory, files, tasks and threads must stay the same.

What the bot holds is read from its metrics page while everybody rests, after a quarter of the time
and at the end. Caches, which fill up to bounds of their own, are not counted.
"""

import asyncio
import random
import re
import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

import aiohttp

from tests.wire.bot_process import database_path
from tests.wire.cluster_run import ClusterRun
from tools.lab.lab import Lab, meanwhile

MOST_GROWTH: Final = 0.05
"""The most growth in an hour, as a share."""
WARM_UP: Final = 0.25
"""The share of the time in which caches fill, and which is not judged."""
REST_SECONDS: Final = 20.0
"""Seconds without an interaction before a bot is judged: idle connections close after 15."""
REST_SAMPLES: Final = 5
"""The samples of a rest; their medians count."""
SHORTEST_SECONDS: Final = 600.0
"""Seconds of play below which nothing is judged, as caches still fill."""
SAMPLE_SECONDS: Final = 1.0
MOVES_A_SECOND: Final = 3.0
HOUR: Final = 3600.0
MIB: Final = 2**20
METRIC: Final = re.compile(r'^([a-z_]+)(?:\{\w+="(\w+)"\})? (\S+)$', re.M)
METRICS: Final = {
    "memory": "process_resident_memory_bytes",
    "files": "process_open_fds",
    "tasks": "carcassonne_asyncio_tasks",
    "threads": "carcassonne_threads",
}
"""Each quantity that must not grow, and its metric."""
CACHES: Final = ("tables", "pictures", "sprites")
LOOKS: Final = ("board", "hint", "tiles")
"""The commands of people who only look."""
SLACK: Final = {"memory": 8 * MIB, "files": 3, "tasks": 3, "threads": 2}
"""Growth that is no growth: a table more in a cache, a file just open."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Figures of a bot at a moment, in seconds since play began; memory excludes caches."""

    at: float
    held: Mapping[str, float]
    cached: float = 0.0

    def __str__(self) -> str:
        own, cached = (f"{size / MIB:.0f}" for size in (self.held["memory"], self.cached))
        counts = ", ".join(f"{self.held[what]:.0f} {what}" for what in [*METRICS][1:])
        return f"{own}+{cached} MiB; {counts}"


def growths(before: Sample, after: Sample) -> Iterator[tuple[str, float, bool]]:
    """Yield each quantity, its growth per hour as a share, and True if it is no leak."""
    hours = (after.at - before.at) / HOUR
    for what, slack in SLACK.items():
        grown = after.held[what] - before.held[what]
        share = grown / before.held[what] / hours
        yield what, share, share <= MOST_GROWTH or grown <= slack


async def steady(lab: Lab) -> None:
    """Have people play, look and rest, twice. Raise CheckFailed."""
    chance, seconds = lab.chance(), lab.seconds(HOUR, 2)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder, file = lab.folder / "steady", str(database_path(lab.folder))
    opened = ClusterRun.opened(folder, file, tables=lab.size(400, 20), chance=chance)
    async with opened as run:
        run.processes.more = {"CARCASSONNE_METRICS": str(port)}
        await run.processes.start(1)
        rests: list[Sample] = []
        began = time.monotonic()
        async with lab.progress(lambda: f"{len(run.players.moves)} moves"):
            for share in (WARM_UP, 1 - WARM_UP):
                async with meanwhile(_look_around(run, chance)):
                    await run.play_at_rate(MOVES_A_SECOND, share * seconds)
                await asyncio.sleep(lab.size(REST_SECONDS, 0))
                rests.append(await _rested(port, began, lab.size(REST_SAMPLES, 1)))
                lab.row(f"at rest after {rests[-1].at:.0f} s", str(rests[-1]))
        await run.finish()
    lab.sound(f"{len(run.players.moves)} moves")
    for what, share, holds in growths(*rests):
        if seconds < SHORTEST_SECONDS:
            lab.row(f"growth of {what}", "too short to judge")
        else:
            lab.row(f"growth of {what}", f"{share:+.1%} an hour", f"{MOST_GROWTH:.0%}", holds)


async def _look_around(run: ClusterRun, chance: random.Random) -> None:
    while True:
        await asyncio.sleep(chance.expovariate(0.5))
        table = chance.choice(run.players.tables)
        command = chance.choice(LOOKS)
        await run.loopback.command(chance.choice(table.people), table.channel, command)


async def _rested(port: int, began: float, number: int) -> Sample:
    samples: list[Sample] = []
    async with aiohttp.ClientSession() as session:
        for _ in range(number):
            address = f"http://127.0.0.1:{port}/metrics"
            async with session.get(address, raise_for_status=True) as page:
                samples.append(read_page(await page.text(), time.monotonic() - began))
            await asyncio.sleep(SAMPLE_SECONDS)
    held = {what: median(sample.held[what] for sample in samples) for what in METRICS}
    return Sample(samples[-1].at, held, samples[-1].cached)


def read_page(page: str, at: float) -> Sample:
    values = {(name, label): float(value) for name, label, value in METRIC.findall(page)}
    held = {what: values[metric, ""] for what, metric in METRICS.items()}
    cached = sum(values["carcassonne_cache_bytes", name] for name in CACHES)
    return Sample(at, {**held, "memory": held["memory"] - cached}, cached)
