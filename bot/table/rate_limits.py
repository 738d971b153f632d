"""Rate limits by user and by channel, with GCRA (the generic cell rate algorithm).

Users and channels are numbers, not Discord types. The state is bounded, in memory only, and lost at
a restart. Where several processes share a database, `bot.cluster.shared_limits` counts the
requests of LONG_LIMITS for all of them.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from bot.core import metrics
from bot.core.durations import MINUTE, Clock
from bot.table.refusals import Refusal


class RequestKind(StrEnum):
    """Kinds of limited requests.

    REQUEST counts all but AUTOCOMPLETE and VOTE, which counts those in a channel that votes for its
    move; the others count in addition. Each value is a stored key.
    """

    REQUEST = "ask"
    AUTOCOMPLETE = "type"
    VOTE = "vote"
    TABLE = "table"
    PICTURE = "picture"
    REPLAY = "film"
    PAGE = "page"
    RECORDS = "records"
    HINT = "hint"
    REVIEW = "review"
    STATISTICS = "statistics"
    WHAT_IF = "trial"


@dataclass(frozen=True, slots=True)
class Allowance:
    """A burst of ``at_once`` requests, and one more request every ``seconds``."""

    at_once: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RateLimit:
    person: Allowance
    channel: Allowance


RATE_LIMITS: Final[Mapping[RequestKind, RateLimit]] = {
    RequestKind.REQUEST: RateLimit(Allowance(60, 1.0), Allowance(240, 0.2)),
    RequestKind.VOTE: RateLimit(Allowance(60, 1.0), Allowance(3000, 0.03)),
    RequestKind.AUTOCOMPLETE: RateLimit(Allowance(60, 0.5), Allowance(240, 0.1)),
    RequestKind.TABLE: RateLimit(Allowance(6, 5 * MINUTE), Allowance(12, 2 * MINUTE)),
    RequestKind.PICTURE: RateLimit(Allowance(40, 2.0), Allowance(120, 0.5)),
    RequestKind.HINT: RateLimit(Allowance(8, 15.0), Allowance(24, 5.0)),
    RequestKind.REVIEW: RateLimit(Allowance(2, 10 * MINUTE), Allowance(3, 5 * MINUTE)),
    RequestKind.WHAT_IF: RateLimit(Allowance(24, 5.0), Allowance(48, 2.5)),
    RequestKind.REPLAY: RateLimit(Allowance(2, 10 * MINUTE), Allowance(3, 5 * MINUTE)),
    RequestKind.PAGE: RateLimit(Allowance(3, 5 * MINUTE), Allowance(8, 1 * MINUTE)),
    RequestKind.RECORDS: RateLimit(Allowance(3, 5 * MINUTE), Allowance(8, 1 * MINUTE)),
    RequestKind.STATISTICS: RateLimit(Allowance(10, 15.0), Allowance(30, 5.0)),
}
LONG_LIMITS: Final = frozenset(
    {
        RequestKind.TABLE,
        RequestKind.HINT,
        RequestKind.REVIEW,
        RequestKind.REPLAY,
        RequestKind.PAGE,
        RequestKind.RECORDS,
        RequestKind.STATISTICS,
        RequestKind.WHAT_IF,
    }
)
"""The limits whose requests are rare and dear: several processes count them together.

The others keep one process from being flooded, so each process counts them by itself.
"""
MAX_REMEMBERED: Final = 20_000
"""The most users and channels remembered; beyond it the longest unseen are forgotten."""

LimitKey: TypeAlias = tuple[RequestKind, bool, int]
"""The kind of request, True for a user or False for a channel, and the user's or channel's id."""


@dataclass(eq=False, repr=False)
class RateLimits:
    """``clock`` returns Unix seconds."""

    clock: Clock = time.time
    factor: float = 1.0
    """Allow so many times as much."""
    allowed: Mapping[RequestKind, RateLimit] = field(default_factory=lambda: RATE_LIMITS)
    voting: set[int] = field(init=False, default_factory=set)
    """The channels that vote for a move, in which hundreds of people may press buttons."""
    _arrivals: dict[LimitKey, float] = field(init=False, default_factory=dict)
    """The theoretical arrival time (GCRA) by user or channel, in Unix seconds."""

    def __len__(self) -> int:
        return len(self._arrivals)

    def take(self, kind: RequestKind, user: int, channel: int | None) -> None:
        """Count a request. Raise Refusal with ``when``, the Unix time of the next free one."""
        now, due = self.clock(), []
        for who, interval, burst in self.buckets(kind, user, channel):
            # A clock set back must not make anybody wait longer than one full burst.
            arrival = min(self._arrivals.get(who, now), now + burst)
            next_arrival = max(arrival, now) + interval
            free = next_arrival - burst
            if free > now + interval / 1000:
                raise refusal_of(kind, here=not who[1], free_at=free)
            due.append((who, next_arrival))
        for who, next_arrival in due:
            self._arrivals.pop(who, None)
            self._arrivals[who] = next_arrival
        while len(self._arrivals) > MAX_REMEMBERED:
            del self._arrivals[next(iter(self._arrivals))]

    def give_back(self, kind: RequestKind, user: int, channel: int | None) -> None:
        for who, interval, _burst in self.buckets(kind, user, channel):
            if who in self._arrivals:
                self._arrivals[who] -= interval

    def buckets(
        self, kind: RequestKind, user: int, channel: int | None
    ) -> Iterator[tuple[LimitKey, float, float]]:
        """Yield a request's user and channel, with interval and refill time in seconds."""
        allowed = self.allowed[kind]
        yield (kind, True, user), *self._seconds(allowed.person)
        if channel is not None:
            yield (kind, False, channel), *self._seconds(allowed.channel)

    def _seconds(self, allowance: Allowance) -> tuple[float, float]:
        # A larger factor allows larger bursts and shorter intervals, and the same refill time.
        interval = allowance.seconds / self.factor
        return interval, max(allowance.at_once * allowance.seconds, interval)


def refusal_of(kind: RequestKind, *, here: bool, free_at: float) -> Refusal:
    """Build the refusal, and count it in the metrics.

    ``here``: the limit is the channel's; ``free_at``: Unix time of the next allowed request.
    """
    refusal = _refusal(kind, here=here, when=free_at + 1)
    # The others are refused within a request, which counts its refusal itself.
    if kind not in LONG_LIMITS:
        metrics.REFUSALS.labels(refusal.reason).inc()
    return refusal


def _refusal(kind: RequestKind, *, here: bool, when: float) -> Refusal:
    match kind:
        case RequestKind.TABLE:
            return Refusal("enough-table-here" if here else "enough-table", when=when)
        case RequestKind.PICTURE:
            return Refusal("enough-picture-here" if here else "enough-picture", when=when)
        case RequestKind.REPLAY:
            return Refusal("enough-replay-here" if here else "enough-replay", when=when)
        case RequestKind.PAGE:
            return Refusal("enough-page-here" if here else "enough-page", when=when)
        case RequestKind.RECORDS:
            return Refusal("enough-records-here" if here else "enough-records", when=when)
        case RequestKind.STATISTICS:
            return Refusal("enough-statistics-here" if here else "enough-statistics", when=when)
        case RequestKind.HINT:
            return Refusal("enough-hint-here" if here else "enough-hint", when=when)
        case RequestKind.WHAT_IF:
            return Refusal("enough-trial-here" if here else "enough-trial", when=when)
        case RequestKind.REVIEW:
            return Refusal("enough-review-here" if here else "enough-review", when=when)
        case RequestKind.REQUEST | RequestKind.AUTOCOMPLETE | RequestKind.VOTE:
            return Refusal("enough-ask-here" if here else "enough-ask", when=when)
