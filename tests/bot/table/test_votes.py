"""Decisions of the others about a waiting turn."""

from bot.table.clock import runs_out_at
from bot.table.votes import can_be_decided
from tests.bot.table.test_clock import DAY, LIVE, NOBODY, game
from tests.support.written_logs import NEW


def test_turn_with_a_clock_can_be_decided_when_the_clock_is_at_zero() -> None:
    table = game(LIVE)
    end = runs_out_at(table, 0.0, NOBODY)
    assert end is not None
    assert not can_be_decided(table, end - 0.5, NOBODY)
    assert can_be_decided(table, end, NOBODY)


def test_turn_without_a_clock_can_be_decided_after_a_day() -> None:
    assert not can_be_decided(game(NEW), DAY - 1, NOBODY)
    assert can_be_decided(game(NEW), DAY, NOBODY)
