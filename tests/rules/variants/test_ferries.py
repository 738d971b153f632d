"""The Ferries (rules 5.1 and 5.2): the box, laying a lake and its ferry, the order of a turn.

The cases T-F-12, T-F-13 and T-F-14 concern inns and builders: see the tests of these.
"""

from rules.geometry import cell_at
from rules.variants import rulebook
from tests.support.base_positions import Options, ferries, followers, play_script
from tests.support.ferry_positions import (
    ONE_LAKE,
    THREE_ROADS,
    after_moves,
    is_road_closed,
    joined_roads,
    paid_roads,
    road_cells,
    thief_seats,
)
from tests.support.for_each import for_each
from tests.support.hunters_positions import (
    area,
    game_with_placement,
    offered_figures,
    offered_moves,
    refusal,
)

# -- the box (5.1) --------------------------------------------------------------------------------


@for_each(
    ("options", "mix"),
    [(None, (3, 4, 1)), ({"ferries": "C1"}, (3, 4, 1)), ({"ferries": "C3"}, (3, 3, 2))],
)
def test_F01_F02_X28_eight_lakes_of_the_mix_are_shuffled_in(
    options: Options, mix: tuple[int, int, int]
) -> None:
    box = rulebook("base+ferries", options).ruleset.bags["bag"]
    names = ("FER-CRRR", "FER-FRRR", "FER-RRRR")
    assert tuple(box.counts[name] for name in names) == mix
    assert sum(box.counts.values()) == 72 + 8
    assert len(box.pile()) == 72 + 8 - 1, "the start tile lies"
    assert [box.pile().count(name) for name in names] == list(mix)


def test_F03_the_lake_separates_the_fields_between_its_roads() -> None:
    game = game_with_placement(ferries(hand="FER-RRRR"), "1 0 rot0")
    heads = {frozenset(area(game, "field", f"1 0 {letter}").spots) for letter in "fghi"}
    assert len(heads) == 4, "one field a corner, not joined around the lake"
    assert {"farmer f", "farmer g", "farmer h", "farmer i"} <= offered_figures(game)
    assert refusal(game, "farmer e").reason == "wrong-terrain", "nobody stands on the lake"


# -- playing a lake (5.2) -------------------------------------------------------------------------


def test_F10_a_lake_is_laid_where_its_sides_match() -> None:
    """Start's east side is a road; turned by 270° the lake shows its field to the west."""
    game = ferries(hand="FER-FRRR")
    why = refusal(game, "place 1 0 rot270")
    assert why.reason == "mismatch"
    assert "its west side is a field and would meet a road. Try rot0 or rot90 or rot180" in str(why)
    there = [text for text in offered_moves(game) if text.startswith("place 1 0 ")]
    assert there == ["place 1 0 rot0", "place 1 0 rot90", "place 1 0 rot180"]


def test_T_F_01_ferry_must_be_laid_even_without_a_follower() -> None:
    """F-12, X-29: always, whether somebody was put on the tile or not."""
    game = after_moves(game_with_placement(ferries(hand="FER-FRRR"), "1 0 rot0"), "pass")
    assert offered_moves(game) == ["ferry a b", "ferry a c", "ferry b c"]
    why = refusal(game, "pass")
    assert why.reason == "not-now"
    assert "place the ferry between two roads of your lake" in str(why)
    game = after_moves(game, "ferry a c")
    assert joined_roads(game) == {(1, 0): "ac"}
    assert game.turn == 1
    assert followers(game) == [7, 7]


def test_X29_ferry_is_laid_after_a_follower_too() -> None:
    for figure in ("thief a", "farmer e"):
        game = after_moves(game_with_placement(ferries(hand="FER-FRRR"), "1 0 rot0"), figure)
        assert offered_moves(game) == ["ferry a b", "ferry a c", "ferry b c"]
        assert joined_roads(after_moves(game, "ferry b c")) == {(1, 0): "bc"}


def test_F12_a_lake_of_four_roads_offers_six_ferries() -> None:
    game = after_moves(game_with_placement(ferries(hand="FER-RRRR"), "1 0 rot0"), "pass")
    pairs = ["ab", "ac", "ad", "bc", "bd", "cd"]
    assert offered_moves(game) == [f"ferry {a} {b}" for a, b in pairs]
    for a, b in pairs:
        assert joined_roads(after_moves(game, f"ferry {a} {b}")) == {(1, 0): a + b}


def test_F13_the_joined_roads_are_one_and_the_others_end_at_their_quays() -> None:
    game = after_moves(
        game_with_placement(ferries(hand="FER-FRRR"), "1 0 rot0"), "pass", "ferry a c"
    )
    assert area(game, "road", "1 0 a") is area(game, "road", "1 0 c")
    assert road_cells(game, "1 0 a") == {(0, 0), (1, 0)}
    assert len(area(game, "road", "1 0 a").open) == 2, "start's west, the lake's east"
    assert area(game, "road", "1 0 b").spots == (cell_at(1, 0) + 1,)
    assert len(area(game, "road", "1 0 b").open) == 1, "the quay ends it, its south is open"


def test_T_F_02_the_ferry_joins_the_new_thief_to_an_occupied_road() -> None:
    """F-14; Red's road ends at the quay without a ferry: monastery, bend and lake are 3 tiles."""
    game = game_with_placement(ferries(THREE_ROADS, hand="FER-FRRR", seats=3), "1 0 rot0")
    game = after_moves(game, "thief b", "ferry b c")
    assert thief_seats(game, "1 0 b") == [1, 2]
    assert road_cells(game, "1 0 b") == {(-1, 0), (0, 0), (1, 0)}
    assert not is_road_closed(game, "1 0 b")
    assert paid_roads(game) == [({(2, 1), (2, 0), (1, 0)}, {0: 3})]
    assert is_road_closed(game, "1 0 a")
    assert followers(game) == [7, 6, 6], "Red's thief is home"


def test_F14_a_ferry_may_join_two_occupied_roads() -> None:
    """City, -1 0, start, lake, bend, monastery: 6 tiles; one thief each, so both are paid."""
    game = game_with_placement(ferries(THREE_ROADS, hand="FER-FRRR S", seats=3), "1 0 rot0")
    game = after_moves(game, "pass", "ferry a c")
    assert thief_seats(game, "1 0 a") == [0, 1]
    assert road_cells(game, "1 0 a") == {(-1, 0), (0, 0), (1, 0), (2, 0), (2, 1)}
    assert paid_roads(game) == []
    game = play_script(game, "Red S -2 0 rot270")[0]
    assert paid_roads(game) == [(road_cells(game, "1 0 a"), {0: 6, 1: 6})]
    assert len(road_cells(game, "1 0 a")) == 6


def test_T_F_03_F11_occupancy_is_judged_before_the_ferry_each_road_by_itself() -> None:
    game = game_with_placement(ferries(THREE_ROADS, hand="FER-FRRR", seats=3), "1 0 rot0")
    assert {figure for figure in offered_figures(game) if "thief" in figure} == {"thief b"}
    for letter, text in (("c", "seat 1's thief at -1 0"), ("a", "seat 0's thief at 2 1")):
        why = refusal(game, f"thief {letter}")
        assert why.reason == "taken"
        assert str(why) == f"that road is taken by {text}"


# -- the order of a turn --------------------------------------------------------------------------


def test_T_F_16_F26_F27_follower_then_new_ferry_then_turns_then_scoring() -> None:
    """A lake at 2 0 extends the road through the ferry at 1 0."""
    game = game_with_placement(ferries(ONE_LAKE, hand="FER-FRRR"), "2 0 rot0")
    assert offered_figures(game) >= {"thief a", "thief b"}
    assert refusal(game, "thief c").reason == "taken"
    for early in ("ferry a b", "turn 1 0 a b"):
        why = refusal(game, early)
        assert why.reason == "not-now"
        assert str(why) == (f"you can't play `{early}` now: first place a meeple, or pass")
    game = after_moves(game, "thief b")
    assert offered_moves(game) == ["ferry a b", "ferry a c", "ferry b c"]
    for early in ("turn 1 0 a b", "thief a", "pass"):
        why = refusal(game, early)
        assert why.reason == "not-now"
        assert "first place the ferry between two roads of your lake" in str(why)
    game = after_moves(game, "ferry b c")
    assert offered_moves(game) == ["turn 1 0 a b", "turn 1 0 b c", "pass"]
    for late in ("ferry a b", "thief a", "place 3 0 rot0"):
        why = refusal(game, late)
        assert why.reason == "not-now"
        assert "first turn a ferry or pass" in str(why)
    assert refusal(game, "turn 2 0 a b").reason == "not-turnable", "laid this turn (F-25)"
    assert thief_seats(game, "2 0 b") == [0, 1]
    game = after_moves(game, "turn 1 0 b c")
    assert joined_roads(game) == {(1, 0): "bc", (2, 0): "bc"}
    assert (thief_seats(game, "1 0 c"), thief_seats(game, "2 0 b")) == ([0], [1])
    assert game.turn == 0


def test_X33_nothing_is_scored_before_the_ferries_are_turned() -> None:
    """The road is whole between two cities, but only until its ferry is turned."""
    script = ONE_LAKE + "\nBlue T -1 0 rot270"
    game = after_moves(game_with_placement(ferries(script, hand="S"), "2 0 rot90"), "pass")
    assert is_road_closed(game, "1 0 a"), "four tiles, both ends at a city"
    assert paid_roads(game) == []
    kept = after_moves(game, "pass")
    assert paid_roads(kept) == [({(-1, 0), (0, 0), (1, 0), (2, 0)}, {0: 4})]  # T-F-10 as well
    away = after_moves(game, "turn 1 0 b c")
    assert paid_roads(away) == [], "now it leads south and is open"
    assert thief_seats(away, "1 0 b") == [0]
