"""Steady play for an hour: the bot's memory, files, tasks and threads must stay the same.

What the bot holds is read from its metrics page while everybody rests, after a quarter of the time
and at the end. Caches, which fill up to bounds of their own, are not counted.
"""

import asyncio
import random
import time
from collections import defaultdict
from statistics import median
from typing import Final
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from tests.bot.test_process import free_port
from tests.wire.bot_process import database_path
from tests.wire.cluster_run import ClusterRun
from tools.lab.lab import Lab, meanwhile, mebibytes

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
METRICS: Final = {
    "process_resident_memory_bytes": "memory",
    "process_open_fds": "files",
    "carcassonne_asyncio_tasks": "tasks",
    "carcassonne_threads": "threads",
    "carcassonne_cache_bytes": "caches",
}
"""The metrics read from the page, each summed over its labels."""
LOOKS: Final = ("board", "hint", "tiles")
SLACK: Final = {"memory": 8 * 2**20, "files": 3, "tasks": 3, "threads": 2}
"""Growth that is no growth, of each that must not grow: a table more, a file just open."""


async def steady(lab: Lab) -> None:
    """Have people play, look and rest, twice. Raise CheckFailed."""
    chance, seconds, port = lab.chance(), lab.seconds(HOUR, 2), free_port()
    folder, file = lab.folder / "steady", str(database_path(lab.folder))
    opened = ClusterRun.opened(folder, file, tables=lab.size(400, 20), chance=chance)
    async with opened as run:
        run.processes.more = {"CARCASSONNE_METRICS": str(port)}
        await run.processes.start(1)
        rests: list[dict[str, float]] = []
        began = time.monotonic()
        async with lab.progress(lambda: f"{len(run.players.moves)} moves"):
            for share in (WARM_UP, 1 - WARM_UP):
                async with meanwhile(_look_around(run, chance)):
                    await run.play_at_rate(MOVES_A_SECOND, share * seconds)
                await asyncio.sleep(lab.size(REST_SECONDS, 0))
                rests.append(held := await _rested(port, lab.size(REST_SAMPLES, 1)))
                held["seconds"] = time.monotonic() - began
                counts = ", ".join(f"{held[what]:.0f} {what}" for what in [*SLACK][1:])
                sizes = f"{mebibytes(held['memory'], held['caches'])} of caches"
                lab.row(f"at rest after {held['seconds']:.0f} s", f"{sizes}, {counts}")
        await run.finish()
    lab.sound(f"{len(run.players.moves)} moves")
    before, after = rests
    for what, slack in SLACK.items():
        grown = after[what] - before[what]
        share = grown / before[what] * HOUR / (after["seconds"] - before["seconds"])
        if seconds < SHORTEST_SECONDS:
            lab.row(f"growth of {what}", "too short to judge")
        else:
            holds = share <= MOST_GROWTH or grown <= slack
            lab.row(f"growth of {what}", f"{share:+.1%} an hour", f"{MOST_GROWTH:.0%}", holds)


async def _look_around(run: ClusterRun, chance: random.Random) -> None:
    while True:
        await asyncio.sleep(chance.expovariate(0.5))
        table = chance.choice(run.players.tables)
        person, command = chance.choice(table.people), chance.choice(LOOKS)
        await run.loopback.command(person, table.channel, command)


async def _rested(port: int, number: int) -> dict[str, float]:
    """The medians of some samples; memory without the caches."""
    samples = defaultdict[str, list[float]](list)
    for _ in range(number):
        page = await asyncio.to_thread(urlopen, f"http://127.0.0.1:{port}/metrics")
        for family in text_string_to_metric_families(page.read().decode()):
            if what := METRICS.get(family.name):
                samples[what].append(sum(sample.value for sample in family.samples))
        await asyncio.sleep(SAMPLE_SECONDS)
    held = {what: median(values) for what, values in samples.items()}
    return {**held, "memory": held["memory"] - held["caches"]}
