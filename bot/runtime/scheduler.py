"""The scheduler: one task that handles every due when its time has come; and daily jobs."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import Context, copy_context
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from bot.core import log_context
from bot.core.durations import DAY, HOUR, MINUTE, Clock, Sleep
from bot.discord_io.errors import is_bug
from bot.runtime.dues import DuePayload, due_pattern
from storage import Claim, Due, Schedule, StorageError

log = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[Due], Awaitable[float | None]]
"""Handle a due. Return when it is due again, in Unix seconds, or None for never.

A due may come too early, where a clock was set, and twice, where a process was killed. So a handler
looks at how things stand, and reserves each message that must not be sent twice (`Notifier`).
"""

LONGEST_SLEEP_SECONDS: Final = 1.0 * MINUTE
"""The longest sleep: the clock may be set meanwhile, or another process add a due."""
SHORTEST_SLEEP_SECONDS: Final = 1.0
MOST_AT_ONCE: Final = 8
"""The number of dues handled at the same time."""
HANDLER_TIMEOUT_SECONDS: Final = 1.0 * MINUTE
"""The time limit of a handler; less than a claim holds (`storage.schedule.LEASE_SECONDS`)."""
JOB_RETRY_SECONDS: Final = (1.0 * MINUTE, 5.0 * MINUTE, 15.0 * MINUTE, 1.0 * HOUR)
"""The pauses before a failed due is tried again; the last one repeats for ever."""
JOB_START_SECONDS: Final = 1.0 * MINUTE
"""Pause after a start, and before a daily job continues with the rest of its work."""
DailyJob: TypeAlias = Callable[[], Awaitable[bool | None]]
"""Do a job. Return True if there is more of it to do."""


@due_pattern("{name}")
@dataclass(frozen=True, slots=True)
class JobDue(DuePayload):
    """A bot-wide job, as the nightly backup; its name is kind and key."""

    name: str


@dataclass(eq=False, repr=False)
class Scheduler:
    schedule: Schedule
    handlers: Mapping[str, Handler]
    """By kind of due."""
    clock: Clock = time.time
    sleep: Sleep = asyncio.sleep
    _work: asyncio.Task[None] | None = field(init=False, default=None)
    _nap: asyncio.Task[None] | None = field(init=False, default=None)
    _context: Context = field(init=False, default_factory=Context)
    _woken: bool = field(init=False, default=False)
    _closing: bool = field(init=False, default=False)

    @property
    def idle(self) -> bool:
        return self._work is None

    def start(self) -> None:
        self._context = copy_context()
        self.wake()

    def wake(self) -> None:
        """Look now: a due was added that may come before the current sleep ends."""
        self._woken = True
        if self._closing or self._work is not None:
            return  # The running task looks for dues again before it sleeps.
        if self._nap is not None:
            self._nap.cancel()
            self._nap = None
        self._work = self._context.copy().run(_create_task, self._run())

    async def run(self) -> int:
        handled = 0
        while not self._closing and (
            claims := await self.schedule.claim(self.clock(), MOST_AT_ONCE)
        ):
            await asyncio.gather(*map(self._handle, claims))
            handled += len(claims)
        return handled

    async def close(self, seconds: float) -> None:
        """Wait up to ``seconds`` for running handlers, then cancel them.

        The next start handles other dues; a cancelled one when its claim runs out
        (`storage.schedule.LEASE_SECONDS`).
        """
        self._closing = True
        if self._nap is not None:
            self._nap.cancel()
        if self._work is None:
            return
        _, late = await asyncio.wait({self._work}, timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _run(self) -> None:
        pause = LONGEST_SLEEP_SECONDS
        try:
            while self._woken and not self._closing:
                self._woken = False
                await self.run()
                pause = await self._until_next()
        except StorageError as error:
            log.warning("the dues could not be read: %s", error)
        except Exception:
            log.exception("the scheduler failed")
        finally:
            self._work = None
        if not self._closing:
            # In a context of its own: a shutdown or a test that watches the context of the bot
            # sees that nothing is under way.
            self._nap = Context().run(_create_task, self._sleep_then_wake(pause))

    async def _sleep_then_wake(self, pause: float) -> None:
        await self.sleep(pause)
        self._nap = None
        self.wake()

    async def _until_next(self) -> float:
        at = await self.schedule.next_at()
        if at is None:
            return LONGEST_SLEEP_SECONDS
        return min(max(at - self.clock(), SHORTEST_SLEEP_SECONDS), LONGEST_SLEEP_SECONDS)

    async def _handle(self, claim: Claim) -> None:
        """A failure is logged and retried, and holds up no other due."""
        due = claim.due
        log_context.begin(game=due.game)
        try:
            handler = self.handlers.get(due.kind)
            if handler is None:
                # Another version of the bot may know the due's kind.
                log.warning(
                    "no handler for due %s of kind %s: start the newer version", due.key, due.kind
                )
                await self.schedule.postpone(claim, self.clock() + JOB_RETRY_SECONDS[-1])
                return
            async with asyncio.timeout(HANDLER_TIMEOUT_SECONDS):
                at = await handler(due)
            await self.schedule.settle(claim, None if at is None else replace(due, at=at))
        except Exception as error:
            level = logging.ERROR if is_bug(error) else logging.WARNING
            log.log(level, "due %s failed: %r", due.key, error, exc_info=is_bug(error))
            await self._retry_later(claim)

    async def _retry_later(self, claim: Claim) -> None:
        pause = JOB_RETRY_SECONDS[min(claim.attempts, len(JOB_RETRY_SECONDS) - 1)]
        try:
            await self.schedule.postpone(claim, self.clock() + pause)
        except StorageError as error:
            # The claim runs out after LEASE_SECONDS.
            log.warning("due %s could not be postponed: %s", claim.due.key, error)


def _create_task(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.create_task(work, name="scheduler")


@dataclass(eq=False, repr=False)
class DailyJobs:
    """Run jobs once a day, and soon after each start."""

    schedule: Schedule
    jobs: Mapping[str, DailyJob]
    clock: Clock

    def handlers(self) -> dict[str, Handler]:
        return dict.fromkeys(self.jobs, self.handle)

    async def begin(self) -> None:
        for name in self.jobs:
            await self.schedule.put(JobDue(name).write(self.clock() + JOB_START_SECONDS))

    async def handle(self, due: Due) -> float:
        """Return when the job is due again, in Unix seconds."""
        has_more = await self.jobs[JobDue.read(due).name]()
        return self.clock() + (JOB_START_SECONDS if has_more else DAY)
