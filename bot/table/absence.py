"""What being away comes to: for how much of it the clocks stand, and how much a year has left."""

from collections.abc import Sequence
from typing import Final, TypeAlias

DAY: Final = 86400.0
ALLOWANCE: Final = 20 * DAY
"""Seconds of absence in a YEAR for which no clock runs; more of it only stops reminders."""
YEAR: Final = 365 * DAY
LONGEST: Final = 60 * DAY
"""How long somebody may be away at once: a table idle for longer is put away."""

Span: TypeAlias = tuple[float, float]
"""A time from … to …, in Unix seconds."""


def granted(absences: Sequence[Span]) -> tuple[Span, ...]:
    """The times in which no clock runs, of absences in their order, one after the other.

    Each has what those before it have left of the ALLOWANCE in the YEAR before it begins.
    """
    found: list[Span] = []
    for began, until in absences:
        end = min(until, began + ALLOWANCE - _spent(found, began - YEAR))
        if end > began:
            found.append((began, end))
    return tuple(found)


def allowance(absences: Sequence[Span], now: float) -> float:
    """Seconds that are left of the year's ALLOWANCE, what is planned being spent already."""
    return ALLOWANCE - _spent(granted(absences), now - YEAR)


def until(absences: Sequence[Span], now: float) -> float | None:
    """When somebody who is away comes back; None for who is not."""
    return next((end for began, end in reversed(absences) if began <= now < end), None)


def _spent(spans: Sequence[Span], since: float) -> float:
    """Seconds of the spans from a moment on."""
    return sum(max(0.0, end - max(began, since)) for began, end in spans)
