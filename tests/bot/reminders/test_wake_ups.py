"""Wake-ups: whenever a table waits for a person, one due will say so, when the policy gives it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from bot.core.durations import HOUR
from tests.support.postgres_server import Server
from tests.support.two_process_table import TwoProcessTable
from tests.support.waiting_table import WaitingTable

pytestmark = pytest.mark.usefixtures("no_retry_pauses")


def try_walks(walks: int, steps: int, table: Callable[[], WaitingTable] = WaitingTable) -> None:
    """Let hypothesis walk the table; the same walks each time, as a landing must not be luck.

    A walk that fails is printed as it was: to shorten it takes minutes, and needs `Phase.shrink`.
    """
    run_state_machine_as_test(
        table,
        settings=settings(
            max_examples=walks,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_waiting_table_has_one_due_after_any_steps() -> None:
    try_walks(6, 12)


@pytest.mark.slow
def test_waiting_table_has_one_due_after_any_long_walk() -> None:
    try_walks(60, 50)


def test_table_of_two_processes_has_one_due_and_sends_each_reminder_once(server: Server) -> None:
    try_walks(12, 25, partial(TwoProcessTable, server))


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("write", range(1, 7))
def test_reminder_of_a_process_killed_before_a_write_is_posted_once(
    server: Server, write: int, beside: bool
) -> None:
    """The writes are those of claiming, reserving, noting the post, confirming and settling."""
    table = TwoProcessTable(server)
    try:
        table.begin("none")
        for player in range(3):
            table.choose_quiet_hours(player, "none")
        table.check_law()
        table.second_process_is_killed_at_a_write(write, beside)
        table.check_law()
        table.time_passes(HOUR)
        table.check_law()
        assert table.reminders() == [True]
        table.both_processes_take_what_is_due()
        table.check_law()
        assert table.reminders() == [True, True]
    finally:
        table.teardown()
