"""A heartbeat file, by which another process sees that the bot is alive."""

import asyncio
import hashlib
import logging
import os
import tempfile
import time
from argparse import Namespace
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from bot.config import Config

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 15.0
"""Seconds between two heartbeats."""
FIRST_BEAT_SECONDS: Final = 1.0
"""Seconds between two attempts before the first heartbeat."""
ANSWER_TIMEOUT_SECONDS: Final = 10.0
"""Seconds to wait for an answer of the bot."""
LOST_AFTER_SECONDS: Final = 75.0
"""The age, in seconds, at which a heartbeat counts as lost: four beats, and a busy machine."""


def heartbeat_file(config: Config) -> Path:
    """The heartbeat file for these settings.

    It is beside the database file. With a database server it is in the temporary folder, its name
    made of shards and database, so that processes of one machine differ.
    """
    if config.heartbeat_file is not None:
        return config.heartbeat_file
    if isinstance(config.database, Path):
        return config.database.with_name(f"{config.database.name}.alive")
    database_hash = hashlib.sha256(config.database.encode()).hexdigest()[:8]
    shards = str(config.shards or "all").replace("/", "-of-")
    return Path(tempfile.gettempdir()) / f"carcassonne-{database_hash}-shards-{shards}.alive"


def seconds_since_heartbeat(sign: Path) -> float | None:
    """Age of a heartbeat file, or None without one."""
    try:
        return time.time() - sign.stat().st_mtime
    except FileNotFoundError:
        return None


def health(_given: Namespace) -> int:
    """Print in one line whether the bot is connected and its database answers.

    Return 0 if so, else 1. Only the heartbeat file of a bot with the same settings is read.
    """
    seconds = seconds_since_heartbeat(heartbeat_file(Config.read(os.environ)))
    if seconds is None:
        print("no sign of life: not connected to Discord yet, or not running")
        return 1
    if abs(seconds) > LOST_AFTER_SECONDS:
        print(f"no sign of life for {seconds:.0f} s: Discord or the database does not answer")
        return 1
    print(f"connected to Discord, and the database answered {max(seconds, 0):.0f} s ago")
    return 0


class Heartbeat:
    """Touch the file while the bot is alive; remove it after `async with`.

    ``is_alive``: Discord is connected and the database answers.
    """

    def __init__(self, sign: Path, beat: float = BEAT_SECONDS) -> None:
        self.is_alive: Callable[[], Awaitable[bool]] | None = None
        self._sign = sign
        self._beat = beat
        self._task: asyncio.Task[None] | None = None

    async def _beat_forever(self) -> None:
        pause = min(FIRST_BEAT_SECONDS, self._beat)
        while True:
            try:
                async with asyncio.timeout(ANSWER_TIMEOUT_SECONDS):
                    alive = self.is_alive is not None and await self.is_alive()
                if alive:
                    self._sign.touch(0o600)
                    os.utime(self._sign)
                    pause = self._beat
            except (OSError, TimeoutError) as error:
                log.warning("heartbeat not written: %r", error)
            await asyncio.sleep(pause)

    async def __aenter__(self) -> Self:
        self._remove_file()  # the file of a killed process
        self._task = asyncio.create_task(self._beat_forever(), name="heartbeat")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._remove_file()

    def _remove_file(self) -> None:
        with suppress(OSError):
            self._sign.unlink()
