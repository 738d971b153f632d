"""Policies of reminders: the first notice of a turn, the steps after it, and the right to nudge."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.absences.policy import stopped_clocks
from bot.core.durations import DAY, HOUR, MINUTE
from bot.reminders.policy import (
    DEFAULT_PREFERENCES,
    NUDGE_COOLDOWN_SECONDS,
    QUESTION_COOLDOWN_SECONDS,
    Action,
    NotificationPreferences,
    Step,
    TurnFacts,
    check_ask_table,
    check_nudge,
    first_notice_at,
    is_protected,
    next_step,
)
from bot.table.clock import AbsencesByUser
from bot.table.refusals import Refusal
from bot.table.settings import NO_REMINDERS, PLAYER, TARGET, Settings
from bot.table.table import PauseState, Table
from tests.bot.table.test_clock import BY_DAY, LIVE, NOBODY, game
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, NEW

TABLE = game(NEW)
DAYS = 4
LATENESS = 2 * MINUTE


@dataclass(frozen=True)
class Away:
    """An absence with its end; cut short by an action of the player, if ``came_back``."""

    begin: int
    end: int
    came_back: bool

    def known_at(self, now: float) -> tuple[float, float]:
        return self.begin, self.end + (DAY if self.came_back and now < self.end else 0)


@dataclass
class Waiting:
    """A turn of the person at one table, and what was sent about it."""

    table: Table
    was_present: bool
    moves_at: float
    stuck_until: float
    """The time from which its channel takes the post of the turn; notices it always takes."""
    posted: bool = False
    notified_at: float | None = None
    look_at: float = 0.0
    asked: bool = False
    sent: list[tuple[float, str]] = field(default_factory=list)
    reminders: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Days:
    """Some days of one person with turns at several tables."""

    preferences: NotificationPreferences
    turns: tuple[tuple[int, bool, int, int, str], ...]
    """Begin, presence, the seconds until the move, those until the post, and time control."""
    absences: tuple[Away, ...] = ()
    outage: tuple[int, int] = (0, 0)
    limit: tuple[int, int] = (0, 0)

    def is_out(self, now: float) -> bool:
        """Return True while Discord takes nothing."""
        return self.outage[0] <= now < self.outage[1]

    def facts(self, turn: Waiting, now: float) -> TurnFacts:
        known = [away.known_at(now) for away in self.absences if away.begin <= now]
        back = [float(a.end) for a in self.absences if a.came_back and a.end <= now]
        return TurnFacts(
            preferences=self.preferences,
            absences=tuple(known),
            stopped_clocks={ANA: stopped_clocks(known)},
            returned_at=max(back, default=None),
            was_present=turn.was_present,
            notified_at=turn.notified_at,
            reminders=turn.reminders,
            was_asked=turn.asked,
            behind_since=None if turn.posted else turn.table.since,
            is_limited=self.limit[0] <= now < self.limit[1],
        )

    def run(self) -> list[Waiting]:
        """Let the days pass by the minute, and do what the policy says."""
        turns = [
            Waiting(
                replace(TABLE, since=float(begin), settings=Settings(pace=pace)),
                *(was_present, begin + stays, begin + stuck),
                look_at=begin + MINUTE,
            )
            for begin, was_present, stays, stuck, pace in self.turns
        ]
        for now in range(0, DAYS * DAY, MINUTE):
            wakes = any(now in (away.begin, away.end) for away in self.absences)
            for turn in turns:
                if turn.table.since <= now < turn.moves_at:
                    self._post(turn, now)
                    if wakes or turn.look_at <= now:
                        turn.look_at = self._look(turn, now)
        return turns

    def _post(self, turn: Waiting, now: float) -> None:
        if turn.posted or self.is_out(now) or now < turn.stuck_until:
            return
        notice_at = first_notice_at(turn.table, now, self.facts(turn, now))
        turn.posted = True
        if notice_at is not None and notice_at <= now:
            self._notify(turn, now)

    def _notify(self, turn: Waiting, now: float) -> None:
        turn.notified_at = now
        turn.sent.append((now, "first"))

    def _look(self, turn: Waiting, now: float) -> float:
        while True:
            step = next_step(turn.table, now, self.facts(turn, now))
            if step.action is Action.WAIT:
                assert step.look_at is None or step.look_at > now, "it does not turn in a circle"
                return step.look_at if step.look_at is not None else DAYS * DAY
            if self.is_out(now):
                return now + MINUTE
            match step.action:
                case Action.NOTIFY:
                    self._notify(turn, now)
                case Action.REMIND:
                    turn.reminders[step.name] = now
                    turn.sent.append((now, step.name))
                case Action.ASK:
                    turn.asked = True
                    turn.sent.append((now, "ask"))

    # -- the oracle ---------------------------------------------------------------------------

    def may_ping(self, turn: Waiting, now: int) -> bool:
        """Return True if nothing withholds the first notice of a turn in a minute."""
        began, is_live = turn.table.since, turn.table.settings.pace == "live"
        wait = MINUTE if is_live else 5 * MINUTE
        if turn.was_present and now < began + wait:
            return False
        if any(away.begin <= now < away.end for away in self.absences):
            return False
        if any(a.came_back and began <= a.end <= now < a.end + wait for a in self.absences):
            return False
        quiet = self.preferences.quiet
        if quiet is None:
            return True
        hour, (first, end) = now // HOUR % 24, quiet
        return not (first <= hour < end if first < end else hour >= first or hour < end)

    def expected(self, turn: Waiting) -> int | None:
        """Return the minute of the first notice; None if its player moves before."""
        for now in range(int(turn.table.since), DAYS * DAY - HOUR, MINUTE):
            if now >= turn.moves_at:
                return None
            is_behind = now < turn.stuck_until and now < turn.table.since + HOUR
            if self.may_ping(turn, now) and not self.is_out(now) and not is_behind:
                return now
        return None


MINUTES = st.integers(0, 60 * 24).map(lambda minute: minute * MINUTE)
LONG = st.integers(0, 60 * 60).map(lambda minute: minute * MINUTE)
SPANS = st.tuples(LONG, MINUTES).map(lambda span: (span[0], span[0] + span[1]))
QUIET = st.none() | st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda q: q[0] != q[1])


@st.composite
def some_days(draw: st.DrawFn) -> Days:
    """Days with up to three absences, which do not overlap."""
    ends = sorted(draw(st.lists(LONG, min_size=0, max_size=6, unique=True)))
    pairs = zip(ends[::2], ends[1::2], strict=False)
    return Days(
        NotificationPreferences(
            first_reminder_hours=draw(st.sampled_from([NO_REMINDERS, 6, 12])), quiet=draw(QUIET)
        ),
        tuple(
            draw(
                st.lists(
                    st.tuples(
                        *(MINUTES, st.booleans(), st.sampled_from([MINUTE, HOUR, DAYS * DAY])),
                        st.sampled_from([0, 0, 30 * MINUTE, 2 * DAY]),
                        st.sampled_from(["none", "day", "live"]),
                    ),
                    min_size=1,
                    max_size=3,
                )
            )
        ),
        tuple(Away(begin, end, draw(st.booleans())) for begin, end in pairs),
        draw(SPANS),
        draw(SPANS),
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(some_days())
def test_every_waiting_turn_is_notified_once_and_in_time(days: Days) -> None:
    for turn in days.run():
        expected = days.expected(turn)
        first = [at for at, what in turn.sent if what == "first"]
        if expected is not None and expected + LATENESS < turn.moves_at:
            assert len(first) == 1 and expected <= first[0] <= expected + LATENESS, expected
        assert len(first) <= 1 and all(at >= (expected or 0) for at in first)
        if first:
            assert all(at >= first[0] for at, what in turn.sent if what.isdecimal())


@settings(max_examples=60, deadline=None, derandomize=True)
@given(some_days())
@example(Days(NotificationPreferences(quiet=(0, 9)), ((HOUR, False, DAYS * DAY, 0, "live"),)))
def test_no_vote_begins_before_its_player_is_notified_or_a_day_has_passed(days: Days) -> None:
    for turn in days.run():
        for at in (at for at, what in turn.sent if what == "ask"):
            is_absent = any(away.begin <= at < away.end for away in days.absences)
            was_notified = turn.notified_at is not None and turn.notified_at <= at
            wanted = days.preferences.first_reminder_hours != NO_REMINDERS
            if wanted and not is_absent and not was_notified:
                began = range(int(turn.table.since), int(at), MINUTE)
                due = next(now for now in began if days.may_ping(turn, now))
                assert at >= due + DAY
            assert not is_protected(turn.table, at, days.facts(turn, at))


def person(quiet: tuple[int, int] | None = None) -> NotificationPreferences:
    return NotificationPreferences(quiet=quiet)


def test_all_twelve_tables_that_move_at_night_are_notified_when_quiet_hours_end() -> None:
    """Reported from the field: four of them 77 hours later, as the daily limit counted them."""
    tables = tuple((2 * HOUR, False, DAYS * DAY, 0, "day") for _ in range(12))
    days = Days(person(quiet=(22, 7)), tables, limit=(0, DAYS * DAY))
    firsts = [[at for at, what in turn.sent if what == "first"] for turn in days.run()]
    assert firsts == [[7 * HOUR]] * 12


def test_answer_that_finds_its_player_present_is_notified_minutes_later() -> None:
    """Reported from the field: no ping for 12 hours, in a live game none at all."""
    days = Days(person(), ((0, True, DAYS * DAY, 0, "none"), (0, True, DAYS * DAY, 0, "live")))
    slow, live = days.run()
    assert slow.sent[:2] == [(5 * MINUTE, "first"), (12 * HOUR, "1")]
    assert live.sent[:2] == [(MINUTE, "first"), (25 * MINUTE, "ask")]


def test_notices_wait_for_a_missing_post_for_an_hour_and_then_go_out_on_their_own() -> None:
    """Reported from the field: no post, no reminder at 75 s, 13 h, 26 h."""
    [turn] = Days(person(), ((0, False, DAYS * DAY, DAYS * DAY, "none"),)).run()
    assert turn.sent[:3] == [(HOUR, "first"), (12 * HOUR, "1"), (DAY, "2")]
    assert not turn.posted


def test_absence_that_ends_by_itself_is_followed_by_the_notice_at_once() -> None:
    away = Away(0, 10 * HOUR, came_back=False)
    back = replace(away, came_back=True)
    for absence, expected in ((away, 10 * HOUR), (back, 10 * HOUR + 5 * MINUTE)):
        [turn] = Days(person(), ((HOUR, False, DAYS * DAY, 0, "none"),), (absence,)).run()
        assert turn.sent[0] == (expected, "first")


def test_first_notice_stands_for_the_reminders_that_fell_due_before_it() -> None:
    days = Days(NotificationPreferences(6, quiet=(0, 9)), ((0, False, DAYS * DAY, 0, "none"),))
    [turn] = days.run()
    assert turn.sent[:2] == [(9 * HOUR, "first"), (12 * HOUR, "2")]


def test_player_who_cannot_be_reached_is_protected_for_a_day() -> None:
    days = Days(person(), ((0, False, DAYS * DAY, DAYS * DAY, "live"),), outage=(0, DAYS * DAY))
    [turn] = days.run()
    assert turn.sent == []
    assert is_protected(turn.table, DAY - 1.0, days.facts(turn, DAY - 1.0))
    assert not is_protected(turn.table, float(DAY), days.facts(turn, DAY))


# -- the next step ----------------------------------------------------------------------------


def step(
    now: float,
    *sent: tuple[str, float],
    table: Table = TABLE,
    absent: AbsencesByUser = NOBODY,
    preferences: NotificationPreferences = DEFAULT_PREFERENCES,
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
) -> list[tuple[float, str]]:
    """The reminders of a month, by the hour, with each look at its announced time."""
    now, end, sent = 0.0, 30.0 * DAY, dict[str, float]()
    reminders: list[tuple[float, str]] = []
    while now < end:
        next_ = step(now, *sent.items(), table=table, absent=absent, preferences=preferences)
        if next_.action is Action.ASK:
            return [*reminders, (now / HOUR, "note")]
        if next_.action is Action.REMIND:
            sent[next_.name] = now
            reminders.append((now / HOUR, next_.name))
            continue
        assert next_.look_at is None or next_.look_at > now, "it does not turn in a circle"
        now = next_.look_at if next_.look_at is not None else end
    return reminders


@for_each(
    "hours, wanted",
    [
        (
            DEFAULT_PREFERENCES.first_reminder_hours,
            [(12, "1"), (24, "2"), (48, "3"), (96, "4"), (120, "note")],
        ),
        (6, [(6, "1"), (12, "2"), (24, "3"), (48, "4"), (120, "note")]),
        (24, [(24, "1"), (48, "2"), (96, "3"), (120, "note")]),
        (48, [(48, "1"), (96, "2"), (120, "note")]),
        (NO_REMINDERS, [(120, "note")]),
    ],
)
def test_reminders_come_after_the_users_hours_then_doubling_then_one_note_a_day_later(
    hours: int, wanted: list[tuple[float, str]]
) -> None:
    assert said(NotificationPreferences(first_reminder_hours=hours)) == wanted


def test_week_of_downtime_causes_one_reminder_and_then_the_note() -> None:
    week = 7.0 * DAY
    assert step(week) == Step(Action.REMIND, "4")
    assert step(week, ("4", week)) == Step(look_at=week + DAY)
    assert step(week + DAY, ("4", week)) == Step(Action.ASK)
    # Of one who was reminded before it the last that is due is said.
    assert step(week, ("1", 12.0 * HOUR)) == Step(Action.ASK)


def test_table_is_asked_though_its_player_has_reached_the_daily_limit() -> None:
    assert step(13.0 * HOUR, is_limited=True) == Step(look_at=14 * HOUR)
    assert step(7.0 * DAY, is_limited=True) == Step(Action.ASK)


def test_snoozed_reminder_comes_although_the_table_was_asked() -> None:
    until, sent = 27 * HOUR, ("1", 12.0 * HOUR)
    snoozed = partial(step, table=game(BY_DAY), snoozed_until=until, was_asked=True)
    assert snoozed(25.0 * HOUR, sent) == Step(look_at=until)
    due = snoozed(until, sent)
    assert due == Step(Action.REMIND, f"1 {until}")
    assert snoozed(until + 1, sent, (due.name, until)) == Step()


def test_question_waits_for_the_notice_unless_its_player_wants_none() -> None:
    unnotified = partial(step, 1.0 * HOUR, table=game(LIVE), notified_at=None)
    night = NotificationPreferences(quiet=(0, 9))
    assert unnotified(preferences=night) == Step(look_at=9 * HOUR)
    unwanted = replace(night, first_reminder_hours=NO_REMINDERS)
    assert unnotified(preferences=unwanted) == Step(Action.ASK)


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
    preferences = NotificationPreferences(first_reminder_hours=6)
    assert preferences.reminder_times(6 * HOUR) == ()
    assert preferences.reminder_times(6 * HOUR + 1) == (6 * HOUR,)


@for_each("end, look_at", [(HOUR / 2, HOUR / 2), (5 * HOUR, HOUR + 10)])
def test_turn_of_an_absent_player_is_looked_at_again_within_an_hour(
    end: float, look_at: float
) -> None:
    assert step(10.0, absent={ANA: [(0.0, end)]}) == Step(look_at=look_at)
    assert step(10.0, absences=((0.0, end),)) == Step(look_at=HOUR + 10), "its clock runs on"


def test_turn_of_a_player_alone_with_opponents_is_not_looked_at_again() -> None:
    alone = replace(TABLE, players=(ANA, -1))
    preferences = NotificationPreferences(first_reminder_hours=NO_REMINDERS)
    assert step(9.0 * DAY, table=alone, preferences=preferences) == Step()


# -- nudges -----------------------------------------------------------------------------------


def test_waiting_player_may_nudge_the_player_to_move() -> None:
    assert TABLE.to_move == ANA
    assert check_nudge(TABLE, BO, 10.0, ()) == ANA


PAUSED = replace(TABLE, paused=PauseState(0.0, 20.0, frozenset()))


@for_each(
    "table, user, away, reason, facts",
    [
        (TABLE, ANA, (), "own-turn", {}),
        (TABLE, BO, (ANA,), "is-away", {"user": ANA}),
        (TABLE, 99, (), "not-seated", {}),
        (game((ANA, "new base 2"), (1, BO, "resign 1")), BO, (), "game-over", {}),
        (game(NEW, (1, ANA, "open 0")), BO, (), "nobody-to-nudge", {}),
        (PAUSED, BO, (), "waits-on-purpose", {}),
    ],
)
def test_nudge_is_refused_with_its_reason(
    table: Table, user: int, away: tuple[int, ...], reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as caught:
        check_nudge(table, user, 10.0, away)
    assert (caught.value.reason, caught.value.facts) == (reason, facts)


def test_player_to_move_is_nudged_after_the_end_of_a_pause() -> None:
    assert check_nudge(PAUSED, BO, 20.0, (BO,)) == ANA


def test_table_is_asked_once_the_turn_has_waited_a_day() -> None:
    check_ask_table(TABLE, BO, DAY, (), NOBODY)
    with pytest.raises(Refusal) as caught:
        check_ask_table(TABLE, BO, DAY - 1, (), NOBODY)
    assert (caught.value.reason, caught.value.facts) == ("protected", {"user": ANA})
    with pytest.raises(Refusal, match="is-away"):
        check_ask_table(TABLE, BO, DAY, (ANA,), NOBODY)
    assert (NUDGE_COOLDOWN_SECONDS, QUESTION_COOLDOWN_SECONDS) == (8 * HOUR, DAY)
