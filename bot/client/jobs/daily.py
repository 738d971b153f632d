"""Daily jobs: work that is done once a day, and soon after each start."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from bot.client.dues import JobDue
from bot.client.jobs.scheduler import Handler
from bot.durations import DAY, MINUTE
from storage import Due, Schedule

SOON_SECONDS: Final = 1.0 * MINUTE
"""Pause after a start, and before a job goes on that has done only a part of its work."""
Job: TypeAlias = Callable[[], Awaitable[bool | None]]
"""Do a job. Return True if there is more of it to do."""


class DailyJobs:
    """Runs each of its jobs daily, under its name."""

    def __init__(
        self, schedule: Schedule, jobs: Mapping[str, Job], clock: Callable[[], float]
    ) -> None:
        """``clock`` gives the present in Unix seconds."""
        self._schedule = schedule
        self._jobs = jobs
        self._clock = clock

    def handlers(self) -> dict[str, Handler]:
        """Return the handler of each job's due, by its kind."""
        return dict.fromkeys(self._jobs, self.handle)

    async def begin(self) -> None:
        """Make every job due soon."""
        for name in self._jobs:
            await self._schedule.put(JobDue(name).write(self._clock() + SOON_SECONDS))

    async def handle(self, due: Due) -> float:
        """Run a job. Return when it is due again, in Unix seconds."""
        has_more = await self._jobs[JobDue.read(due).name]()
        return self._clock() + (SOON_SECONDS if has_more else DAY)
