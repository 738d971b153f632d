"""A sign of life in a file, for whoever looks after the process from outside."""

import asyncio
import hashlib
import logging
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from bot.config import Config

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 15.0
"""Seconds from one look to the next."""
FIRST_BEAT_SECONDS: Final = 1.0
"""The same while there is none yet: whoever waits for the bot to be there waits no longer."""
ANSWER_TIMEOUT_SECONDS: Final = 10.0
"""How long an answer is waited for."""
LOST_AFTER_SECONDS: Final = 75.0
"""Seconds without a sign of life after which there is none: four beats and a busy machine."""


def heartbeat_file(config: Config) -> Path:
    """The file whose time is that of the last sign of life of a process with these settings.

    It lies beside the database. Where that is no file, it lies in the folder for what is temporary,
    under a name that tells processes of one machine apart by their shards and databases.
    """
    if config.pulse is not None:
        return config.pulse
    if isinstance(config.database, Path):
        return config.database.with_name(f"{config.database.name}.alive")
    database_hash = hashlib.sha256(config.database.encode()).hexdigest()[:8]
    shards = str(config.shards or "all").replace("/", "-of-")
    return Path(tempfile.gettempdir()) / f"carcassonne-{database_hash}-shards-{shards}.alive"


def seconds_since_heartbeat(sign: Path) -> float | None:
    """How many seconds ago the last sign of life in a file was, if there was one."""
    try:
        return time.time() - sign.stat().st_mtime
    except FileNotFoundError:
        return None


class Heartbeat:
    """Touch the file as long as all is well; `async with` begins, and take it away at the end.

    ``is_alive`` says whether all is well: connected to Discord, and the database answers.
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
                log.warning("no sign of life: %r", error)
            await asyncio.sleep(pause)

    async def __aenter__(self) -> Self:
        self._remove_file()  # that of one that was killed
        self._task = asyncio.create_task(self._beat_forever(), name="pulse")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._remove_file()

    def _remove_file(self) -> None:
        with suppress(OSError):
            self._sign.unlink()
