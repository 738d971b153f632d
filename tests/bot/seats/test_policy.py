"""Replacing the player of a seat: who may ask, and when the seat may be taken."""

from dataclasses import dataclass, replace
from random import Random

import pytest

from bot.seats.policy import (
    can_decide_alone,
    check_replace,
    deciding_users,
    is_granted,
    require_current,
)
from bot.table.fold import fold
from bot.table.refusals import Refusal
from bot.table.votes import PROTECTION_SECONDS
from rules.random_play import deal
from tests.support.for_each import for_each
from tests.support.written_logs import ANA, BO, CLEO, END, JOIN, log

DAN, EVE = 10, 11
_HEADER = deal("base", 4, Random(1)).text()
_SEATED = ((ANA, "new base 4"), JOIN, (CLEO, "join 2"), (DAN, "join 3"))
_BEGUN = (*_SEATED, (ANA, f"start\norder: 0 1 2 3\n{_HEADER}"))
TABLE = fold(log(*_BEGUN))
RESIGNED = fold(log(*_BEGUN, (DAN, "resign 3")))


@dataclass(frozen=True)
class Invitation:
    """An invitation of Eve to the seat of Ana."""

    id: int = 1
    game: int = 1
    seat: int = 0
    holder: int = ANA
    invited: int = EVE
    inviter: int = BO
    granted: bool = False
    consents: frozenset[int] = frozenset()


def test_seat_of_the_replaced_player_is_returned() -> None:
    assert check_replace(TABLE, ANA, CLEO, EVE, manager=False) == 2
    assert check_replace(TABLE, ANA, ANA, None, manager=False) == 0
    assert check_replace(TABLE, EVE, BO, None, manager=True) == 1


@for_each(
    "user, old, new, manager, reason, facts",
    [
        (EVE, ANA, EVE, False, "not-seated", {}),
        (DAN, ANA, EVE, False, "resigned", {}),
        (ANA, DAN, EVE, False, "nobody-to-replace", {"user": DAN}),
        (ANA, EVE, EVE, True, "nobody-to-replace", {"user": EVE}),
        (ANA, BO, None, False, "replaced-by-whom", {"user": BO}),
        (ANA, BO, CLEO, False, "seated-there", {"user": CLEO}),
        (ANA, ANA, DAN, True, "seated-there", {"user": DAN}),
    ],
)
def test_replacement_is_refused_with_its_reason(
    user: int, old: int, new: int | None, manager: bool, reason: str, facts: dict[str, object]
) -> None:
    with pytest.raises(Refusal) as refused:
        check_replace(RESIGNED, user, old, new, manager=manager)
    assert (refused.value.reason, refused.value.facts) == (reason, facts)


def test_no_player_of_a_closed_game_is_replaced() -> None:
    with pytest.raises(Refusal, match="game-over"):
        check_replace(fold(log(*_BEGUN, END)), ANA, BO, EVE, manager=True)


def test_player_of_the_seat_and_a_manager_decide_alone() -> None:
    assert can_decide_alone(ANA, ANA, manager=False) and can_decide_alone(EVE, ANA, manager=True)
    assert not can_decide_alone(BO, ANA, manager=False)
    assert deciding_users(TABLE, ANA) == {BO, CLEO, DAN}


def test_majority_of_the_others_gives_a_seat_away_after_a_day_of_its_turn() -> None:
    late = PROTECTION_SECONDS
    two = Invitation(consents=frozenset({BO, CLEO}))
    assert is_granted(TABLE, two, late)
    assert not is_granted(TABLE, two, late - 1)
    assert not is_granted(TABLE, Invitation(consents=frozenset({BO})), late)
    assert not is_granted(RESIGNED, Invitation(consents=frozenset({BO})), late), "half is too few"
    assert not is_granted(TABLE, Invitation(consents=frozenset({BO, EVE, ANA})), late)
    others = replace(two, seat=1, holder=BO, consents=frozenset({ANA, CLEO}))
    assert not is_granted(TABLE, others, late), "it is not the turn of that seat"
    assert is_granted(TABLE, Invitation(granted=True), 0.0)


def test_invitation_ends_with_the_game_or_another_player_of_the_seat() -> None:
    require_current(TABLE, Invitation())
    for table in (
        *(fold(log(*_BEGUN, END)), fold(log(*_BEGUN, (ANA, "open 0")))),
        fold(log(*_BEGUN, (EVE, "take 0"))),
    ):
        with pytest.raises(Refusal, match="no-invitation"):
            require_current(table, Invitation())
    with pytest.raises(Refusal, match="no-invitation"):
        require_current(TABLE, Invitation(seat=1))
