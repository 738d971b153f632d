"""Rate limits by user and by channel, with GCRA (the generic cell rate algorithm).

Users and channels are numbers, not Discord types. The state is bounded, in memory only, and lost at
a restart.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.durations import MINUTE
from bot.ops import metrics
from bot.table.refusals import Refusal
from rules.errors import RulesError


class Cost(StrEnum):
    """The kinds of limited requests.

    ASK counts any request; TABLE, PICTURE and FILM count in addition to it.
    """

    ASK = "ask"
    TYPE = "type"
    TABLE = "table"
    PICTURE = "picture"
    FILM = "film"
    HINT = "hint"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Allowance:
    """A burst of ``at_once`` requests, and one more request every ``seconds``."""

    at_once: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RateLimit:
    """The allowances of one user and of one channel."""

    person: Allowance
    channel: Allowance


RATE_LIMITS: Final[Mapping[Cost, RateLimit]] = {
    Cost.ASK: RateLimit(Allowance(60, 1.0), Allowance(240, 0.2)),
    Cost.TYPE: RateLimit(Allowance(60, 0.5), Allowance(240, 0.1)),
    Cost.TABLE: RateLimit(Allowance(6, 5 * MINUTE), Allowance(12, 2 * MINUTE)),
    Cost.PICTURE: RateLimit(Allowance(40, 2.0), Allowance(120, 0.5)),
    Cost.HINT: RateLimit(Allowance(8, 15.0), Allowance(24, 5.0)),
    Cost.REVIEW: RateLimit(Allowance(2, 10 * MINUTE), Allowance(3, 5 * MINUTE)),
    Cost.FILM: RateLimit(Allowance(2, 10 * MINUTE), Allowance(3, 5 * MINUTE)),
}
MAX_REMEMBERED: Final = 20_000
"""The most users and channels remembered; beyond it the longest unseen are forgotten."""

_LimitKey: TypeAlias = tuple[Cost, bool, int]
"""The kind of request, True for a user or False for a channel, and the user's or channel's id."""


class RateLimits:
    """Rate limits by user and channel (GCRA); ``clock`` returns the present in Unix seconds."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        times: float = 1.0,
        allowed: Mapping[Cost, RateLimit] = RATE_LIMITS,
    ) -> None:
        """Create limits that allow ``times`` as much as ``allowed``."""
        self._clock = clock
        self._times = times
        self._allowed = allowed
        self._arrivals: dict[_LimitKey, float] = {}
        """The theoretical arrival time (GCRA) by user or channel, in Unix seconds."""

    def __len__(self) -> int:
        return len(self._arrivals)

    def take(self, cost: Cost, user: int, channel: int | None) -> None:
        """Count a request. Raises Refusal with ``when``, the Unix time of the next free request."""
        now, due = self._clock(), []
        for who, allowance in self._whose(cost, user, channel):
            # A larger factor allows larger bursts and shorter intervals, and the same refill time.
            interval = allowance.seconds / self._times
            burst = max(allowance.at_once * allowance.seconds, interval)
            # A clock that was set back must not make anybody wait longer than one full burst.
            arrival = min(self._arrivals.get(who, now), now + burst)
            next_arrival = max(arrival, now) + interval
            free = next_arrival - burst
            if free > now + interval / 1000:
                refusal = _refusal(cost, here=not who[1], when=free + 1)
                # The others are refused within a request, which counts its refusal itself.
                if cost not in (Cost.TABLE, Cost.FILM):
                    metrics.REFUSALS.add(refusal.reason)
                raise refusal
            due.append((who, next_arrival))
        for who, next_arrival in due:
            self._arrivals.pop(who, None)
            self._arrivals[who] = next_arrival
        while len(self._arrivals) > MAX_REMEMBERED:
            del self._arrivals[next(iter(self._arrivals))]

    @contextmanager
    def charged(self, cost: Cost, user: int, channel: int | None) -> Iterator[None]:
        """Count a request, and give its cost back if the body of the block is refused."""
        self.take(cost, user, channel)
        try:
            yield
        except (Refusal, RulesError):
            for who, allowance in self._whose(cost, user, channel):
                if who in self._arrivals:
                    self._arrivals[who] -= allowance.seconds / self._times
            raise

    def _whose(
        self, cost: Cost, user: int, channel: int | None
    ) -> Iterator[tuple[_LimitKey, Allowance]]:
        allowed = self._allowed[cost]
        yield (cost, True, user), allowed.person
        if channel is not None:
            yield (cost, False, channel), allowed.channel


def _refusal(cost: Cost, *, here: bool, when: float) -> Refusal:
    match cost:
        case Cost.TABLE:
            return Refusal("enough-table-here" if here else "enough-table", when=when)
        case Cost.PICTURE:
            return Refusal("enough-picture-here" if here else "enough-picture", when=when)
        case Cost.FILM:
            return Refusal("enough-film-here" if here else "enough-film", when=when)
        case Cost.HINT:
            return Refusal("enough-hint-here" if here else "enough-hint", when=when)
        case Cost.REVIEW:
            return Refusal("enough-review-here" if here else "enough-review", when=when)
        case Cost.ASK | Cost.TYPE:
            return Refusal("enough-ask-here" if here else "enough-ask", when=when)
