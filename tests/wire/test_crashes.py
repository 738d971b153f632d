"""A short crash run of the bot; `make lab` runs longer."""

from pathlib import Path

import pytest

from tests.wire.crash_run import CrashRun
from tests.wire.database_reader import read_logs

SEED = 13


@pytest.mark.slow
@pytest.mark.landing
async def test_repeated_kills_during_play_lose_and_repeat_nothing(tmp_path: Path) -> None:
    run = CrashRun(tmp_path, SEED, tables=2)
    async with run.loopback:
        await run.run_and_kill(turns=2, aimed=False, interrupting=True)
        await run.run_and_kill(turns=3, aimed=True)
        await run.run_to_end()
    assert run.kills == 2 and run.post_kills == 1 and run.opponent_kills
    moved = [user for entries in read_logs(run.path).values() for user, _ in entries if user < 0]
    assert moved, "they went on after they had been cut short"
    assert len(run.ledger.promises) >= 3 and len(run.ledger.posts) >= 5
