"""The reminder policy: next reminder of a waiting turn by table, time and preferences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.reminders.policy import (
    DEFAULT_PREFERENCES,
    Action,
    NotificationPreferences,
    Step,
    TurnFacts,
    next_step,
)
from bot.table.clock import AbsencesByUser
from bot.table.settings import NO_REMINDERS, PLAYER, TARGET
from bot.table.table import PauseState, Table
from tests.bot.table.test_clock import BY_DAY, DAY, HOUR, LIVE, NOBODY, game
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, NEW

TABLE = game(NEW)


def step(
    table: Table,
    now: float,
    absent: AbsencesByUser,
    preferences: NotificationPreferences,
    *sent: tuple[str, float],
    **facts: Any,
) -> Step:
    """The next step for a turn whose post has pinged its player."""
    known = TurnFacts(
        preferences,
        absences=absent.get(ANA, ()),
        stopped_clocks=absent,
        notified_at=table.since,
        reminders=dict(sent),
    )
    return next_step(table, now, replace(known, **facts))


def said(
    preferences: NotificationPreferences = DEFAULT_PREFERENCES,
    table: Table = TABLE,
    absent: AbsencesByUser = NOBODY,
    days: int = 30,
) -> list[tuple[float, str]]:
    """The reminders of some days, by the hour, with each look at its announced time."""
    now, sent = 0.0, dict[str, float]()
    reminders: list[tuple[float, str]] = []
    while now < days * DAY:
        next_ = step(table, now, absent, preferences, *sent.items())
        if next_.action is Action.ASK:
            return [*reminders, (now / HOUR, "note")]
        if next_.action is Action.REMIND:
            sent[next_.name] = now
            reminders.append((now / HOUR, next_.name))
            continue
        assert next_.look_at is None or next_.look_at > now, "it does not turn in a circle"
        now = next_.look_at if next_.look_at is not None else days * DAY
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
    week = float(7 * DAY)
    assert step(TABLE, week, NOBODY, DEFAULT_PREFERENCES) == Step(Action.REMIND, "4")
    late = step(TABLE, week, NOBODY, DEFAULT_PREFERENCES, ("4", week))
    assert late == Step(look_at=week + DAY)
    asked = Step(Action.ASK)
    assert step(TABLE, week + DAY, NOBODY, DEFAULT_PREFERENCES, ("4", week)) == asked
    # Of one who was reminded before it the last that is due is said.
    assert step(TABLE, week, NOBODY, DEFAULT_PREFERENCES, ("1", 12 * HOUR)) == asked


def test_table_is_asked_though_its_player_has_reached_the_daily_limit() -> None:
    limited = {"is_limited": True}
    later = step(TABLE, 13.0 * HOUR, NOBODY, DEFAULT_PREFERENCES, **limited)
    assert later == Step(look_at=14 * HOUR)
    week = 7.0 * DAY
    assert step(TABLE, week, NOBODY, DEFAULT_PREFERENCES, **limited) == Step(Action.ASK)


def test_snoozed_reminder_comes_although_the_table_was_asked() -> None:
    until = 27 * HOUR
    facts = {"snoozed_until": until, "was_asked": True}
    sent = ("1", 12.0 * HOUR)
    table = game(BY_DAY)
    waits = step(table, 25.0 * HOUR, NOBODY, DEFAULT_PREFERENCES, sent, **facts)
    assert waits == Step(look_at=until)
    due = step(table, float(until), NOBODY, DEFAULT_PREFERENCES, sent, **facts)
    assert due == Step(Action.REMIND, f"1 {until}")
    done = (sent, (due.name, float(until)))
    assert step(table, until + 1.0, NOBODY, DEFAULT_PREFERENCES, *done, **facts) == Step()


def test_question_waits_for_the_notice_unless_its_player_wants_none() -> None:
    night = NotificationPreferences(quiet=(0, 9))
    facts = {"notified_at": None}
    assert step(game(LIVE), 1.0 * HOUR, NOBODY, night, **facts) == Step(look_at=9 * HOUR)
    unwanted = replace(night, first_reminder_hours=NO_REMINDERS)
    assert step(game(LIVE), 1.0 * HOUR, NOBODY, unwanted, **facts) == Step(Action.ASK)


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


def test_targets_of_a_reminder_are_stored_by_these_words() -> None:
    assert [*PLAYER[TARGET].values] == ["channel", "direct", "both"], (
        "they stand in the databases of players"
    )


def test_reminder_is_not_due_at_the_very_limit_of_the_turn() -> None:
    assert NotificationPreferences(first_reminder_hours=6).reminder_times(6 * HOUR) == ()
    assert NotificationPreferences(first_reminder_hours=6).reminder_times(6 * HOUR + 1) == (
        6 * HOUR,
    )


@for_each("end, look_at", [(HOUR / 2, HOUR / 2), (5 * HOUR, HOUR + 10)])
def test_turn_of_an_absent_player_is_looked_at_again_within_an_hour(
    end: float, look_at: float
) -> None:
    absent = {ANA: [(0.0, end)]}
    assert step(TABLE, 10.0, absent, DEFAULT_PREFERENCES) == Step(look_at=look_at)


def test_turn_of_a_player_alone_with_opponents_is_not_looked_at_again() -> None:
    alone = replace(TABLE, players=(ANA, -1))
    preferences = NotificationPreferences(first_reminder_hours=NO_REMINDERS)
    assert step(alone, 9.0 * DAY, NOBODY, preferences) == Step()
