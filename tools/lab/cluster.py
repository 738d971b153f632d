"""Several processes on one PostgreSQL: measured, then killed, handed over and replaced.

First some seconds of play with 1, 2 and 4 processes. Then a process is killed every few seconds,
shards are handed over, and the database is restarted once.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from tests.support.postgres_server import Server
from tests.wire.bot_process import database_path
from tests.wire.cluster_run import ClusterRun
from tests.wire.fault_injection import FaultInjector
from tools.lab.lab import Lab, measured, stopwatch_figures, together
from tools.lab.stopwatch import MODULE

MEASURED: Final = (1, 2, 4)
PART: Final = 0.05
"""The share of all seconds that each number of processes is measured for."""
WARM_UP: Final = 0.3
"""The share of such a part before it is measured."""
AT_ONCE: Final = 24
QUIET: Final = 0.05
"""The share of tables at which nobody plays, and somebody is to be reminded."""
CHECK_SECONDS: Final = 60.0


async def cluster(lab: Lab) -> None:
    """Raise CheckFailed, or NoServer without PostgreSQL.

    A quick run has one process and SQLite.
    """
    chance, seconds = lab.chance(), lab.seconds(600, 6)
    tables, numbers = lab.size(2000, 20), lab.size(MEASURED, (1,))
    longest = seconds * (1 - PART * (1 + WARM_UP) * len(numbers))
    # Reminders fall due in the first half of the long part: claims of dead processes expire after
    # two minutes.
    start = time.time() + seconds - longest
    due = [start + chance.uniform(0.1, 0.5) * longest for _ in range(int(QUIET * tables))]
    server = None if lab.quick else await asyncio.to_thread(Server.start, quick=False)
    try:
        address = str(database_path(lab.folder)) if server is None else await server.create()
        opened = ClusterRun.opened(
            lab.folder / "cluster",
            address,
            tables=tables,
            shards=lab.size(16, 4),
            spacing=lab.size(5.0, 0.1),
            chance=chance,
            quiet=due,
        )
        async with opened as run:
            for processes in numbers:
                run.processes.module = MODULE
                await run.processes.start(processes)
                await run.play(AT_ONCE, WARM_UP * PART * seconds)
                phase = await measured(run, run.play(AT_ONCE, PART * seconds))
                await run.check()
                await run.processes.end()
                phase.rows(lab, f"processes: {processes}", stopwatch_figures(run))
            run.processes.module = "bot"
            await _disturbed(lab, run, numbers[-1], longest, server.restart if server else None)
    finally:
        if server is not None:
            server.remove()


async def _disturbed(
    lab: Lab, run: ClusterRun, processes: int, seconds: float, restart: Callable[[], None] | None
) -> None:
    """The part with kills, and a restart of the database in its middle."""
    await run.processes.start(processes)
    injector = FaultInjector(run.processes, lab.chance(), restart)
    until = time.monotonic() + seconds

    def figures() -> str:
        ledger = run.ledger
        return (
            f"{injector.summary()}; {len(ledger.promises)} moves, {len(ledger.posts)} posts,"
            f" {sum(ledger.reminders.values())} reminders, {run.players.unanswered} unanswered"
        )

    async def check() -> None:
        while time.monotonic() < until - CHECK_SECONDS:
            await asyncio.sleep(CHECK_SECONDS)
            await run.check()

    async with lab.progress(figures):
        await together(run.play(AT_ONCE, seconds), injector.run(until), check())
    await run.finish()
    lab.sound(figures())
