"""The reminder policy: next reminder of a waiting turn by table, time and preferences."""

from __future__ import annotations

from dataclasses import replace

from bot.table.intervals import PauseState
from bot.table.reminder_policy import (
    DEFAULT_PREFERENCES,
    NO_REMINDERS,
    TARGETS,
    NextReminder,
    NotificationPreferences,
    next_reminder,
)
from tests.bot.table.test_clock import BY_DAY, DAY, HOUR, LIVE, NOBODY, game
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, NEW

TABLE = game(NEW)


def said(
    preferences: NotificationPreferences = DEFAULT_PREFERENCES,
    table=TABLE,
    absent=NOBODY,
    days: int = 30,
):  # type: ignore[no-untyped-def]
    """The reminders of some days, by the hour, with each look at its announced time."""
    now, reminded, numbers = 0.0, None, set[int]()
    reminders: list[tuple[float, str]] = []
    while now < days * DAY:
        call_ = next_reminder(table, now, absent, preferences, reminded)
        if call_.ask_table:
            return [*reminders, (now / HOUR, "note")]
        if call_.number and call_.number not in numbers:
            numbers.add(call_.number)
            reminded = now
            reminders.append((now / HOUR, str(call_.number)))
        assert call_.look_at is None or call_.look_at > now, "it does not turn in a circle"
        now = call_.look_at if call_.look_at is not None else days * DAY
    return reminders


def test_reminders_come_after_12_hours_then_doubling_then_one_note_a_day_after_the_last() -> None:
    assert said() == [(12, "1"), (24, "2"), (48, "3"), (96, "4"), (120, "note")]


@for_each(
    "hours, wanted",
    [
        (6, [(6, "1"), (12, "2"), (24, "3"), (48, "4"), (120, "note")]),
        (24, [(24, "1"), (48, "2"), (96, "3"), (120, "note")]),
        (48, [(48, "1"), (96, "2"), (120, "note")]),
        (NO_REMINDERS, [(120, "note")]),
    ],
)
def test_reminders_follow_the_users_interval_and_end_with_the_note(
    hours: int, wanted: list[tuple[float, str]]
) -> None:
    assert said(NotificationPreferences(first_reminder_hours=hours)) == wanted


def test_week_of_downtime_causes_one_reminder_and_then_the_note() -> None:
    week = 7 * DAY
    first = next_reminder(TABLE, week, NOBODY, DEFAULT_PREFERENCES, None)
    assert first == NextReminder(4, look_at=week + DAY)
    assert next_reminder(TABLE, week, NOBODY, DEFAULT_PREFERENCES, week) == NextReminder(
        4, look_at=week + DAY
    )
    assert next_reminder(TABLE, week + DAY, NOBODY, DEFAULT_PREFERENCES, week) == NextReminder(
        ask_table=True
    )
    # Of one who was reminded before it the last that is due is said.
    assert next_reminder(TABLE, week, NOBODY, DEFAULT_PREFERENCES, 12 * HOUR).ask_table


def test_note_comes_when_the_clock_runs_out() -> None:
    assert said(table=game(BY_DAY)) == [(12, "1"), (24, "note")]
    assert said(table=game(LIVE)) == [(25 / 60, "note")]


def test_pauses_and_absences_do_not_count() -> None:
    paused = replace(TABLE, paused=PauseState(6 * HOUR, 30 * HOUR, frozenset()))
    assert said(table=paused)[:2] == [(36, "1"), (48, "2")]
    endless = replace(TABLE, paused=PauseState(6 * HOUR, None, frozenset()))
    assert said(table=endless) == []
    away = {ANA: [(10 * HOUR, 60 * HOUR)]}
    assert said(absent=away)[:2] == [(62, "1"), (74, "2")]
    assert said(absent={BO: [(0.0, DAY)]}) == said()


def test_open_seat_gets_no_reminder_and_the_table_is_asked() -> None:
    assert said(table=game(NEW, (0, ANA, "open 0"))) == [(120, "note")]


# -- quiet while everybody is here ----------------------------------------------------------------


def test_targets_of_a_reminder_are_stored_by_these_words() -> None:
    assert TARGETS == ("channel", "direct", "both"), "they stand in the databases of players"


def test_reminder_is_not_due_at_the_very_limit_of_the_turn() -> None:
    assert NotificationPreferences(first_reminder_hours=6).reminder_times(6 * HOUR) == ()
    assert NotificationPreferences(first_reminder_hours=6).reminder_times(6 * HOUR + 1) == (
        6 * HOUR,
    )


def test_ping_owed_from_quiet_hours_has_the_number_0() -> None:
    """Reminder 1 would count as the first one, which is due only six hours later."""
    night = NotificationPreferences(first_reminder_hours=12, quiet=(22, 7))
    late = replace(TABLE, since=23 * HOUR)
    assert next_reminder(late, 30 * HOUR, NOBODY, night, None).number is None
    assert next_reminder(late, 31 * HOUR, NOBODY, night, None).number == 0


@for_each("end, look_at", [(HOUR / 2, HOUR / 2), (5 * HOUR, HOUR + 10)])
def test_turn_of_an_absent_player_is_looked_at_again_within_an_hour(
    end: float, look_at: float
) -> None:
    absent = {ANA: [(0.0, end)]}
    assert next_reminder(TABLE, 10.0, absent, DEFAULT_PREFERENCES, None) == NextReminder(
        look_at=look_at
    )


def test_turn_of_a_player_alone_with_opponents_is_not_looked_at_again() -> None:
    alone = replace(TABLE, players=(ANA, -1))
    preferences = NotificationPreferences(first_reminder_hours=NO_REMINDERS)
    assert next_reminder(alone, 9 * DAY, NOBODY, preferences, None) == NextReminder()
