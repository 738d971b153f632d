"""The time of the playground: the real one, and the days that its visitor has skipped."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from simcord import Env

HOUR: Final = 3600.0
HOURS: Final = 24
"""A day passes hour by hour, so that what happens in it happens at its own time."""


class Days:
    """One time for the bot and for the simulated Discord around it, which it moves along."""

    def __init__(self) -> None:
        self.skipped = 0.0
        """Seconds that the playground is ahead of the real time."""
        self._env: Env | None = None
        self._asleep: set[tuple[float, asyncio.Future[None]]] = set()

    def now(self) -> float:
        """The present in Unix seconds."""
        return time.time() + self.skipped

    async def sleep(self, seconds: float) -> None:
        """Waits until so many seconds have passed, really or because they were skipped."""
        if self._env is None:
            await asyncio.sleep(seconds)
            return
        waked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        sleeper = (self.now() + seconds, waked)
        self._asleep.add(sleeper)
        try:
            await self._waiting(waked)
        finally:
            self._asleep.discard(sleeper)

    async def _waiting(self, waked: asyncio.Future[None]) -> None:
        """Waits as somebody for whom no press has to wait."""
        from simcord import SetupError

        assert self._env is not None
        try:
            await self._env.external_wait(waked, reason="the playground's time")
        except SetupError:
            await waked  # simcord does not count its task among the bot's, nor wait for it

    def lead(self, env: Env) -> None:
        """Makes an `Env` live in this time from now on."""
        self._env = env
        self.pass_on()

    def pass_on(self) -> None:
        """Moves the simulated Discord up to the present and wakes who has slept enough.

        Ids of messages and interactions carry its clock. Were it to start at the same instant
        each time, a second run would repeat the interaction ids of the first.
        """
        assert self._env is not None
        now = self.now()
        self._env.backend.advance_clock(max(0.0, now - self._env.now().timestamp()))
        for due, waked in tuple(self._asleep):
            if due <= now and not waked.done():
                waked.set_result(None)

    async def skip_day(self, settled: Callable[[], Awaitable[object]]) -> None:
        """Lets a day pass; ``settled`` waits until what an hour brings about is done."""
        await settled()
        for _ in range(HOURS):
            self.skipped += HOUR
            self.pass_on()
            await settled()
