"""Who is away: as they say themselves, or from when a clock of theirs would run out."""

import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.table.absence import ALLOWANCE, DAY, Span, allowance, granted, until
from storage import Absences, Preferences

AT_NEED: Final = "auto-away"
"""The preference of whom a clock that runs out sends away."""
YES: Final = "yes"
NO: Final = "no"
A_TIME: Final = 3 * DAY
"""Seconds for which an absence that begins by itself lasts: who stays away has another then."""
ZONE: Final = "zone"
"""The preference that says in which time zone somebody lives."""

Changed: TypeAlias = Callable[[int, float | None], Awaitable[None]]
"""Is told of somebody who is away from now on, until when, or back: None."""


@dataclass(frozen=True, slots=True)
class Leave:
    """How it stands with a person: until when they are away, if they are.

    ``left`` are the seconds of the year's allowance that are not spent or planned, ``at_need``
    whether an absence begins by itself; ``zone`` is the name of their time zone, if they told it.
    """

    until: float | None = None
    left: float = ALLOWANCE
    at_need: bool = False
    zone: str = ""


class Holidays:
    """The absences of all people; the database keeps them."""

    def __init__(
        self,
        absences: Absences,
        preferences: Preferences,
        clock: Callable[[], float] = time.time,
        changed: Changed | None = None,
    ) -> None:
        """``clock`` gives the present in Unix seconds; ``changed`` is told of who comes and goes."""
        self.clock = clock
        self._absences = absences
        self._preferences = preferences
        self._changed = changed

    async def of(
        self, users: Iterable[int]
    ) -> tuple[Mapping[int, float], Mapping[int, tuple[Span, ...]]]:
        """Until when who of these users is away, and in which times no clock runs for whom."""
        found, now = await self._spans(users), self.clock()
        away = {user: end for user, spans in found.items() if (end := until(spans, now))}
        return away, {user: granted(spans) for user, spans in found.items()}

    async def away(self, users: Iterable[int]) -> Mapping[int, float]:
        """Until when who of these users is away."""
        return (await self.of(users))[0]

    async def absent(self, users: Iterable[int]) -> Mapping[int, tuple[Span, ...]]:
        """In which times no clock runs for whom of these users."""
        return (await self.of(users))[1]

    async def stands(self, user: int) -> Leave:
        """How it stands with a person."""
        spans, now = (await self._spans([user])).get(user, ()), self.clock()
        said = await self._preferences.of(user)
        left = allowance(spans, now)
        return Leave(until(spans, now), left, said.get(AT_NEED) == YES, said.get(ZONE, ""))

    async def go(self, user: int, until: float) -> None:
        """Somebody is away from now on."""
        await self._absences.begin(user, until, self.clock())
        if self._changed is not None:
            await self._changed(user, until)

    async def back(self, user: int) -> bool:
        """Somebody is here; whether they were away."""
        was_away = bool(await self.away([user])) and await self._absences.end(user, self.clock())
        if was_away and self._changed is not None:
            await self._changed(user, None)
        return was_away

    async def want_at_need(self, user: int, *, wanted: bool) -> None:
        """Notes whether a person wishes to be away as soon as a clock of theirs would run out."""
        await self._preferences.prefer(user, AT_NEED, YES if wanted else NO)

    async def begin_at_need(self, user: int) -> float | None:
        """Sends somebody away whose clock runs out; until when, None where it may not be.

        It may be for who wishes it, is not away and has something left of the year's allowance.
        """
        leave = await self.stands(user)
        if not leave.at_need or leave.until is not None or leave.left <= 0:
            return None
        end = self.clock() + min(A_TIME, leave.left)
        await self.go(user, end)
        return end

    async def _spans(self, users: Iterable[int]) -> dict[int, tuple[Span, ...]]:
        found = await self._absences.of(users)
        return {user: tuple((a.began, a.until) for a in theirs) for user, theirs in found.items()}
