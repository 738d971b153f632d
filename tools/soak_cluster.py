"""`make soak-cluster`: programs that share a database are killed, handed over, and lose no move.

First some seconds of play with 1, 2 and 4 programs and PostgreSQL, next to one program and SQLite;
then the long part, in which a program is killed every few seconds, shards are handed over, and the
database is begun anew once. Nothing leaves the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.postgres_server import NoServer, Server
from tests.wire.bot_process import NotStarted, database_path
from tests.wire.cluster_run import ClusterRun
from tests.wire.crash_run import CheckFailed
from tests.wire.fault_injection import FaultInjector
from tests.wire.load_report import measure_phase
from tests.wire.user_actions import NoAnswer

SECONDS: Final = 600.0
MEASURED: Final = (1, 2, 4)
PART: Final = 0.05
"""The share of all seconds that each phase is measured for."""
WARM: Final = 0.3
"""The same of such a phase, before it is measured."""
AT_ONCE: Final = 24
QUIET: Final = 0.05
"""The share of tables at which nobody plays, and somebody is to be reminded."""
TELLING: Final = 30.0
HOLDING: Final = 60.0


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the command; ``seconds`` is the duration of the play."""

    seconds: float = SECONDS
    processes: int = 4
    tables: int = 2000
    seed: int = 0
    database: str = "postgres"
    shards: int = 16
    spacing: float = 5.0


def main(arguments: list[str] | None = None) -> int:
    """0 if nothing is wrong; else what is, and where it all lies."""
    usual = Options(seed=random.SystemRandom().randrange(10**6))
    parser = argparse.ArgumentParser(prog="python -m tools.soak_cluster", description=__doc__)
    parser.add_argument("--seconds", type=float, default=usual.seconds)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default=usual.database)
    parser.add_argument("--shards", type=int, default=usual.shards, help="of the whole bot")
    parser.add_argument(
        "--spacing", type=float, default=usual.spacing, help="seconds between two IDENTIFYs"
    )
    options = Options(**vars(parser.parse_args(arguments)))
    print(options, flush=True)
    folder = Path(tempfile.mkdtemp(prefix="soak-cluster-"))
    try:
        asyncio.run(soak(folder, options, lambda line: print(line, flush=True)))
    except (CheckFailed, NotStarted, NoAnswer, NoServer) as error:
        print(f"seed {options.seed}: {error}\nall of it lies in {folder}", file=sys.stderr)
        return 1
    return 0


async def soak(folder: Path, options: Options, say: Callable[[str], None]) -> None:
    """Everything, one after the other; ``say`` is told a line at a time. Raise Wrong."""
    chance = random.Random(options.seed)
    began = time.monotonic()
    part = PART * options.seconds
    phases = len(MEASURED) + 1 if options.database == "postgres" else 1
    longest = options.seconds - phases * part * (1 + WARM)

    @asynccontextmanager
    async def opened(name: str, address: str, quiet: int) -> AsyncIterator[ClusterRun]:
        # Reminders fall due in the first half of the long part: what the dead have claimed is free
        # again after two minutes.
        start = time.time() + options.seconds - longest
        due = [start + chance.uniform(0.1, 0.5) * longest for _ in range(quiet)]
        began_at = time.monotonic()
        async with ClusterRun.opened(
            folder / name,
            address,
            tables=options.tables,
            shards=options.shards,
            spacing=options.spacing,
            chance=chance,
            quiet=due,
        ) as run:
            say(f"{options.tables} tables in {name}: {time.monotonic() - began_at:.0f} s")
            yield run

    async def measure(run: ClusterRun, title: str, programs: int) -> None:
        phase = await measure_phase(run, title, programs, AT_ONCE, part, WARM * part)
        say(phase.summary())

    quiet = int(QUIET * options.tables)
    if options.database == "sqlite":
        async with opened("sqlite", str(database_path(folder)), quiet) as run:
            await measure(run, "SQLite, 1 process", 1)
            await _long(run, options, longest, chance, say, None)
    else:
        async with opened("sqlite", str(database_path(folder)), 0) as run:
            await measure(run, "SQLite, 1 process", 1)
        server = await asyncio.to_thread(Server.start, quick=False)
        try:
            address = await server.create()
            async with opened("postgres", address, quiet) as run:
                for programs in MEASURED:
                    many = "1 process" if programs == 1 else f"{programs} processes"
                    await measure(run, f"PostgreSQL, {many}", programs)
                await _long(run, options, longest, chance, say, server.restart)
        finally:
            server.remove()
    say(f"{time.monotonic() - began:.0f} s in all: nothing lost, doubled or out of order")


async def _long(
    run: ClusterRun,
    options: Options,
    seconds: float,
    chance: random.Random,
    say: Callable[[str], None],
    restart: Callable[[], None] | None,
) -> None:
    """The part with kills; the database is begun anew in its middle."""
    run.processes.measured = False
    await run.processes.start(options.processes)
    injector = FaultInjector(run.processes, chance, restart)
    began = time.monotonic()

    def figures() -> str:
        return (
            f"{time.monotonic() - began:4.0f} s: {injector.summary()};"
            f" {len(run.ledger.promises)} moves acknowledged, {len(run.ledger.posts)} posts,"
            f" {sum(run.ledger.reminders.values())} reminders,"
            f" {run.players.unanswered} without an answer"
        )

    async def telling() -> None:
        while True:
            await asyncio.sleep(TELLING)
            say(figures())

    async def holding() -> None:
        while True:
            await asyncio.sleep(HOLDING)
            await run.check()

    until = began + seconds
    aside = [asyncio.create_task(telling()), asyncio.create_task(holding())]
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(run.play(AT_ONCE, seconds))
            group.create_task(injector.run(until))
        for task in aside:
            if task.done():
                task.result()
    except ExceptionGroup as error:
        raise error.exceptions[0] from None
    finally:
        for task in aside:
            task.cancel()
        await asyncio.gather(*aside, return_exceptions=True)
    await run.finish()
    say(figures())


if __name__ == "__main__":
    sys.exit(main())
