"""The right to nudge the player to move."""

from dataclasses import replace

import pytest

from bot.reminders.policy import (
    NUDGE_COOLDOWN_SECONDS,
    QUESTION_COOLDOWN_SECONDS,
    check_ask_table,
    check_nudge,
)
from bot.table.refusals import Refusal
from bot.table.table import PauseState, Table
from tests.bot.table.test_clock import DAY, HOUR, NOBODY, game
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, NEW

TABLE = game(NEW)


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
