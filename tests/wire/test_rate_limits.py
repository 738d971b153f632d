"""A post of the bot process waits as long as Discord asks by 429, and not much longer."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.wire.api_objects import ANA, FIRST_CHANNEL
from tests.wire.bot_process import BotProcess
from tests.wire.loopback import LoopbackDiscord

MOST_SECONDS_LATE = 15.0
"""On a busy machine. Without the seconds that Discord names, retries come after 5, 20 and 80 s."""


@pytest.mark.slow
@pytest.mark.landing
@pytest.mark.parametrize(("seconds", "everywhere"), [(22.0, False), (15.0, True)])
async def test_post_is_out_soon_after_the_end_of_a_rate_limit(
    tmp_path: Path, seconds: float, everywhere: bool
) -> None:
    async with LoopbackDiscord() as loopback:
        running = await BotProcess.start(loopback, tmp_path)
        try:
            loopback.limit_posts(seconds, everywhere=everywhere)
            end = time.monotonic() + seconds
            await loopback.command(ANA, FIRST_CHANNEL, "new", game="base", seats=2)
            async with asyncio.timeout(seconds + 60):
                while not loopback.posts(FIRST_CHANNEL):
                    await asyncio.sleep(0.05)
            assert 0 <= time.monotonic() - end <= MOST_SECONDS_LATE
            await asyncio.sleep(3.0)
            assert len(loopback.posts(FIRST_CHANNEL)) == 1
            assert await running.end() == 0
        finally:
            await running.kill()
