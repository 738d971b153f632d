"""What is done once a day, without anybody asking for it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from bot.client.jobs.scheduler import Handler
from storage import Due, Schedule

DAY: Final = 86_400.0
SOON: Final = 60.0
"""Seconds until what is too much for one time is gone on with, and after a start."""
Sweep: TypeAlias = Callable[[], Awaitable[bool | None]]
"""Does what is to be done; whether there is more of it."""


class DailyJobs:
    """Has each of its sweeps done daily, by kinds of dues."""

    def __init__(
        self, schedule: Schedule, sweeps: Mapping[str, Sweep], clock: Callable[[], float]
    ) -> None:
        """``clock`` gives the present in Unix seconds."""
        self._schedule = schedule
        self._sweeps = sweeps
        self._clock = clock

    def handlers(self) -> dict[str, Handler]:
        """What looks after its dues."""
        return {kind: self._handler(sweep) for kind, sweep in self._sweeps.items()}

    async def begin(self) -> None:
        """Has all of it done soon."""
        for kind in self._sweeps:
            await self._schedule.put(Due(kind, kind, self._clock() + SOON))

    def _handler(self, sweep: Sweep) -> Handler:
        async def handler(due: Due) -> Due | None:
            more = await sweep()
            return replace(due, at=self._clock() + (SOON if more else DAY))

        return handler
