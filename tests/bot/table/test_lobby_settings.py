"""The settings of a lobby: the host changes them, and whoever has joined is asked again."""

import pytest

from bot.table.checks import check_join, check_start
from bot.table.entries import Confirm
from bot.table.fold import BrokenLog, fold
from bot.table.refusals import Refusal
from bot.table.table import Table
from tests.support.written_logs import ANA, BO, CLEO, log


def lobby(*lines: tuple[int, str]) -> Table:
    return fold(log((ANA, "new base 3"), *lines))


def test_settings_of_a_lobby_change_until_the_game_begins() -> None:
    table = lobby(
        *((ANA, "set pace: day"), (ANA, "set fields: third"), (ANA, "set seats: 2")),
        *((ANA, "set aids: no"), (ANA, "set order: joined")),
    )
    assert (table.settings.pace, table.settings.aids) == ("day", "no")
    assert (table.options, table.seat_count) == ({"fields": "third"}, 2)
    assert table.changed == () and not table.unconfirmed, "nobody else had joined"
    hunters = lobby((ANA, "set fields: third"), (ANA, "set game: hunters"))
    assert (hunters.name, hunters.options) == ("hunters", {})
    with pytest.raises(BrokenLog, match="has no option"):
        lobby((ANA, "set ferries: C3"))
    with pytest.raises(BrokenLog, match="`pace` is one of"):
        lobby((ANA, "set pace: fast"))


def test_change_of_aids_pace_or_scoring_asks_whoever_has_joined_again() -> None:
    joined = lobby((BO, "join"), (CLEO, "join"), (ANA, "set order: joined"), (ANA, "set seats: 4"))
    assert joined.changed == ("order", "seats") and not joined.unconfirmed
    for change in ("set aids: no", "set pace: day", "set fields: third", "set game: hunters"):
        asked = fold(log((ANA, "new base 3"), (BO, "join"), (CLEO, "join"), (ANA, change)))
        assert asked.unconfirmed == {BO, CLEO}, change
        with pytest.raises(Refusal) as refused:
            check_start(asked, ANA)
        assert refused.value.reason == "unconfirmed"
        assert check_join(asked, BO) == Confirm(1)
    rest = lobby(
        *((BO, "join"), (CLEO, "join"), (ANA, "set pace: day")),
        *((BO, "confirm 1"), (CLEO, "leave 2")),
    )
    assert not rest.unconfirmed and rest.players == (ANA, BO)
    check_start(rest, ANA)
