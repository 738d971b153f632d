"""The clock of the playground: the real time plus the days that a visitor has skipped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from bot.core.durations import HOUR

if TYPE_CHECKING:
    from simcord import Env

HOURS_PER_DAY: Final = 24
"""The hours of a day, which pass one by one so that jobs run at their own time."""


class PlaygroundClock:
    """A clock for the bot and for the simulated Discord, which follows it."""

    def __init__(self) -> None:
        self.skipped_seconds = 0.0
        """Seconds that the playground is ahead of the real time."""
        self._env: Env | None = None
        self._asleep: set[tuple[float, asyncio.Future[None]]] = set()

    def now(self) -> float:
        return time.time() + self.skipped_seconds

    async def sleep(self, seconds: float) -> None:
        """Sleep until so many seconds have passed or were skipped."""
        if self._env is None:
            await asyncio.sleep(seconds)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        sleeper = (self.now() + seconds, woken)
        self._asleep.add(sleeper)
        try:
            await self._wait_uncounted(woken)
        finally:
            self._asleep.discard(sleeper)

    async def _wait_uncounted(self, woken: asyncio.Future[None]) -> None:
        """Wait without counting as activity, so that no press waits for this."""
        from simcord import SetupError

        assert self._env is not None
        try:
            await self._env.external_wait(woken, reason="the playground's time")
        except SetupError:
            await woken  # simcord does not count its task among the bot's, nor wait for it

    def drive(self, env: Env) -> None:
        """Make an `Env` follow this clock."""
        self._env = env
        self.advance_to_now()

    def advance_to_now(self) -> None:
        """Move the simulated Discord to the present and wake sleepers.

        Message and interaction ids contain this time: with equal starts a second run would repeat
        the first one's ids.
        """
        assert self._env is not None
        now = self.now()
        self._env.backend.advance_clock(max(0.0, now - self._env.now().timestamp()))
        for due, woken in tuple(self._asleep):
            if due <= now and not woken.done():
                woken.set_result(None)

    async def skip_day(self, settled: Callable[[], Awaitable[object]]) -> None:
        """Hour by hour; ``settled`` waits until an hour's effects are done."""
        await settled()
        for _ in range(HOURS_PER_DAY):
            self.skipped_seconds += HOUR
            self.advance_to_now()
            await settled()
