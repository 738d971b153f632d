"""Steady play: a bot plays on for an hour, and its memory, files, tasks and threads stay the same.

``python -m tools.steady`` starts the bot on a loopback Discord with many running games, in which
people move by chance, look at boards and ask for hints. What the bot holds is read from its metrics
page while everybody rests, after a quarter of the time and at the end: so that nothing counts that
is only under way. Growth of more than 5 % an hour is an error: exit status 1. Caches, which fill up
to bounds of their own, are not counted.
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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
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
REST_SECONDS: Final = 20.0
"""Seconds without an interaction before a bot is judged: idle connections close after 15."""
REST_SAMPLES: Final = 5
"""The samples of a rest, of which the medians count."""
SHORTEST_MINUTES: Final = 10.0
"""Minutes of play below which nothing is judged, as caches still fill."""
SAMPLE_SECONDS: Final = 1.0
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
    """A bot's metrics page, read while people play and while they rest."""

    port: int
    process: int
    began: float
    rest_seconds: float = REST_SECONDS

    async def report(self, moves: Callable[[], int]) -> None:
        """Print a sample once a minute, for ever."""
        async with aiohttp.ClientSession() as session:
            while True:
                print(f"{await self.sample(session)}, {moves()} moves", flush=True)
                await asyncio.sleep(REPORT_SECONDS)

    async def rest(self) -> Sample:
        """Wait until nothing is under way any more, and return what the bot holds then."""
        await asyncio.sleep(self.rest_seconds)
        samples: list[Sample] = []
        async with aiohttp.ClientSession() as session:
            for _ in range(REST_SAMPLES):
                samples.append(await self.sample(session))
                await asyncio.sleep(SAMPLE_SECONDS)
        held = {what: median(sample.held[what] for sample in samples) for what in HELD}
        rested = replace(samples[-1], held=held)
        print(f"at rest, {rested}", flush=True)
        return rested

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


def growths(before: Sample, after: Sample) -> Iterator[str]:
    """Yield what grows by more than 5 % an hour from one rest to another."""
    hours = (after.at - before.at) / HOUR
    for what, slack in SLACK.items():
        grown = after.judged(what) - before.judged(what)
        share = grown / before.judged(what) / hours
        if share > MOST_GROWTH and grown > slack:
            yield f"{what} grow by {share:.0%} an hour"


async def play(
    folder: Path, minutes: float, rate: float, tables: int, seed: int, rest_seconds: float
) -> tuple[Sample, Sample]:
    """Have people play at a rate of moves a second; what the bot holds in two rests."""
    chance = random.Random(seed)
    running = await write_games(database_path(folder), tables, tables, chance)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    async with LoopbackDiscord(channels=tables) as loopback:
        settings = {"CARCASSONNE_METRICS": str(port)}
        bot = await BotProcess.start(loopback, folder, settings=settings)
        players = LoadPlayers(loopback, chance, running)
        watch = Watch(port, bot.process.pid, time.monotonic(), rest_seconds)
        rests: list[Sample] = []
        for share in (WARM_UP, 1 - WARM_UP):
            await play_on(players, chance, watch, rate, 60 * minutes * share)
            rests.append(await watch.rest())
        if status := await bot.end():
            raise SystemExit(f"the bot ended with {status}:\n{bot.log.read_text()[-2000:]}")
    print(f"{len(players.moves)} moves", flush=True)
    before, after = rests
    return before, after


async def play_on(
    players: LoadPlayers, chance: random.Random, watch: Watch, rate: float, seconds: float
) -> None:
    """Have people play and look around for some seconds. Whatever fails of it ends the run."""
    tasks = [
        asyncio.create_task(players.at_rate(rate, seconds)),
        asyncio.create_task(watch.report(lambda: len(players.moves))),
        asyncio.create_task(look_around(players, chance)),
    ]
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        await task


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
    parser.add_argument("--rest", type=float, default=REST_SECONDS, help="seconds of each rest")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="steady-") as folder:
        given = (options.minutes, options.rate, options.tables, options.seed, options.rest)
        before, after = asyncio.run(play(Path(folder), *given))
    if options.minutes < SHORTEST_MINUTES:
        print(f"too short to judge: less than {SHORTEST_MINUTES:g} minutes", flush=True)
        return 0
    growing = list(growths(before, after))
    print("\n".join(growing) or "nothing grows by more than 5 % an hour", flush=True)
    return 1 if growing else 0


if __name__ == "__main__":
    sys.exit(main())
