"""Who is away: as they say themselves, or from when a clock of theirs would run out."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, tzinfo
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from bot.table.absences import AT_NEED, AbsenceStatus, granted, leave, until
from bot.table.clock import Interval
from storage import Absences, Due, Preferences, Schedule

BY_ITSELF: Final = "auto-away"
"""The preference of whom a clock that runs out sends away."""
YES: Final = "yes"
NO: Final = "no"
ZONE: Final = "zone"
"""The preference that says in which time zone somebody lives."""

KIND: Final = "away"
"""Of what is due: that somebody comes back, or that a table is told of who is away."""

Tables: TypeAlias = Callable[[int], Awaitable[Iterable[int]]]
"""Finds the running games in which a user has a seat."""


class AbsenceCalendar:
    """The absences of all people; the database keeps them."""

    def __init__(
        self,
        absences: Absences,
        preferences: Preferences,
        schedule: Schedule,
        tables: Tables,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``clock`` gives the present in Unix seconds."""
        self.clock = clock
        self._absences = absences
        self._preferences = preferences
        self._schedule = schedule
        self._tables = tables

    async def of(
        self, users: Iterable[int]
    ) -> tuple[Mapping[int, float], Mapping[int, tuple[Interval, ...]]]:
        """Until when who of these users is away, and in which times no clock runs for whom."""
        found, now = await self._spans(users), self.clock()
        away = {user: end for user, spans in found.items() if (end := until(spans, now))}
        return away, {user: granted(spans) for user, spans in found.items()}

    async def away(self, users: Iterable[int]) -> Mapping[int, float]:
        """Until when who of these users is away."""
        return (await self.of(users))[0]

    async def absent(self, users: Iterable[int]) -> Mapping[int, tuple[Interval, ...]]:
        """In which times no clock runs for whom of these users."""
        return (await self.of(users))[1]

    async def stands(self, user: int) -> AbsenceStatus:
        """How it stands with a person."""
        spans = (await self._spans([user])).get(user, ())
        said = await self._preferences.of(user)
        return leave(spans, self.clock(), at_need=said.get(BY_ITSELF) == YES)

    async def zone(self, user: int) -> tzinfo:
        """The time zone somebody lives in, UTC where they have not told it."""
        name = (await self._preferences.of(user)).get(ZONE, "")
        with suppress(KeyError, ValueError):
            return ZoneInfo(name)
        return UTC

    async def go(self, user: int, until: float) -> None:
        """Somebody is away from now on: their tables are going to be told, their turns wait."""
        await self._absences.begin(user, until, self.clock())
        await self._schedule.put(Due(f"{KIND} {user}", KIND, until, user=user))
        for game in await self._tables(user):
            due = Due(f"{KIND} {user} {game}", KIND, self.clock(), game, user)
            await self._schedule.put(due)
        await self.looked_after(user)

    async def back(self, user: int) -> bool:
        """Somebody is here; whether they were away."""
        was_away = bool(await self.away([user])) and await self._absences.end(user, self.clock())
        if was_away:
            await self._schedule.drop(f"{KIND} {user}")
            await self.looked_after(user)
        return was_away

    async def looked_after(self, user: int) -> None:
        """Has the turns of somebody's tables looked after anew, as they wait for longer, or not."""
        for game in await self._tables(user):
            await self._schedule.wake(Due(f"turn {game}", "turn", self.clock(), game))

    async def want_at_need(self, user: int, *, wanted: bool) -> None:
        """Notes whether a person wishes to be away as soon as a clock of theirs would run out."""
        await self._preferences.prefer(user, BY_ITSELF, YES if wanted else NO)

    async def begin_at_need(self, user: int) -> float | None:
        """Sends somebody away whose clock runs out; until when, None where it may not be.

        It may be for who wishes it, is not away and has something left of the year's allowance.
        """
        leave = await self.stands(user)
        if not leave.at_need or leave.until is not None or leave.left <= 0:
            return None
        end = self.clock() + min(AT_NEED, leave.left)
        await self.go(user, end)
        return end

    async def _spans(self, users: Iterable[int]) -> dict[int, tuple[Interval, ...]]:
        found = await self._absences.of(users)
        return {user: tuple((a.began, a.until) for a in theirs) for user, theirs in found.items()}
