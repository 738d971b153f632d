"""What being away comes to: for how much of it the clocks stand, and how much a year has left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.durations import DAY
from bot.table.clock import Interval

ALLOWANCE: Final = 20 * DAY
"""Seconds of absence in a YEAR for which no clock runs; more of it only stops reminders."""
YEAR: Final = 365 * DAY
LONGEST: Final = 60 * DAY
"""How long somebody may be away at once: a table idle for longer is put away."""
AT_NEED: Final = 3 * DAY
"""Seconds of an absence that begins by itself; who stays away longer has another then."""


@dataclass(frozen=True, slots=True)
class AbsenceStatus:
    """How it stands with a person: until when they are away, and their clocks stand, if they do.

    ``left`` are the seconds of the year's ALLOWANCE that are neither spent nor planned,
    ``at_need`` is whether an absence begins by itself where a clock would run out.
    """

    until: float | None = None
    clocks: float | None = None
    left: float = ALLOWANCE
    at_need: bool = False


def leave(absences: Sequence[Interval], now: float, *, at_need: bool = False) -> AbsenceStatus:
    """How it stands with a person of these absences."""
    stand = granted(absences)
    left = ALLOWANCE - _spent(stand, now - YEAR)
    return AbsenceStatus(until(absences, now), until(stand, now), left, at_need)


def granted(absences: Sequence[Interval]) -> tuple[Interval, ...]:
    """The times in which no clock runs, of absences in their order, one after the other.

    Each has what those before it have left of the ALLOWANCE in the YEAR before it begins.
    """
    found: list[Interval] = []
    for began, until in absences:
        end = min(until, began + ALLOWANCE - _spent(found, began - YEAR))
        if end > began:
            found.append((began, end))
    return tuple(found)


def until(absences: Sequence[Interval], now: float) -> float | None:
    """When somebody who is away comes back; None for who is not."""
    return next((end for began, end in reversed(absences) if began <= now < end), None)


def _spent(spans: Sequence[Interval], since: float) -> float:
    """Seconds of the spans from a moment on."""
    return sum(max(0.0, end - max(began, since)) for began, end in spans)
