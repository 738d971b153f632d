"""Ferries: lakes, laying and turning them, and the roads that they join (rules F)."""

from rules.geometry import cell_at, xy
from rules.variants import rulebook
from rules.variants.ferries import TurnFerry
from tests.support.ferry_positions import (
    FOUR_LAKES,
    LOOP,
    ONE_LAKE,
    REOPENED,
    THREE_ROADS,
    TWO_LAKES,
    after_moves,
    is_road_closed,
    joined_roads,
    paid_roads,
    road_cells,
    thief_seats,
    turnable_lakes,
)
from tests.support.for_each import for_each
from tests.support.positions import (
    Options,
    area,
    ferries,
    ferries_ended,
    followers,
    game_with_placement,
    offered_figures,
    offered_moves,
    play_script,
    refusal,
)
from tests.support.read_moves import read

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


# -- turning ferries (5.3) ------------------------------------------------------------------------


def test_T_F_04_F22_only_the_first_ferry_along_the_road_is_turned() -> None:
    game = after_moves(game_with_placement(ferries(TWO_LAKES, hand="U"), "-1 0 rot90"), "pass")
    assert offered_moves(game) == ["turn 1 0 a b", "turn 1 0 b c", "pass"]
    why = refusal(game, "turn 2 0 a b")
    assert why.reason == "not-turnable"
    assert str(why) == ("you can't turn the ferry at 2 0 this turn; those you can: 1 0")
    game = after_moves(game, "turn 1 0 b c")
    assert joined_roads(game) == {(1, 0): "bc", (2, 0): "ac"}
    assert game.turn == 1, "nothing more is asked"


def test_F28_turning_is_no_extension_and_gives_no_right_to_turn_the_next() -> None:
    """Before the turn the ferry at 1 0 leads away from the one at 2 0, after it towards it."""
    script = """
        Red   FER-FRRR 1 0 rot0; ferry b c
        Blue  FER-FRRR 2 0 rot0; ferry a c
    """
    game = after_moves(
        game_with_placement(ferries(script, hand="U"), "-1 0 rot90"), "pass", "turn 1 0 a c"
    )
    assert road_cells(game, "2 0 a") == {(-1, 0), (0, 0), (1, 0), (2, 0)}
    assert game.turn == 1
    assert game.drawn is not None, "the ferry at 2 0 is not asked about"


def test_T_F_05_F21_a_crossing_offers_four_ferries_each_once_each_optional() -> None:
    game = game_with_placement(ferries(FOUR_LAKES, hand="X"), "1 0 rot0")
    game = after_moves(game, "pass")
    lakes = {(-1, 0), (1, 1), (1, -1), (2, 0)}
    assert turnable_lakes(game) == lakes
    assert len(offered_moves(game)) == 4 * 2 + 1, "two other positions each, and to pass"
    moves = ["turn 2 0 a b", "turn 1 -1 b c", "turn -1 0 a c", "turn 1 1 a b"]
    for number, text in enumerate(moves):
        assert turnable_lakes(game) == lakes
        assert len(offered_moves(game)) == (4 - number) * 2 + 1
        assert after_moves(game, "pass").turn == 0, "to pass ends it for all"
        move = read(text)[0]
        assert isinstance(move, TurnFerry)
        game = after_moves(game, text)
        lakes.discard(xy(move.cell))
        if lakes:
            x, y = xy(move.cell)
            assert refusal(game, f"turn {x} {y} a b").reason == "not-turnable", "F-25"
    assert joined_roads(game) == {(2, 0): "ab", (1, -1): "bc", (-1, 0): "ac", (1, 1): "ab"}
    assert game.turn == 0


def test_T_F_06_F23_a_quay_without_a_ferry_gives_no_right_to_turn() -> None:
    """The lake's ferry joins east and south; the road extended ends at its west quay."""
    game = ferries("Red FER-FRRR 1 0 rot0; ferry a b", hand="U")
    game = after_moves(game_with_placement(game, "-1 0 rot90"), "thief a")
    assert joined_roads(game) == {(1, 0): "ab"}
    assert game.turn == 0
    assert game.drawn is not None, "the next turn has begun"


def test_T_F_07_F24_a_road_cut_at_the_quay_is_complete_and_scored_at_once() -> None:
    """City, start, lake: 3 tiles for Red, on Blue's turn (F-24, COM-17)."""
    game = after_moves(game_with_placement(ferries(ONE_LAKE, hand="T"), "-1 0 rot270"), "pass")
    assert offered_moves(game) == ["turn 1 0 a b", "turn 1 0 b c", "pass"]
    assert paid_roads(after_moves(game, "pass")) == []
    assert paid_roads(after_moves(game, "turn 1 0 b c")) == [], "it goes on to the south"
    game = after_moves(game, "turn 1 0 a b")
    assert paid_roads(game) == [({(-1, 0), (0, 0), (1, 0)}, {0: 3})]
    assert (list(game.scores), followers(game)) == ([3, 0], [7, 7])
    assert road_cells(game, "1 0 a") == {(1, 0)}, "east and south are another road now"


def test_F30_a_far_away_road_that_a_turn_closes_is_scored() -> None:
    """Blue lengthens the east; the west, which 3 0 does not touch, is closed: 3 tiles for Red."""
    script = (
        ONE_LAKE
        + """
        Blue  T -1 0 rot270
        Red   U 2 0 rot90
    """
    )
    game = after_moves(
        game_with_placement(ferries(script, hand="U"), "3 0 rot90"), "pass", "turn 1 0 a b"
    )
    assert paid_roads(game) == [({(-1, 0), (0, 0), (1, 0)}, {0: 3})]
    assert road_cells(game, "3 0 a") == {(1, 0), (2, 0), (3, 0)}
    assert not is_road_closed(game, "3 0 a")
    assert followers(game) == [7, 7]


def test_T_F_08_F31_reopened_road_keeps_its_earlier_points() -> None:
    game = ferries(REOPENED)
    assert paid_roads(game) == [({(-1, 0), (0, 0), (1, 0), (2, 0)}, {0: 4})]
    assert list(game.scores) == [4, 0]
    assert road_cells(game, "0 0 b") == {(-1, 0), (0, 0), (1, 0), (2, 0), (3, 0)}
    assert not is_road_closed(game, "0 0 b")
    assert thief_seats(game, "0 0 b") == [1]


def test_T_F_08_F31_reopened_road_scores_again_for_its_current_thieves() -> None:
    """City, start, two lakes, bend and monastery: 6 tiles, for Blue."""
    game = ferries(REOPENED + "\nRed A 3 -1 rot180")
    assert paid_roads(game)[1:] == [(road_cells(game, "0 0 b"), {1: 6})]
    assert len(road_cells(game, "0 0 b")) == 6
    assert list(game.scores) == [4, 6]
    assert followers(game) == [7, 7]


# -- loops ----------------------------------------------------------------------------------------


def test_T_F_11_F33_a_loop_through_the_ferry_is_complete_its_lake_counted_once() -> None:
    """Three bends and the lake: 4 tiles."""
    game = after_moves(game_with_placement(ferries(LOOP, hand="V"), "2 0 rot90"), "pass", "pass")
    assert paid_roads(game) == [({(1, 0), (1, 1), (2, 1), (2, 0)}, {0: 4})]
    assert is_road_closed(game, "1 0 b")


def test_T_F_11_F33_the_ferry_itself_may_close_the_loop() -> None:
    """The lake comes last: its ferry joins both ends of one road, or leaves it with two ends."""
    script = """
        Red    E 0 1 rot180
        Blue   V 1 1 rot270 thief a
        Red    V 2 1 rot0
        Blue   V 2 0 rot90
    """
    game = game_with_placement(ferries(script, hand="FER-FRRR"), "1 0 rot180")
    assert {text for text in offered_figures(game) if "thief" in text} == {"thief a"}
    game = after_moves(game, "pass")
    for text in ("ferry b c", "ferry a b", "ferry a c"):
        after = after_moves(game, text)
        looped = is_road_closed(after, "1 0 b")
        assert looped == (text == "ferry b c")
        expected = [({(1, 0), (1, 1), (2, 1), (2, 0)}, {1: 4})] if looped else []
        assert paid_roads(after) == expected


def test_T_F_09_a_ferry_first_in_two_directions_is_offered_once_and_turned_once() -> None:
    game = after_moves(game_with_placement(ferries(LOOP, hand="V"), "2 0 rot90"), "pass")
    assert offered_moves(game) == ["turn 1 0 a b", "turn 1 0 a c", "pass"]
    game = after_moves(game, "turn 1 0 a b")
    assert game.turn == 0
    assert game.drawn is not None, "it is not asked about again"
    assert paid_roads(game) == []
    assert road_cells(game, "1 0 c") == {(0, 0), (1, 0), (1, 1), (2, 1), (2, 0)}
    assert thief_seats(game, "1 0 c") == [0]
    assert len(area(game, "road", "1 0 c").open) == 1, "start's west; the east quay ends it"


# -- monasteries (X-31) ---------------------------------------------------------------------------


@for_each(("extends", "lakes"), [("yes", {(1, 0)}), ("no", set())])
def test_T_F_15_F43_X31_option_decides_if_a_monastery_extends_its_road(
    extends: str, lakes: set[tuple[int, int]]
) -> None:
    options = {"cloister extends ferry roads": extends}
    game = ferries(ONE_LAKE, hand="A", options=options)
    game = after_moves(game_with_placement(game, "-1 0 rot270"), "pass")
    assert turnable_lakes(game) == lakes
    assert game.turn == (1 if lakes else 0)


# -- scoring (5.4) --------------------------------------------------------------------------------


def test_T_F_10_F32_the_lake_is_one_tile_also_where_the_road_ends_at_its_quay() -> None:
    """A monastery and a quay without a ferry: 2 tiles, for Blue."""
    script = """
        Red   FER-FRRR 1 0 rot0; ferry a c
        Blue  A 1 -1 rot180 thief a
    """
    assert paid_roads(ferries(script)) == [({(1, 0), (1, -1)}, {1: 2})]


def test_F32_a_road_that_touches_two_quays_of_a_lake_counts_it_once() -> None:
    """From the city in the west through the ferry to the north, and back to the east quay."""
    script = LOOP + "Blue V 2 0 rot90; turn 1 0 a b\nRed T -1 0 rot270"
    game = ferries(script)
    ring = {(1, 0), (1, 1), (2, 1), (2, 0)}
    assert paid_roads(game) == [(ring | {(0, 0), (-1, 0)}, {0: 6})], "4 of the ring, start and city"


def test_F34_unfinished_roads_give_a_point_a_tile_at_the_end() -> None:
    """Through the ferry: start and lake, 2. Not through it: the lake alone, 1."""
    linked = ferries_ended("Red FER-FRRR 1 0 rot0 thief a; ferry a c")
    assert paid_roads(linked) == []
    assert paid_roads(linked, final=True) == [({(0, 0), (1, 0)}, {0: 2})]
    alone = ferries_ended("Red FER-FRRR 1 0 rot0 thief a; ferry b c")
    assert paid_roads(alone, final=True) == [({(1, 0)}, {0: 1})]
