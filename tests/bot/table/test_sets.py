"""The sets a game is made of: refused before a table is opened, and changed in its lobby."""

import pytest

from bot.table.entries import Choose
from bot.table.fold import fold
from bot.table.lobby import check_new_game, check_set_choice, check_takes_sets, with_sets
from bot.table.refusals import Refusal
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BEGUN, BO, JOIN, log

LOBBY = fold(log((ANA, "new base+river 4"), JOIN))
SIX = fold(log((ANA, "new base+inns 6"), *((None, f"join {seat}") for seat in range(1, 6))))


def test_set_is_added_to_a_game_once_and_in_the_order_of_the_sets() -> None:
    assert with_sets("base", []) == "base" and with_sets("base", ["river"]) == "base+river"
    assert with_sets("base+river", ["river", "inns"]) == "base+inns+river"


def test_game_that_takes_no_sets_is_refused_with_those_that_do() -> None:
    check_takes_sets("base+river")
    with pytest.raises(Refusal) as refused:
        check_takes_sets("hunters")
    assert refused.value.reason == "plays-alone"
    assert refused.value.facts == {"game": "hunters", "games": ["base"]}


@for_each(
    "name, seats, options, reason, facts",
    [
        (
            *("base", 2, {"ferries": "C3"}, "not-without"),
            {"switch": "ferries", "sets": ["ferries"], "typed": "ferries"},
        ),
        (*("hunters", 2, {"ferries": "C3"}, "plays-alone"), {"game": "hunters", "games": ["base"]}),
        ("base", 6, {}, "seats-with", {"sets": ["inns"], "typed": "inns", "low": 2, "high": 5}),
        ("base", 7, {}, "seats", {"low": 2, "high": 5}),
        ("base+inns", 7, {}, "seats", {"low": 2, "high": 6}),
        ("base", 1, {}, "seats", {"low": 2, "high": 5}),
    ],
)
def test_table_for_an_impossible_game_is_refused_with_what_is_possible(
    name: str, seats: int, options: dict[str, str], reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check_new_game(name, seats, options)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_possible_game_may_be_opened() -> None:
    check_new_game("base", 5, {})
    check_new_game("base+inns", 6, {})
    check_new_game("base+ferries", 2, {"ferries": "C3"})


def test_host_adds_and_removes_sets_in_the_lobby() -> None:
    assert check_set_choice(LOBBY, ANA, "inns", on=True) == Choose("base+inns+river")
    assert check_set_choice(LOBBY, ANA, "river", on=False) == Choose("base")
    assert check_set_choice(SIX, ANA, "traders", on=True) == Choose("base+inns+traders")


@for_each(
    "user, part, on, reason, facts",
    [
        (BO, "inns", True, "host-chooses", {"host": ANA}),
        (ANA, "river", True, "late", {}),
        (ANA, "inns", False, "late", {}),
        (ANA, "ark", True, "late", {}),
    ],
)
def test_change_of_a_set_is_refused_with_its_reason(
    user: int, part: str, on: bool, reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check_set_choice(LOBBY, user, part, on=on)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_set_stays_while_more_players_sit_than_the_game_takes_without_it() -> None:
    with pytest.raises(Refusal) as refused:
        check_set_choice(SIX, ANA, "inns", on=False)
    assert refused.value.reason == "too-many"
    assert refused.value.facts == {"sets": ["inns"], "high": 5, "seated": 6}
    five = fold(log((ANA, "new base+inns 6"), *((None, f"join {n}") for n in range(1, 5))))
    assert check_set_choice(five, ANA, "inns", on=False) == Choose("base")


def test_sets_of_a_running_game_stay() -> None:
    with pytest.raises(Refusal, match="started-already"):
        check_set_choice(fold(log(*BEGUN)), ANA, "inns", on=True)
