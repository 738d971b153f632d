"""Discord gone while hundreds of channels are behind: attempts, processor time, the return."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from pathlib import Path
from typing import Final

from tests.wire.bot_process import BotProcess, database_path
from tests.wire.loopback import LoopbackDiscord
from tests.wire.messages import SentMessage
from tests.wire.seeded_tables import seed_tables
from tools.lab.lab import CannotJudge, Lab, spread

CHANNELS: Final = 371
CHANNELS_PER_SERVER: Final = 10
MAX_FIRST_POST_SECONDS: Final = 10.0
RETURN_SECONDS: Final = 1200.0
"""Seconds that all posts may take before the run is given up."""
PROCESSOR_TICKS: Final = os.sysconf("SC_CLK_TCK")


async def outage(lab: Lab) -> None:
    """Start a bot with every channel behind while Discord is down, then restore Discord."""
    tables, seconds = lab.size(CHANNELS, 20), lab.seconds(1500, 30)
    posted: dict[str, float] = {}
    requests: Counter[str] = Counter()

    def note(sent: SentMessage) -> None:
        posted.setdefault(sent.body["channel_id"], time.monotonic())

    def count(method: str, path: str) -> None:
        requests[f"{method} {'messages' if path.count('/') > 2 else 'channel'}"] += 1

    def counted() -> str:
        return ", ".join(f"{number} {what}" for what, number in sorted(requests.items())) or "none"

    servers = -(-tables // CHANNELS_PER_SERVER)
    loopback = LoopbackDiscord(servers=servers, channels=CHANNELS_PER_SERVER)
    path = str(database_path(lab.folder))
    await seed_tables(loopback, path, tables, lab.chance(), unposted=1)
    loopback.messages.forget_nonces()
    loopback.is_down, loopback.on_channel_request, loopback.on_post = True, count, note
    async with loopback:
        bot = await BotProcess.start(loopback, lab.folder)
        before = processor_seconds(bot.process.pid)
        async with lab.progress(counted):
            await asyncio.sleep(seconds)
        used = processor_seconds(bot.process.pid) - before
        lab.row("requests while Discord is down", f"{counted()}, in {seconds:.0f} s")
        lab.row("processor while Discord is down", f"{used:.1f} s")
        requests.clear()
        loopback.is_down = False
        returned, before = time.monotonic(), processor_seconds(bot.process.pid)
        async with lab.progress(lambda: f"{len(posted)} of {tables} are out"):
            while len(posted) < tables:
                if time.monotonic() > returned + RETURN_SECONDS:
                    raise CannotJudge(f"{len(posted)} of {tables} posts are out")
                await asyncio.sleep(0.05)
        used = processor_seconds(bot.process.pid) - before
        delays = sorted(at - returned for at in posted.values())
        await bot.end()
    bar, holds = f"{MAX_FIRST_POST_SECONDS:.0f} s", delays[0] <= MAX_FIRST_POST_SECONDS
    lab.row("return to the first post", f"{delays[0]:.1f} s", bar, holds)
    lab.row("return to each post", f"{spread(delays)}; all out after {delays[-1]:.1f} s")
    lab.row("requests after the return", counted())
    lab.row("processor after the return", f"{used:.1f} s")


def processor_seconds(process: int) -> float:
    """Processor seconds of a process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / PROCESSOR_TICKS
