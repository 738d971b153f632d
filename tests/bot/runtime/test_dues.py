"""The payloads of dues: written, read back, and distinct."""

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.absences.service import AbsenceDue
from bot.cups.rounds import CupDue
from bot.history.service import ReviewDue
from bot.orders.service import OrderDue
from bot.reminders.nudges import NoticeDue
from bot.runtime.scheduler import DuePayload, JobDue, Snooze, TurnDue
from bot.runtime.server_posts import SERVER_JOBS, ServerDue
from bot.threads.service import ThreadDue

NUMBERS: Final = st.integers(0, 2**63 - 1)
MOMENTS: Final = st.integers(0, 10**12 - 1)
PAYLOADS: Final = st.one_of(
    st.builds(TurnDue, NUMBERS, st.none() | st.builds(Snooze, MOMENTS, MOMENTS)),
    st.builds(AbsenceDue, NUMBERS, st.none() | NUMBERS),
    st.builds(OrderDue, NUMBERS, MOMENTS),
    st.builds(ReviewDue, NUMBERS),
    st.builds(ThreadDue, NUMBERS),
    st.builds(CupDue, MOMENTS, NUMBERS),
    NUMBERS.map(lambda n: NoticeDue(n, n, n % 10**12, n, f"nudge {n} 5")),
    st.builds(ServerDue, st.sampled_from(SERVER_JOBS), NUMBERS),
    st.builds(JobDue, st.sampled_from(["backup", "archive", "copies", "gone", "limits"])),
)


@given(PAYLOADS, MOMENTS)
def test_due_payload_is_read_back_as_written(payload: DuePayload, due_at: int) -> None:
    due = payload.write(due_at)
    assert type(payload).read(due) == payload
    assert (due.key, due.at) == (payload.key, due_at)


def subject(payload: DuePayload) -> object:
    match payload:
        case TurnDue(game) | OrderDue(game):
            return type(payload), game
        case CupDue(cup):
            return CupDue, cup
    return payload


@given(PAYLOADS, PAYLOADS)
def test_two_payloads_share_a_key_only_if_they_are_about_the_same(
    one: DuePayload, other: DuePayload
) -> None:
    assert (one.key == other.key) == (subject(one) == subject(other))


def test_a_turn_with_another_text_is_refused() -> None:
    for text in ("100", "100 ", "100 x", "-1 200", "100 200 300"):
        with pytest.raises(ValueError, match="this should be"):
            TurnDue.read(replace(TurnDue(7).write(1.0), text=text))


@given(PAYLOADS)
def test_a_due_of_another_kind_is_refused(payload: DuePayload) -> None:
    due = replace(payload.write(1.0), kind="other")
    with pytest.raises(ValueError, match="not a due of"):
        type(payload).read(due)


def test_a_due_whose_key_and_columns_disagree_is_refused() -> None:
    due = ThreadDue(7).write(1.0)
    for other in (replace(due, game=8), replace(due, game=None), replace(due, user=5)):
        with pytest.raises(ValueError, match="this should be `thread"):
            ThreadDue.read(other)
