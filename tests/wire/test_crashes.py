"""Short crash runs and races of bot processes; `make lab` runs longer."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from bot.config import Config
from bot.ops.heartbeat import heartbeat_file
from tests.wire.bot_process import ROOT, BotProcess, database_path
from tests.wire.crash_run import CrashRun
from tests.wire.database_reader import read_logs
from tests.wire.loopback import LoopbackDiscord
from tests.wire.racing_processes import ProcessRace

SEED = 13


@pytest.mark.slow
@pytest.mark.landing
async def test_repeated_kills_during_play_lose_and_repeat_nothing(
    tmp_path: Path,
) -> None:
    run = CrashRun(tmp_path, SEED, tables=2, max_cuts=60)
    async with run.loopback:
        await run.run_and_kill(turns=2, aimed=False, interrupting=True)
        await run.run_and_kill(turns=3, aimed=True)
        await run.run_to_end()
    assert run.kills == 2 and run.post_kills == 1 and run.opponent_kills
    moved = [user for entries in read_logs(run.path).values() for user, _ in entries if user < 0]
    assert moved, "they went on after they had been cut short"
    assert len(run.ledger.promises) >= 3 and len(run.ledger.posts) >= 5
    assert run.checked_cuts == 60


@pytest.mark.slow
async def test_single_kill_during_play_loses_and_repeats_nothing(tmp_path: Path) -> None:
    run = CrashRun(tmp_path, SEED, tables=1, max_cuts=10)
    async with run.loopback:
        await run.run_and_kill(turns=1, aimed=False)
        await run.run_to_end()
    assert run.kills == 1 and run.ledger.promises and run.ledger.posts


@pytest.mark.slow
async def test_four_programs_on_one_file_have_one_winner_each_time(tmp_path: Path) -> None:
    assert await ProcessRace(tmp_path / "race", SEED).run(2) == 2


@pytest.mark.slow
async def test_health_check_exits_with_0_while_the_bot_runs_and_1_afterwards(
    tmp_path: Path,
) -> None:
    sign = heartbeat_file(Config.read({"CARCASSONNE_DATABASE": str(database_path(tmp_path))}))
    async with LoopbackDiscord() as loopback:
        running = await BotProcess.start(loopback, tmp_path)
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
    """Run `python -m bot.ops.health`; return its exit status and the start of its output."""
    interaction = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.ops.health"),
        cwd=folder,
        env={
            "PYTHONPATH": str(ROOT),
            "PYTHON_DOTENV_DISABLED": "1",
            "CARCASSONNE_DATABASE": str(database_path(folder)),
        },
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await interaction.communicate()
    return interaction.returncode, re.split(r" \d|:", said.decode())[0]
