"""The program, joined to a Discord of this machine, is killed; a longer one is `make soak`."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

import pytest

from bot.config import Config
from bot.ops.heartbeat import heartbeat_file
from tests.wire.process import ROOT, Bot, database
from tests.wire.race import Race
from tests.wire.server import Wire
from tests.wire.world import World
from tests.wire.written import logs

SEED = 13


@pytest.mark.slow
async def test_repeated_kills_during_play_lose_and_repeat_nothing(
    tmp_path: Path,
) -> None:
    world = World(tmp_path, SEED, tables=2, ends=60)
    async with world.wire:
        await world.life(turns=2, aimed=False, interrupting=True)
        await world.life(turns=3, aimed=True)
        await world.last_life()
    assert world.kills == 2 and world.aimed == 1 and world.interrupted
    moved = [user for entries in logs(world.path).values() for user, _ in entries if user < 0]
    assert moved, "they went on after they had been cut short"
    assert len(world.ledger.promises) >= 3 and len(world.ledger.posts) >= 5
    assert world.cuts == 60


async def test_single_kill_during_play_loses_and_repeats_nothing(tmp_path: Path) -> None:
    world = World(tmp_path, SEED, tables=1, ends=10)
    async with world.wire:
        await world.life(turns=1, aimed=False)
        await world.last_life()
    assert world.kills == 1 and world.ledger.promises and world.ledger.posts


@pytest.mark.slow
async def test_four_programs_on_one_file_have_one_winner_each_time(tmp_path: Path) -> None:
    assert await Race(tmp_path / "race", SEED).run(2) == 2


@pytest.mark.slow
async def test_health_check_exits_with_0_while_the_bot_runs_and_1_afterwards(
    tmp_path: Path,
) -> None:
    sign = heartbeat_file(Config.read({"CARCASSONNE_DATABASE": str(database(tmp_path))}))
    async with Wire() as wire:
        running = await Bot.start(wire, tmp_path)
        try:
            async with asyncio.timeout(60):
                while not sign.exists():
                    await asyncio.sleep(0.05)
            assert await health(tmp_path) == (0, "connected to Discord, and the database answered")
            assert await running.end() == 0
            assert await health(tmp_path) == (1, "no sign of life")
        finally:
            await running.kill()


async def health(folder: Path) -> tuple[int | None, str]:
    """What `python -m bot.ops.health` ends with, and how its line begins."""
    asked = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.ops.health"),
        cwd=folder,
        env={
            "PYTHONPATH": str(ROOT),
            "PYTHON_DOTENV_DISABLED": "1",
            "CARCASSONNE_DATABASE": str(database(folder)),
        },
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await asked.communicate()
    return asked.returncode, re.split(r" \d|:", said.decode())[0]
