"""The scheduler: types of dues (stored jobs), one task that handles them, and daily jobs."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextvars import Context, copy_context
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Annotated, Any, Final, Self, TypeAlias, TypeVar

from bot.core import log_context
from bot.core.codec import Codec, FieldText
from bot.core.durations import DAY, HOUR, MINUTE, Clock, Sleep
from bot.discord_io.errors import is_bug
from bot.table.refusals import Unreadable
from storage import Claim, Due, Schedule, StorageError

log = logging.getLogger(__name__)

C = TypeVar("C")

DUES: Final = Codec["DuePayload"]("due")

Number: TypeAlias = Annotated[int, FieldText("[0-9]{1,20}", int)]
"""A number of the database, or an id of Discord."""


COLUMNS: Final = ("game", "user", "guild")


def due_pattern(key: str, text: str = "") -> Callable[[type[C]], type[C]]:
    """Declare a due's key and text; a third line holds its columns."""

    def declare(of: type[C]) -> type[C]:
        needed = {one.name for one in fields(of) if one.default is MISSING}  # type: ignore[arg-type]
        columns = (
            f"{{{column}}}" if column in needed or f"{{{column}}}" in key else str(None)
            for column in COLUMNS
        )
        return DUES.pattern("\n".join((key, text, " ".join(columns))))(of)

    return declare


class DuePayload:
    """The payload of a due: ``P.read(p.write(at)) == p``."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """A due replaces the one with the same key."""
        return DUES.write(self).split("\n")[0]

    def write(self, at: float) -> Due:
        """Return the due at a Unix time."""
        key, text, _ = DUES.write(self).split("\n")
        columns = {column: getattr(self, column, None) for column in COLUMNS}
        return Due(key, key.split(" ")[0], at, text=text, **columns)

    @classmethod
    def read(cls, due: Due) -> Self:
        """Raise ValueError for any other due."""
        columns = " ".join(str(getattr(due, column)) for column in COLUMNS)
        payload = DUES.read("\n".join((due.key, due.text, columns)))
        if not isinstance(payload, cls) or due.kind != due.key.split(" ")[0]:
            raise ValueError(f"not a due of {cls.__name__}: {due}")
        return payload


@dataclass(frozen=True, slots=True)
class Snooze:
    """A reminder put off by its player, in whole Unix seconds.

    Holds for the turn begun at ``turn_began``: later turns are reminded of as usual.
    """

    turn_began: int
    until: int


_SNOOZE: Final = FieldText(
    "[0-9]{1,12} [0-9]{1,12}",
    lambda words: Snooze(*map(int, words.split(" "))),
    lambda snooze: f"{snooze.turn_began} {snooze.until}",
)


@due_pattern("turn {game}")
@due_pattern("turn {game}", "{snooze}")
@dataclass(frozen=True, slots=True)
class TurnDue(DuePayload):
    """A look at a table: its lobby, pause, or player to move.

    A database trigger also writes it, with every entry of a game.
    """

    game: Number
    snooze: Annotated[Snooze | None, _SNOOZE] = None


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
        """A failure is logged and retried, and holds up no other due.

        A due whose log cannot be read is dropped: the next entry makes it due again.
        """
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
            at = None
            try:
                async with asyncio.timeout(HANDLER_TIMEOUT_SECONDS):
                    at = await handler(due)
            except Unreadable as refusal:
                log.warning("the log of due %s cannot be read: %s", due.key, refusal.facts)
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
