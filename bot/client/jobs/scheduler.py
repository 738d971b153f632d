"""What is due is looked after: by one task, whatever happens to the process or to its clock."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import Context, copy_context
from typing import Any, Final, TypeAlias

from bot.client.discord_io.errors import bug
from bot.ops import log_context
from storage import Claim, Due, Schedule, StorageError

log = logging.getLogger(__name__)

Sleep: TypeAlias = Callable[[float], Awaitable[object]]
Handler: TypeAlias = Callable[[Due], Awaitable[Due | None]]
"""Looks after what is due, and says what is next under its key, if anything.

A due is a wake and no order: it may come too early, where a clock was set, and again, where a
process was killed. So a handler looks at how things stand, and what must not be said twice it marks
before (`storage.Notifications`).
"""

LONGEST: Final = 60.0
"""Seconds it sleeps at most: the clock may be set meanwhile, another process put something."""
SHORTEST: Final = 1.0
AT_ONCE: Final = 8
"""Dues that are looked after side by side."""
SECONDS: Final = 60.0
"""How long one may take; well within the time for which a claim holds."""
PAUSES: Final = (60.0, 300.0, 900.0, 3600.0)
"""Seconds before what failed is tried again, the first time, the second …; the last for ever."""


class Scheduler:
    """Has each due looked after by the handler of its kind, when its time has come."""

    def __init__(
        self,
        schedule: Schedule,
        handlers: Mapping[str, Handler],
        clock: Callable[[], float] = time.time,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """``clock`` gives the present in Unix seconds, as that of the database."""
        self._schedule = schedule
        self._handlers = handlers
        self._clock = clock
        self._sleep = sleep
        self._work: asyncio.Task[None] | None = None
        self._nap: asyncio.Task[None] | None = None
        self._context = Context()
        self._woken = self._closing = False

    @property
    def idle(self) -> bool:
        """Whether it only waits."""
        return self._work is None

    def start(self) -> None:
        """Begins to look after what is due, or goes on at once."""
        self._context = copy_context()
        self.wake()

    def wake(self) -> None:
        """Something was put that may be due before it would wake by itself."""
        self._woken = True
        if self._closing or self._work is not None:
            return  # at work, it looks again before it sleeps
        if self._nap is not None:
            self._nap.cancel()
            self._nap = None
        self._work = self._context.copy().run(_begun, self._run())

    async def run(self) -> int:
        """Looks after all that is due now; how much there was."""
        done = 0
        while not self._closing and (claims := await self._schedule.claim(self._clock(), AT_ONCE)):
            await asyncio.gather(*map(self._look_after, claims))
            done += len(claims)
        return done

    async def close(self, seconds: float) -> None:
        """Lets what is under way finish; what is due waits for the next start."""
        self._closing = True
        if self._nap is not None:
            self._nap.cancel()
        if self._work is None:
            return
        _, late = await asyncio.wait({self._work}, timeout=seconds)
        for each in late:
            each.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _run(self) -> None:
        """Works until nothing is due, then lies down."""
        pause = LONGEST
        try:
            while self._woken and not self._closing:
                self._woken = False
                await self.run()
                pause = await self._until_next()
        except StorageError as error:
            log.warning("what is due could not be read: %s", error)
        except Exception:
            log.exception("the scheduler failed")
        finally:
            self._work = None
        if not self._closing:
            # In a context of its own: whoever watches the bot for being idle (a shutdown, a test)
            # sees that nothing is under way.
            self._nap = Context().run(_begun, self._sleeps(pause))

    async def _sleeps(self, pause: float) -> None:
        await self._sleep(pause)
        self._nap = None
        self.wake()

    async def _until_next(self) -> float:
        at = await self._schedule.next_at()
        return LONGEST if at is None else min(max(at - self._clock(), SHORTEST), LONGEST)

    async def _look_after(self, claim: Claim) -> None:
        """Has one due looked after; what fails is logged and tried again, and holds no other."""
        due = claim.due
        log_context.begin(game=due.game)
        try:
            handler = self._handlers.get(due.kind)
            if handler is None:
                # Of another version, perhaps: it knows what to do.
                log.warning("nobody looks after %s of kind %s", due.key, due.kind)
                await self._schedule.postpone(claim, self._clock() + PAUSES[-1])
                return
            async with asyncio.timeout(SECONDS):
                then = await handler(due)
            await self._schedule.settle(claim, then)
        except Exception as error:
            level = logging.ERROR if bug(error) else logging.WARNING
            log.log(level, "%s was not looked after: %r", due.key, error, exc_info=bug(error))
            await self._again(claim)

    async def _again(self, claim: Claim) -> None:
        pause = PAUSES[min(claim.tries, len(PAUSES) - 1)]
        try:
            await self._schedule.postpone(claim, self._clock() + pause)
        except StorageError as error:
            # Its claim runs out by itself.
            log.warning("%s is not put off: %s", claim.due.key, error)


def _begun(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.create_task(work, name="scheduler")
