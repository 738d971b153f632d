"""Refused ferry moves, and the options of the Ferries in a record."""

import pytest

from rules.errors import IllegalMove, RecordError, RulesError
from rules.game import play
from rules.geometry import cell_at
from rules.header import Header
from rules.notation import write
from rules.record import replay
from rules.variants import PARTS, rulebook
from rules.variants.ferries import LayFerry, TurnFerry
from tests.support.ferry_positions import FOUR_LAKES, ONE_LAKE, after_moves
from tests.support.for_each import for_each
from tests.support.positions import base, ferries, game_with_placement, pile, refusal, script_record
from tests.support.read_moves import read

# -- refusals -------------------------------------------------------------------------------------


@for_each("text", ["ferry a d", "ferry d e", "ferry b z", "ferry f g"])
def test_a_ferry_between_anything_but_two_roads_of_the_lake_is_refused(text: str) -> None:
    why = refusal(
        after_moves(game_with_placement(ferries(hand="FER-FRRR"), "1 0 rot0"), "pass"), text
    )
    assert why.reason == "no-ferry"
    assert str(why) == "choose two different roads of the lake just placed: a, b, c"


@for_each("text", ["turn 1 0 a c", "turn 1 0 c a", "turn 1 0 a d", "turn 1 0 y z"])
def test_F24_ferry_turned_to_its_own_roads_or_to_no_road_is_refused(text: str) -> None:
    """F-24: two quays; the ferry joins a and c already."""
    game = after_moves(game_with_placement(ferries(ONE_LAKE, hand="U"), "-1 0 rot90"), "pass")
    why = refusal(game, text)
    assert why.reason == "no-turn"
    assert str(why) == "choose two roads the ferry doesn't join yet, out of a, b, c"


@for_each("where", ["0 0", "-1 0", "9 9"])
def test_turning_a_missing_ferry_is_refused(where: str) -> None:
    game = after_moves(game_with_placement(ferries(ONE_LAKE, hand="U"), "-1 0 rot90"), "pass")
    why = refusal(game, f"turn {where} a b")
    assert why.reason == "not-turnable"
    assert str(why) == f"you can't turn the ferry at {where} this turn; those you can: 1 0"


def test_a_refusal_names_every_ferry_that_can_still_be_turned() -> None:
    game = after_moves(
        game_with_placement(ferries(FOUR_LAKES, hand="X"), "1 0 rot0"), "pass", "turn 1 1 a b"
    )
    why = refusal(game, "turn 1 1 b c")
    assert why.reason == "not-turnable"
    named = str(why).rpartition(": ")[2]
    assert set(named.split(", ")) == {"-1 0", "1 -1", "2 0"}


@for_each("text", ["ferry a b", "turn 1 0 a b"])
def test_ferry_move_before_the_placement_is_refused(text: str) -> None:
    why = refusal(ferries(ONE_LAKE, hand="U"), text)
    assert why.reason == "not-now"
    assert str(why) == f"you can't play `{text}` now: first place the current tile"


def test_every_ferry_refusal_has_a_sentence() -> None:
    assert {"no-ferry", "no-turn", "not-turnable"} <= set(PARTS["ferries"].reasons)
    with pytest.raises(IllegalMove) as why:
        play(
            after_moves(game_with_placement(base(hand="U"), "1 0 rot90"), "pass"),
            LayFerry("a", "b"),
        )
    assert why.value.reason == "not-now", "the base game knows no ferries"


def test_ferries_and_turns_are_read_and_written_the_same() -> None:
    for text in ("ferry b d", "turn 2 0 b c", "turn -3 11 a d"):
        (move,) = read(text)
        assert write(move) == text
    assert read("ferry d b") == [LayFerry("b", "d")]
    assert read("TURN 2,0 cb") == [TurnFerry(cell_at(2, 0), "b", "c")]
    assert read("place 1 0 rot90 ferry c a")[1:] == [LayFerry("a", "c")]


# -- records and options -------------------------------------------------------------------------


def test_X28_X31_options_are_written_to_the_header_and_read_back() -> None:
    options = {"ferries": "C3", "cloister extends ferry roads": "no"}
    text = script_record("base+ferries", ONE_LAKE + "\nBlue A -1 0 rot270", options=options)
    assert text.startswith(
        "game: base+ferries\nseats: 2\nedition: 1\nferries: C3\n"
        "cloister extends ferry roads: no\nbag: FER-FRRR A"
    )
    game = replay(text).game
    assert game.book is rulebook("base+ferries", options, 1)
    assert game.book.ruleset.options == options
    assert text.rstrip().endswith("place -1 0 rot270\npass"), "no turn was asked for"


def test_default_options_may_be_left_out_of_the_header() -> None:
    text = script_record("base+ferries", ONE_LAKE)
    assert "ferries: " not in text.replace("base+ferries", "")
    usual = {"ferries": "C1", "cloister extends ferry roads": "yes"}
    assert replay(text).game.book is rulebook("base+ferries", usual, 1)
    said = text.replace("bag:", "ferries: C1\ncloister extends ferry roads: yes\nbag:")
    assert replay(said).game.story == replay(text).game.story


@for_each(
    ("line", "why"),
    [
        ("ferries: C2", "line 3: 'ferries' is one of C1, C3, not 'C2'"),
        ("ferries:", "line 3: 'ferries' is one of C1, C3, not ''"),
        (
            "cloister extends ferry roads: maybe",
            "line 3: 'cloister extends ferry roads' is one of yes, no, not 'maybe'",
        ),
        ("boats: 3", "line 4: unknown words in the header: boats"),
        ("ferries: C1\nferries: C3", "line 5: 'ferries' stands twice"),
    ],
)
def test_invalid_option_is_refused_with_its_line(line: str, why: str) -> None:
    text = script_record("base+ferries", "").replace("bag:", f"{line}\nbag:")
    with pytest.raises(RecordError) as error:
        replay(text)
    assert str(error.value) == why


def test_X28_a_pile_of_the_other_mix_is_refused() -> None:
    text = script_record("base+ferries", "").replace("bag:", "ferries: C3\nbag:")
    with pytest.raises(RecordError, match="too many: FER-FRRR; missing: FER-RRRR") as error:
        replay(text)
    assert error.value.line == 5


def test_base_game_refuses_options_of_the_ferries() -> None:
    with pytest.raises(RulesError, match="base has no option 'ferries'"):
        rulebook("base", {"ferries": "C1"})
    text = Header("base", 2, {"bag": pile("base", [])}).text()
    with pytest.raises(RecordError, match="unknown words in the header: ferries"):
        replay(text.replace("bag:", "ferries: C1\nbag:"))


def test_a_bad_ferry_in_a_record_is_refused_with_its_line() -> None:
    text = script_record("base+ferries", ONE_LAKE)
    with pytest.raises(
        RecordError, match="line 8: 'ferry a d': choose two different roads"
    ) as error:
        replay(text.replace("ferry a c", "ferry a d"))
    assert error.value.line == 8
