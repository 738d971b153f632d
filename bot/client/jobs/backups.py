"""A copy of the database each night, in a process of its own."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.config import Config
from storage import Due, Schedule
from storage.sqlite.nightly import newest

log = logging.getLogger(__name__)

BACKUP: Final = "backup"
HOUR: Final = 3_600.0
DAY: Final = 24 * HOUR
NIGHT: Final = 3 * HOUR
"""When the night's copy is made, in seconds of a day of UTC."""
OLD: Final = 20 * HOUR
"""A copy that is younger is as good as that of this night, so that no start makes another."""
SOON: Final = 60.0
"""Seconds after a start."""


class Backups:
    """Where a folder is named for them, has `python -m storage nightly` run once a night.

    What is missing after a night in which the bot did not run is made soon after its start.
    """

    def __init__(self, schedule: Schedule, config: Config, clock: Callable[[], float]) -> None:
        """``clock`` gives the present in Unix seconds."""
        self._schedule = schedule
        self._config = config
        self._clock = clock
        self._work: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Has it looked after soon, or not at all any more."""
        if self._config.backups is None:
            await self._schedule.drop(BACKUP)
        else:
            await self._schedule.put(Due(BACKUP, BACKUP, self._clock() + SOON))

    async def look_after(self, due: Due) -> Due | None:
        """Begins with a copy, unless there is one of this night; the next one is due next night."""
        folder, database = self._config.backups, self._config.database
        if folder is None or not isinstance(database, Path):
            return None
        now = self._clock()
        made = await asyncio.to_thread(newest, database, folder, doubtful=True)
        if (made is None or now - made > OLD) and (self._work is None or self._work.done()):
            # A task of its own: to play very many games again takes longer than a due may.
            self._work = asyncio.create_task(self._copied(), name="backup")
        return replace(due, at=following_night(now))

    async def close(self) -> None:
        """Gives up the copy that is being made: half of one is never taken for one."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    async def _copied(self) -> None:
        config = self._config
        arguments = (
            *("-m", "storage", "nightly", str(config.backups)),
            *("--database", str(config.database), "--keep", str(config.backups_kept)),
        )
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                # It needs nothing that only the bot may know.
                env={k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"},
            )
        except OSError as error:
            log.error("no copy of the database was made: %s", error)
            return
        try:
            said, _ = await process.communicate()
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            raise
        text = " | ".join(said.decode(errors="replace").splitlines())
        if process.returncode == 0:
            log.info("the copy of this night: %s", text)
        else:
            log.error("something is wrong with the copy of this night: %s", text)


def following_night(now: float) -> float:
    """The next time at which a copy is to be made, all in Unix seconds."""
    tonight = now - now % DAY + NIGHT
    return tonight if tonight > now else tonight + DAY
