"""`AbsenceCalendar`: read, begin and end absences, and reschedule the turns that they delay."""

import logging
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from bot.absences.policy import (
    AUTOMATIC_ABSENCE_SECONDS,
    AbsenceStatus,
    absence_end,
    absence_status,
)
from bot.absences.policy import stopped_clocks as intervals_without_clock
from bot.core.durations import Clock
from bot.runtime.scheduler import DuePayload, Number, TurnDue, due_pattern
from bot.table.clock import Interval
from bot.table.store import SummaryIndex
from storage import Absences, Preferences, Schedule, StorageUnavailable
from storage.database import Execute

log = logging.getLogger(__name__)

AUTOMATIC_KEY: Final = "auto-away"
"""The preference of users whose absence begins when their turn clock runs out."""
YES: Final = "yes"
NO: Final = "no"
RETURNED_KEY: Final = "returned"
"""The Unix time at which a user last ended an absence by an action, among their preferences."""
TIME_ZONE_KEY: Final = "zone"
"""The preference that names the time zone of a user."""


@due_pattern("away {user}")
@due_pattern("away {user} {game}")
@dataclass(frozen=True, slots=True)
class AbsenceDue(DuePayload):
    """The end of an absence or, with a ``game``, the notice of it to that table."""

    user: Number
    game: Number | None = None


@dataclass(eq=False, repr=False)
class AbsenceCalendar:
    """Read and change absences, and reschedule the turns they delay."""

    absences: Absences
    preferences: Preferences
    schedule: Schedule
    index: SummaryIndex
    clock: Clock = time.time

    async def ends_and_stopped_clocks(
        self, users: Iterable[int]
    ) -> tuple[Mapping[int, float], Mapping[int, tuple[Interval, ...]]]:
        """Ends of current absences, and intervals without turn clocks.

        By user, in Unix seconds, without users that have none.
        """
        spans_by_user, now = await self.periods(users), self.clock()
        ends = {
            user: end for user, spans in spans_by_user.items() if (end := absence_end(spans, now))
        }
        return ends, {user: intervals_without_clock(spans) for user, spans in spans_by_user.items()}

    async def away_ends(self, users: Iterable[int]) -> Mapping[int, float]:
        """Ends of current absences, in Unix seconds."""
        return (await self.ends_and_stopped_clocks(users))[0]

    async def away_until(self, user: int) -> float | None:
        """Return the end of an absence in Unix seconds, or None if the user is not away."""
        return (await self.away_ends([user])).get(user)

    async def stopped_clocks(self, users: Iterable[int]) -> Mapping[int, tuple[Interval, ...]]:
        """Intervals in which turn clocks stop, in Unix seconds."""
        return (await self.ends_and_stopped_clocks(users))[1]

    async def status(self, user: int) -> AbsenceStatus:
        """Return a user's absence, with what is left of the year's allowance."""
        spans = (await self.periods([user])).get(user, ())
        preferences = await self.preferences.of(user=user)
        is_automatic = preferences.get(AUTOMATIC_KEY) == YES
        return absence_status(spans, self.clock(), is_automatic=is_automatic)

    async def zone(self, user: int) -> tzinfo:
        """UTC if the user has not set one."""
        name = (await self.preferences.of(user=user)).get(TIME_ZONE_KEY, "")
        with suppress(KeyError, ValueError):
            return ZoneInfo(name)
        return UTC

    async def begin(self, user: int, until: float) -> None:
        """Begin an absence now; its end and notices to tables are jobs."""
        games, now = await self.index.running(user), self.clock()

        async def schedule(execute: Execute) -> None:
            await self.schedule.put_within(execute, AbsenceDue(user).write(until))
            for game in games:
                await self.schedule.put_within(execute, AbsenceDue(user, game).write(now))
                await self.schedule.wake_within(execute, TurnDue(game).write(now))

        await self.absences.begin(user, until, now, schedule)

    async def end(self, user: int) -> bool:
        """Return True if the user was away."""
        if not await self.away_ends([user]):
            return False
        games, now = await self.index.running(user), self.clock()

        async def schedule(execute: Execute) -> None:
            await self.preferences.save_within(execute, RETURNED_KEY, str(now), user=user)
            await self.schedule.drop_within(execute, AbsenceDue(user).key)
            for game in games:
                await self.schedule.wake_within(execute, TurnDue(game).write(now))

        return await self.absences.end(user, now, schedule)

    async def end_by_action(self, user: int) -> bool:
        """End the absence of a user who moved, opened, joined or started a game.

        Return True if they were away. Their action is saved already, so a storage failure is only
        logged.
        """
        try:
            return await self.end(user)
        except StorageUnavailable as error:
            log.warning("cannot end the absence of a user who is back: %s", error)
            return False

    async def reschedule_turns(self, user: int) -> None:
        """Check a user's waiting turns after an absence or a setting changed."""
        for game in await self.index.running(user):
            await self.schedule.wake(TurnDue(game).write(self.clock()))

    async def set_automatic(self, user: int, *, wanted: bool) -> None:
        """Set whether an absence begins when the user's clock runs out."""
        await self.preferences.save(AUTOMATIC_KEY, YES if wanted else NO, user=user)

    async def begin_automatically(self, user: int) -> float | None:
        """Begin an absence of a user whose clock ran out. Return its end in Unix seconds.

        None if the user does not want that, is away, or has used up the year's allowance.
        """
        status = await self.status(user)
        if not status.is_automatic or status.until is not None or status.allowance_left <= 0:
            return None
        end = self.clock() + min(AUTOMATIC_ABSENCE_SECONDS, status.allowance_left)
        await self.begin(user, end)
        return end

    async def periods(self, users: Iterable[int]) -> Mapping[int, tuple[Interval, ...]]:
        """Return absences, oldest first; users without any are left out."""
        absences_by_user = await self.absences.of(users)
        return {
            user: tuple((absence.began, absence.until) for absence in absences)
            for user, absences in absences_by_user.items()
        }
