"""The bot within the test process, connected to a loopback Discord."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import discord
import pytest
from yarl import URL

from bot.__main__ import make_app
from bot.client.app import App
from bot.config import Config
from tests.wire.loopback import API, TOKEN, LoopbackDiscord

SECONDS: Final = 20.0


@asynccontextmanager
async def running_bot(
    loopback: LoopbackDiscord,
    own: Config,
    monkeypatch: pytest.MonkeyPatch,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[App]:
    """Start the bot and yield it once all its servers are known."""
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{loopback.netloc}{API}")
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", URL(loopback.gateway.url))
    app = make_app(own, random.Random(1), clock=clock)
    # The bot waits for late data of its servers; here none is late.
    app._connection.guild_ready_timeout = 0.1
    running = asyncio.create_task(app.start(TOKEN))
    try:
        await wait_until(app.is_ready)
        yield app
    finally:
        await app.close()
        await running


async def wait_until(holds: Callable[[], Any], seconds: float = SECONDS) -> None:
    """Wait until a condition is true, for at most ``seconds``."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)
