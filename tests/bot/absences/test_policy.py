"""Limit of absences: clocks stand for 20 days in any 365, counted back from each absence."""

import random

from bot.absences.policy import (
    ALLOWANCE_SECONDS,
    YEAR_SECONDS,
    AbsenceStatus,
    absence_end,
    absence_status,
    stopped_clocks,
)
from bot.core.durations import DAY
from bot.table.clock import Interval
from tests.support.for_each import for_each


def days(*spans: tuple[float, float]) -> tuple[Interval, ...]:
    return tuple((began * DAY, end * DAY) for began, end in spans)


@for_each(
    "absences, clocks_stand",
    [
        ((), ()),
        (((0, 5),), ((0, 5),)),
        (((0, 25),), ((0, 20),)),
        (((0, 15), (30, 40)), ((0, 15), (30, 35))),
        (((0, 20), (30, 40)), ((0, 20),)),
        (((0, 20), (366, 390)), ((0, 20), (366, 367))),  # a day of the first is a year ago
        (((0, 20), (400, 430)), ((0, 20), (400, 420))),
        (((3, 3), (5, 6)), ((5, 6),)),
    ],
)
def test_clocks_stand_for_twenty_days_of_any_year(
    absences: tuple[Interval, ...], clocks_stand: tuple[Interval, ...]
) -> None:
    assert stopped_clocks(days(*absences)) == days(*clocks_stand)


def test_stopped_clocks_never_exceed_the_yearly_allowance() -> None:
    chance = random.Random(6)
    for _ in range(200):
        day, spans = 0.0, []
        for _ in range(12):
            day += chance.uniform(0, 90)
            end = day + chance.uniform(0, 40)
            spans.append((day, end))
            day = end
        clocks = stopped_clocks(days(*spans))
        for _, moment in clocks:
            within = sum(
                max(0.0, end - max(b, moment - YEAR_SECONDS)) for b, end in clocks if b < moment
            )
            assert within <= ALLOWANCE_SECONDS + 1e-3


def test_planned_absence_counts_at_once_and_unused_days_are_returned() -> None:
    assert absence_status((), 0.0).allowance_left == ALLOWANCE_SECONDS
    assert absence_status(days((0, 12)), 1 * DAY).allowance_left == 8 * DAY
    assert absence_status(days((0, 2)), 2 * DAY).allowance_left == 18 * DAY
    assert absence_status(days((0, 30)), 2 * DAY).allowance_left == 0
    assert absence_status(days((0, 20)), 375 * DAY).allowance_left == 10 * DAY


def test_a_user_without_absences_has_the_status_that_is_the_default() -> None:
    assert absence_status((), 0.0) == AbsenceStatus()
    assert absence_status((), 0.0, is_automatic=True) == AbsenceStatus(is_automatic=True)


def test_a_user_away_for_longer_stays_away_while_clocks_run_again() -> None:
    status = absence_status(days((0, 30)), 2 * DAY)
    assert (status.until, status.clocks_until) == (30 * DAY, 20 * DAY)
    later = absence_status(days((0, 30)), 25 * DAY)
    assert (later.until, later.clocks_until) == (30 * DAY, None)


def test_an_absence_ends() -> None:
    absences = days((0, 2), (10, 12))
    assert absence_end(absences, 1 * DAY) == 2 * DAY
    assert absence_end(absences, 2 * DAY) is None
    assert absence_end(absences, 10 * DAY) == 12 * DAY
    assert absence_end((), 0.0) is None
