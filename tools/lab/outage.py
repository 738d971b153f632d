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
"""Seconds from the return of Discord to the first post, at most."""
RETURN_SECONDS: Final = 1200.0
"""Seconds that all posts may take before the run is given up."""
PROCESSOR_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Requests(Counter[str]):
    """The requests that a bot sends to its tables' channels, by method and what they are about."""

    def add(self, method: str, path: str) -> None:
        self[f"{method} {'messages' if path.count('/') > 2 else 'channel'}"] += 1

    def __str__(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in sorted(self.items())) or "none"


async def outage(lab: Lab) -> None:
    """Start a bot with every channel behind while Discord is down, then restore Discord."""
    tables, seconds = lab.size(CHANNELS, 20), lab.seconds(1500, 30)
    path = database_path(lab.folder)
    posted: dict[str, float] = {}

    def note(sent: SentMessage) -> None:
        posted.setdefault(sent.body["channel_id"], time.monotonic())

    servers = -(-tables // CHANNELS_PER_SERVER)
    loopback = LoopbackDiscord(servers=servers, channels=CHANNELS_PER_SERVER)
    await seed_tables(loopback, str(path), tables, lab.chance(), unposted=1)
    down, back = Requests(), Requests()
    loopback.messages.forget_nonces()
    async with loopback:
        loopback.is_down, loopback.on_channel_request = True, down.add
        loopback.on_post = note
        bot = await BotProcess.start(loopback, lab.folder)
        before = processor_seconds(bot.process.pid)
        async with lab.progress(lambda: str(down)):
            await asyncio.sleep(seconds)
        used = processor_seconds(bot.process.pid) - before
        lab.row("requests while Discord is down", f"{down}, in {seconds:.0f} s")
        lab.row("processor while Discord is down", f"{used:.1f} s")
        loopback.is_down, loopback.on_channel_request = False, back.add
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
    lab.row("requests after the return", str(back))
    lab.row("processor after the return", f"{used:.1f} s")


def processor_seconds(process: int) -> float:
    """Processor seconds of a process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / PROCESSOR_TICKS
