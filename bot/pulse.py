"""A sign of life in a file, for whoever looks after the process from outside."""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

log = logging.getLogger(__name__)

BEAT: Final = 15.0
"""Seconds from one look to the next."""
SOON: Final = 1.0
"""The same while there is none yet: whoever waits for the bot to be there waits no longer."""
SECONDS: Final = 10.0
"""How long an answer is waited for."""
LOST: Final = 75.0
"""Seconds without a sign of life after which there is none: four beats and a busy machine."""


def sign(database: Path) -> Path:
    """The file whose time is that of the last sign of life; it lies beside the database."""
    return database.with_name(f"{database.name}.alive")


def since(database: Path) -> float | None:
    """How many seconds ago the last sign of life was, if there was one."""
    try:
        return time.time() - sign(database).stat().st_mtime
    except FileNotFoundError:
        return None


class Pulse:
    """Touches the file as long as all is well; `async with` begins, and takes it away at the end.

    ``felt`` says whether all is well: connected to Discord, and the database answers.
    """

    def __init__(self, database: Path, beat: float = BEAT) -> None:
        self.felt: Callable[[], Awaitable[bool]] | None = None
        self._sign = sign(database)
        self._beat = beat
        self._task: asyncio.Task[None] | None = None

    async def _beats(self) -> None:
        pause = min(SOON, self._beat)
        while True:
            try:
                async with asyncio.timeout(SECONDS):
                    alive = self.felt is not None and await self.felt()
                if alive:
                    self._sign.touch(0o600)
                    os.utime(self._sign)
                    pause = self._beat
            except (OSError, TimeoutError) as error:
                log.warning("no sign of life: %r", error)
            await asyncio.sleep(pause)

    async def __aenter__(self) -> Self:
        self._take_away()  # that of one that was killed
        self._task = asyncio.create_task(self._beats(), name="pulse")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._take_away()

    def _take_away(self) -> None:
        with suppress(OSError):
            self._sign.unlink()
