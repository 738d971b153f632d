"""The bot within the test process, connected to a loopback Discord."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import discord
import pytest
from yarl import URL

from bot.app import App
from bot.config import Config
from bot.serve import make_app
from tests.wire.loopback import API, TOKEN, LoopbackDiscord

SECONDS: Final = 20.0
CLOSE_SECONDS: Final = 2.0


@asynccontextmanager
async def running_bot(
    loopback: LoopbackDiscord,
    own: Config,
    monkeypatch: pytest.MonkeyPatch,
    clock: Callable[[], float] = time.time,
) -> AsyncIterator[App]:
    """Start the bot and yield it once all its servers are known; raise its error if it fails."""
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{loopback.netloc}{API}")
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", URL(loopback.gateway.url))
    app = make_app(own, random.Random(1), clock=clock)
    # The bot waits for late data of its servers; here none is late.
    app._connection.guild_ready_timeout = 0.1
    running = asyncio.create_task(app.start(TOKEN))

    failures = _ShardFailures()

    def is_ready() -> bool:
        if running.done():
            running.result()
        if failures.errors:
            raise failures.errors[0]
        return app.is_ready()

    try:
        with failures:
            await wait_until(is_ready)
        yield app
    finally:
        await app.close()
        # A shard that cannot connect is tried again for ever, also by a closed client.
        _, unfinished = await asyncio.wait([running], timeout=CLOSE_SECONDS)
        for task in unfinished:
            task.cancel()


class _ShardFailures(logging.Handler):
    """The errors of shards that could not connect, which discord.py logs before it tries again."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self.errors.append(record.exc_info[1])

    def __enter__(self) -> None:
        logging.getLogger("discord.shard").addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger("discord.shard").removeHandler(self)


async def wait_until(holds: Callable[[], Any], seconds: float = SECONDS) -> None:
    """Wait until a condition is true, for at most ``seconds``."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)
