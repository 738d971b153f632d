"""The right to nudge the player to move."""

import pytest

from bot.table.nudges import may_nudge
from bot.table.refusals import Refusal
from tests.bot.table.test_clock import game
from tests.support.written_logs import ANA, BO, NEW

TABLE = game(NEW)


def test_waiting_player_may_nudge_the_player_to_move() -> None:
    assert TABLE.to_move == ANA
    assert may_nudge(TABLE, BO, 10.0, ()) == ANA


@pytest.mark.parametrize(
    ("user", "away", "reason"),
    [(ANA, (), "own-turn"), (BO, (ANA,), "is-away"), (99, (), "not-seated")],
)
def test_nudge_is_refused_with_its_reason(user: int, away: tuple[int, ...], reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        may_nudge(TABLE, user, 10.0, away)
    assert caught.value.reason == reason
