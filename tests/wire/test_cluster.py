"""A short cluster run of two processes on one PostgreSQL; `make lab` runs longer."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.support.postgres_server import Server, reason_unavailable
from tests.wire.bot_process import resident_bytes
from tests.wire.cluster_run import ClusterRun
from tests.wire.fault_injection import RESTART, FaultInjector

SEED: Final = 11
TABLES: Final = 40
SHARDS: Final = 4
SPACING: Final = 0.3
AT_ONCE: Final = 4
MOVES: Final = 4
"""Moves made in each part at least."""
TIMEOUT_SECONDS: Final = 90.0


@pytest.mark.skipif(bool(reason_unavailable()), reason=f"no PostgreSQL: {reason_unavailable()}")
@pytest.mark.slow
@pytest.mark.landing
async def test_stop_of_two_programs_and_their_database_loses_and_repeats_nothing(
    tmp_path: Path,
) -> None:
    server = await asyncio.to_thread(Server.start)
    try:
        async with ClusterRun.opened(
            tmp_path / "run",
            await server.create(),
            tables=TABLES,
            shards=SHARDS,
            spacing=SPACING,
            chance=random.Random(SEED),
            quiet=[time.time() + 4, time.time() + 4],
        ) as run:
            await run.processes.start(2)
            assert all(
                resident_bytes(process.bot.process.pid) > 2**20 for process in run.processes.running
            )
            injector = FaultInjector(run.processes, random.Random(SEED), server.restart)
            over = asyncio.Event()
            playing = asyncio.create_task(
                run.play_while(AT_ONCE, lambda: not over.is_set()), name="people"
            )
            # Else what the dead have claimed would have to be waited for.
            await _until(playing, lambda: not run.games_without_reminder())
            await run.processes.kill(0)
            await _moves(run, playing)
            await injector.restart_database()
            await _moves(run, playing)
            over.set()
            await playing
            assert injector.summary() == f"1 {RESTART}"
            assert await run.database.connection_count() > 0
            await run.finish()
            assert len(run.ledger.reminders) == 2
    finally:
        server.remove()


async def _moves(run: ClusterRun, playing: asyncio.Task[None]) -> None:
    """Wait until more moves are acknowledged."""
    enough = len(run.ledger.promises) + MOVES
    await _until(playing, lambda: len(run.ledger.promises) >= enough)


async def _until(playing: asyncio.Task[None], true: Callable[[], bool]) -> None:
    """Wait for a condition that the players bring about."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not true():
            if playing.done():
                await playing
            await asyncio.sleep(0.05)
