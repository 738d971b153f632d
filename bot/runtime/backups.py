"""Nightly backups of the database, each made by a process of its own."""

import asyncio
import logging
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.config import Config
from bot.core.durations import DAY, HOUR, MINUTE, Clock
from bot.runtime.scheduler import JobDue
from storage import Due, Schedule
from storage.sqlite.backups import newest_backup_at

log = logging.getLogger(__name__)

BACKUP: Final = "backup"
"""The name of the job."""
BACKUP_TIME_SECONDS: Final = 3 * HOUR
"""The time of the nightly backup, in seconds of a day of UTC."""
RECENT_SECONDS: Final = 20 * HOUR
"""The age, in seconds, up to which a backup counts as that of this night, also after a start."""
START_DELAY_SECONDS: Final = 1 * MINUTE


@dataclass(eq=False, repr=False)
class Backups:
    """Run `carcassonne nightly` once a night, if a backup folder is configured.

    A backup missed while the bot did not run is made soon after its start.
    """

    schedule: Schedule
    config: Config
    clock: Clock
    _task: asyncio.Task[None] | None = field(init=False, default=None)

    async def begin(self) -> None:
        """Make a backup due soon, or never if no folder is configured."""
        if self.config.backups is None:
            await self.schedule.drop(JobDue(BACKUP).key)
        else:
            due = JobDue(BACKUP).write(self.clock() + START_DELAY_SECONDS)
            await self.schedule.put(due)

    async def handle(self, _due: Due) -> float | None:
        """Begin a backup, unless there is a recent one. Return the Unix time of the next."""
        folder, database = self.config.backups, self.config.database
        if folder is None or not isinstance(database, Path):
            return None
        now = self.clock()
        made = await asyncio.to_thread(newest_backup_at, database, folder, doubtful=True)
        is_recent = made is not None and now - made <= RECENT_SECONDS
        if not is_recent and (self._task is None or self._task.done()):
            # A task of its own: checking many games takes longer than a handler may.
            self._task = asyncio.create_task(self._run(), name="backup")
        return next_backup_time(now)

    async def close(self) -> None:
        """Cancel a backup; an incomplete file is never taken for one."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        config = self.config
        arguments = (
            *("-m", "bot", "nightly", str(config.backups)),
            *("--database", str(config.database), "--keep", str(config.backups_kept)),
        )
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                # The process needs no secret of the bot.
                env={k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"},
            )
        except OSError as error:
            log.error("the nightly backup could not be started: %s", error)
            return
        try:
            output, _ = await process.communicate()
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            raise
        text = " | ".join(output.decode(errors="replace").splitlines())
        if process.returncode == 0:
            log.info("nightly backup: %s", text)
        else:
            log.error("the nightly backup failed: %s", text)


def next_backup_time(now: float) -> float:
    """Unix time after ``now``."""
    tonight = now - now % DAY + BACKUP_TIME_SECONDS
    return tonight if tonight > now else tonight + DAY
