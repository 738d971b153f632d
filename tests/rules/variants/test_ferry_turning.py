"""Turning ferries and roads closed, reopened or looped by it (rules 5.3)."""

from rules.geometry import xy
from rules.variants.ferries import TurnFerry
from tests.support.base_positions import ferries, followers
from tests.support.ferry_positions import (
    FOUR_LAKES,
    LOOP,
    ONE_LAKE,
    REOPENED,
    TWO_LAKES,
    after_moves,
    is_road_closed,
    joined_roads,
    paid_roads,
    road_cells,
    thief_seats,
    turnable_lakes,
)
from tests.support.hunters_positions import (
    area,
    game_with_placement,
    offered_figures,
    offered_moves,
    refusal,
)
from tests.support.read_moves import read

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
