"""Steady play: a bot plays on for an hour, and its memory, files, tasks and threads stay the same.

``python -m tools.steady`` starts the bot on a loopback Discord with many running games, in which
people move by chance, look at boards and ask for hints. What the bot holds is read from its metrics
page. Growth of more than 5 % an hour, after the first quarter, is an error: exit status 1. Caches,
which fill up to bounds of their own, are not counted.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

import aiohttp

from tests.wire.bot_process import BotProcess, database_path
from tests.wire.loopback import LoopbackDiscord
from tools.load.people import LoadPlayers
from tools.load.seeded_games import write_games

MOST_GROWTH: Final = 0.05
"""The most growth in an hour, as a share."""
WARM_UP: Final = 0.25
"""The share of the time in which caches fill, and which is not judged."""
SHORTEST_MINUTES: Final = 10.0
"""Minutes of play below which nothing is judged, as caches still fill."""
SAMPLE_SECONDS: Final = 5.0
REPORT_SECONDS: Final = 60.0
HOUR: Final = 3600.0
MIB: Final = 2**20
METRIC: Final = re.compile(r'^([a-z_]+)(?:\{\w+="(\w+)"\})? (\S+)$', re.M)
HELD: Final = {
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
    """The memory, files, tasks and threads of a bot at a moment, in seconds since play began."""

    at: float
    held: Mapping[str, float]
    caches: Mapping[str, float]
    workers: float
    """Bytes of the worker processes."""

    def judged(self, what: str) -> float:
        """The amount of something that must not grow."""
        return self.held[what] - (sum(self.caches.values()) if what == "memory" else 0.0)

    def __str__(self) -> str:
        caches = ", ".join(f"{name} {self.caches[name] / MIB:.0f}" for name in CACHES)
        return (
            f"{self.at:5.0f} s: {self.held['memory'] / MIB:.0f} MiB ({caches}),"
            f" workers {self.workers / MIB:.0f} MiB, {self.held['files']:.0f} files,"
            f" {self.held['tasks']:.0f} tasks, {self.held['threads']:.0f} threads"
        )


@dataclass(slots=True)
class Watch:
    """Samples of a bot's metrics page, taken while people play."""

    port: int
    process: int
    began: float
    samples: list[Sample]

    async def run(self, moves: Callable[[], int]) -> None:
        """Take a sample every few seconds, and print one a minute."""
        printed = -REPORT_SECONDS
        async with aiohttp.ClientSession() as session:
            while True:
                sample = await self.sample(session)
                self.samples.append(sample)
                if sample.at - printed >= REPORT_SECONDS:
                    printed = sample.at
                    print(f"{sample}, {moves()} moves", flush=True)
                await asyncio.sleep(SAMPLE_SECONDS)

    async def sample(self, session: aiohttp.ClientSession) -> Sample:
        """Read the metrics page."""
        address = f"http://127.0.0.1:{self.port}/metrics"
        async with session.get(address, raise_for_status=True) as page:
            text = await page.text()
        values = {(name, label): float(value) for name, label, value in METRIC.findall(text)}
        return Sample(
            time.monotonic() - self.began,
            {what: values[metric, ""] for what, metric in HELD.items()},
            {name: values["carcassonne_cache_bytes", name] for name in CACHES},
            sum(map(resident_bytes, children(self.process))),
        )


def children(process: int) -> Iterator[int]:
    """Yield the child processes of a process."""
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        yield from map(int, listed.read_text().split())


def resident_bytes(process: int) -> int:
    """Return the memory of a process in bytes, or 0 if it has ended."""
    try:
        match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0
    return 1024 * int(match[1]) if match else 0


def growths(samples: Sequence[Sample]) -> Iterator[str]:
    """Yield what grows by more than 5 % an hour after the warm-up.

    The medians of the first and of the last third are compared: a moment's load is no growth.
    """
    judged = [sample for sample in samples if sample.at >= WARM_UP * samples[-1].at]
    third = max(1, len(judged) // 3)
    first, last = judged[:third], judged[-third:]
    hours = (median(sample.at for sample in last) - median(sample.at for sample in first)) / HOUR
    for what, slack in SLACK.items():
        before, after = (median(sample.judged(what) for sample in part) for part in (first, last))
        share = (after - before) / before / hours
        if share > MOST_GROWTH and after - before > slack:
            yield f"{what} grow by {share:.0%} an hour"


async def play(folder: Path, minutes: float, rate: float, tables: int, seed: int) -> list[Sample]:
    """Have people play at a rate of moves a second, and return samples of what the bot holds."""
    chance = random.Random(seed)
    running = await write_games(database_path(folder), tables, tables, chance)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with LoopbackDiscord(channels=tables) as loopback:
        settings = {"CARCASSONNE_METRICS": str(port)}
        bot = await BotProcess.start(loopback, folder, settings=settings)
        players = LoadPlayers(loopback, chance, running)
        watch = Watch(port, bot.process.pid, time.monotonic(), [])
        watching = asyncio.create_task(watch.run(lambda: len(players.moves)))
        looking = asyncio.create_task(look_around(players, chance))
        playing = asyncio.create_task(players.at_rate(rate, 60 * minutes))
        # Whatever fails of the three ends the run.
        done, _ = await asyncio.wait(
            (playing, watching, looking), return_when=asyncio.FIRST_COMPLETED
        )
        for task in (playing, watching, looking):
            task.cancel()
        await asyncio.gather(playing, watching, looking, return_exceptions=True)
        for task in done:
            await task
        async with aiohttp.ClientSession() as session:
            watch.samples.append(await watch.sample(session))
        if status := await bot.end():
            raise SystemExit(f"the bot ended with {status}:\n{bot.log.read_text()[-2000:]}")
    print(f"{watch.samples[-1]}, {len(players.moves)} moves", flush=True)
    return watch.samples


async def look_around(players: LoadPlayers, chance: random.Random) -> None:
    """Have somebody look at a board, ask for a hint or see the tiles left, every other second."""
    while True:
        await asyncio.sleep(chance.expovariate(0.5))
        if players.idle:
            table = chance.choice(players.idle)
            person = players.loopback.people[table.people[table.game.turn]]
            await players.loopback.command(person, table.channel, chance.choice(LOOKS))


def main(arguments: list[str] | None = None) -> int:
    """Return 0 if nothing grows, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tools.steady", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=3.0, help="moves a second")
    parser.add_argument("--tables", type=int, default=400, help="running games")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="steady-") as folder:
        samples = asyncio.run(
            play(Path(folder), options.minutes, options.rate, options.tables, options.seed)
        )
    if options.minutes < SHORTEST_MINUTES:
        print(f"too short to judge: less than {SHORTEST_MINUTES:g} minutes", flush=True)
        return 0
    growing = list(growths(samples))
    print("\n".join(growing) or "nothing grows by more than 5 % an hour", flush=True)
    return 1 if growing else 0


if __name__ == "__main__":
    sys.exit(main())
