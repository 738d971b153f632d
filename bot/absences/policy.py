"""Rules of absences: their end, the times in which clocks stop, and the yearly allowance."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from bot.core.durations import DAY
from bot.table.clock import Interval
from bot.table.refusals import Refusal
from bot.text.i18n import format_day

ALLOWANCE_SECONDS: Final = 20 * DAY
"""The absence in a YEAR_SECONDS for which no clock runs; any more of it only stops reminders."""
YEAR_SECONDS: Final = 365 * DAY
MAX_ABSENCE_SECONDS: Final = 60 * DAY
"""The longest absence: a table that is idle for longer is archived."""
AUTOMATIC_ABSENCE_SECONDS: Final = 3 * DAY
"""The length of an absence that begins when a clock runs out; another may follow it."""
RETURN_TIME: Final = time(12)
"""The end of an absence on its last day: the date is then the same in nearly every zone."""


def return_moment(day: date, now: datetime) -> datetime:
    """The end of an absence until a day, in the zone of ``now``.

    Raise Refusal for a day past or too far away.
    """
    until = datetime.combine(day, RETURN_TIME, now.tzinfo)
    if until <= now:
        raise Refusal("past-day", day=format_day(day))
    latest_day = now.date() + timedelta(seconds=MAX_ABSENCE_SECONDS)
    if day > latest_day:
        raise Refusal("far-day", day=format_day(latest_day))
    return until


@dataclass(frozen=True, slots=True)
class AbsenceStatus:
    """A user's absence and allowance.

    Attributes:
        until: End of the absence in Unix seconds, None if not away.
        clocks_until: When clocks run again, None if no clock stands.
        allowance_left: Seconds of the year's ALLOWANCE_SECONDS neither spent nor planned.
        is_automatic: An absence begins when a clock of the user runs out.
    """

    until: float | None = None
    clocks_until: float | None = None
    allowance_left: float = ALLOWANCE_SECONDS
    is_automatic: bool = False


def absence_status(
    absences: Sequence[Interval], now: float, *, is_automatic: bool = False
) -> AbsenceStatus:
    stopped = stopped_clocks(absences)
    left = ALLOWANCE_SECONDS - _covered_seconds(stopped, now - YEAR_SECONDS)
    return AbsenceStatus(absence_end(absences, now), absence_end(stopped, now), left, is_automatic)


def stopped_clocks(absences: Sequence[Interval]) -> tuple[Interval, ...]:
    """The times in which no clock runs; ``absences`` are in order.

    An absence gets what earlier ones left of ALLOWANCE_SECONDS in the YEAR_SECONDS before it
    begins.
    """
    stopped: list[Interval] = []
    for begin, until in absences:
        end = min(
            until, begin + ALLOWANCE_SECONDS - _covered_seconds(stopped, begin - YEAR_SECONDS)
        )
        if end > begin:
            stopped.append((begin, end))
    return tuple(stopped)


def absence_end(absences: Sequence[Interval], now: float) -> float | None:
    """Return the end of the current absence, in Unix seconds."""
    return next((end for begin, end in reversed(absences) if begin <= now < end), None)


def _covered_seconds(spans: Sequence[Interval], since: float) -> float:
    return sum(max(0.0, end - max(begin, since)) for begin, end in spans)
