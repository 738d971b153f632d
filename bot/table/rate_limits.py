"""How much of what costs something one person may ask for, and one channel, in a time.

It is generous to who plays and knows no Discord: people and channels are numbers. What is kept is
in memory alone, so a start forgets it, and bounded.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.durations import MINUTE
from bot.table.refusals import Refusal
from rules.errors import RulesError


class Cost(StrEnum):
    """The kinds of requests that are limited.

    Any request, and of these a table, a picture, a replay; typing; a hint, a review.
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
    """``at_once`` of something at once, and one more every so many ``seconds``."""

    at_once: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allowance of one person, and the greater one of a channel."""

    person: Allowance
    channel: Allowance


ALLOWED: Final[Mapping[Cost, Allowed]] = {
    Cost.ASK: Allowed(Allowance(60, 1.0), Allowance(240, 0.2)),
    Cost.TYPE: Allowed(Allowance(60, 0.5), Allowance(240, 0.1)),
    Cost.TABLE: Allowed(Allowance(6, 5 * MINUTE), Allowance(12, 2 * MINUTE)),
    Cost.PICTURE: Allowed(Allowance(40, 2.0), Allowance(120, 0.5)),
    Cost.HINT: Allowed(Allowance(8, 15.0), Allowance(24, 5.0)),
    Cost.REVIEW: Allowed(Allowance(2, 10 * MINUTE), Allowance(3, 5 * MINUTE)),
    Cost.FILM: Allowed(Allowance(2, 10 * MINUTE), Allowance(3, 5 * MINUTE)),
}
MOST: Final = 20_000
"""People and channels of which it is known what they had; beyond it the longest unseen are free."""

_Who: TypeAlias = tuple[Cost, bool, int]
"""What, whether by a person or in a channel, and which."""


class RateLimits:
    """Rate limits by user and channel (GCRA); ``clock`` gives the present in Unix seconds."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        times: float = 1.0,
        allowed: Mapping[Cost, Allowed] = ALLOWED,
    ) -> None:
        """They may have so many ``times`` what is ``allowed``."""
        self._clock = clock
        self._times = times
        self._allowed = allowed
        self._spent: dict[_Who, float] = {}
        """The theoretical time at which each allowance is full again."""

    def __len__(self) -> int:
        return len(self._spent)

    def take(self, cost: Cost, user: int, channel: int | None) -> None:
        """Counts something that is asked for; a refusal that says ``when`` there is more of it."""
        now, due = self._clock(), []
        for who, allowance in self._whose(cost, user, channel):
            # More times as much is more at once, and sooner again: the same time until all is back.
            each = allowance.seconds / self._times
            whole = max(allowance.at_once * allowance.seconds, each)
            # A clock that was set back leaves nobody waiting longer than ever.
            spent = min(self._spent.get(who, now), now + whole)
            then = max(spent, now) + each
            free = then - whole
            if free > now + each / 1000:
                raise _enough(cost, here=not who[1], when=free + 1)
            due.append((who, then))
        for who, then in due:
            self._spent.pop(who, None)
            self._spent[who] = then
        while len(self._spent) > MOST:
            del self._spent[next(iter(self._spent))]

    @contextmanager
    def taken(self, cost: Cost, user: int, channel: int | None) -> Iterator[None]:
        """The same for as long as something is tried; what is refused then has cost nothing."""
        self.take(cost, user, channel)
        try:
            yield
        except (Refusal, RulesError):
            for who, allowance in self._whose(cost, user, channel):
                if who in self._spent:
                    self._spent[who] -= allowance.seconds / self._times
            raise

    def _whose(
        self, cost: Cost, user: int, channel: int | None
    ) -> Iterator[tuple[_Who, Allowance]]:
        allowed = self._allowed[cost]
        yield (cost, True, user), allowed.person
        if channel is not None:
            yield (cost, False, channel), allowed.channel


def _enough(cost: Cost, *, here: bool, when: float) -> Refusal:
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
