"""The base game: tiles, figures, and the features that are finished (rules B)."""

import random
from dataclasses import replace

import pytest

from rules.errors import RulesError
from rules.forms import compile_tiles
from rules.game import play, start
from rules.geometry import cell_at
from rules.moves import Pass
from rules.random_play import deal
from rules.scoring import total_points
from rules.story import TileDiscarded
from rules.variants import rulebook
from rules.variants.base import finished_city_terms_of_first_edition
from tests.support.for_each import for_each
from tests.support.positions import (
    area,
    base,
    events_of_type,
    followers,
    game_with_placement,
    offered_figures,
    offered_moves,
    only_score,
    play_script,
    refusal,
    scores_of_kind,
    standing_pieces,
    terms_by_name,
)
from tests.support.read_moves import read

BOOK = rulebook("base")


# -- set-up ---------------------------------------------------------------------------------------


def test_B01_the_box_holds_72_tiles_and_a_straight_road_with_a_city_lies_first() -> None:
    box = BOOK.ruleset.bags["bag"]
    assert sum(box.counts.values()) == 72
    assert len(box.pile()) == 71
    first = BOOK.forms[BOOK.start].tile
    assert first.id == "D"
    assert first.zone("a").ports == (0, 1, 2)  # the city lies north, the road from east to west
    assert first.zone("b").ports == (4, 10)


def test_B02_each_seat_has_seven_followers() -> None:
    assert followers(base(seats=3)) == [7, 7, 7]


@for_each("seats", [1, 6])
def test_B03_two_to_five_play(seats: int) -> None:
    with pytest.raises(RulesError, match="2 to 5"):
        deal("base", seats, random.Random(0))


# -- deploying ------------------------------------------------------------------------------------


def test_T_B_01_in_a_city_with_a_knight_blue_may_only_become_a_farmer() -> None:
    game = base("Red G 0 1 rot90 knight a", hand="N")
    game = game_with_placement(game, "0 2 rot180")
    assert offered_figures(game) == {"farmer b"}
    assert refusal(game, "knight a").reason == "taken"


def test_T_B_02_B12_own_farmer_in_the_large_field_leaves_city_road_and_the_small_field() -> None:
    """J at -1 -1: city a, road b, field c joins Red's farmer, field d is a corner by itself."""
    game = base("Red E 0 -1 rot90 farmer b\n Blue B 0 -2 rot0", hand="J")
    game = game_with_placement(game, "-1 -1 rot180")
    assert offered_figures(game) == {"knight a", "thief b", "farmer d"}
    error = refusal(game, "farmer c")
    assert error.reason == "taken"
    assert str(error) == "that field is taken by seat 0's farmer at 0 -1"


THREE_FARMERS = """
    Red    U 1 0 rot90 farmer b
    Blue   E 0 1 rot180 farmer b
    Green  K 2 0 rot0
    Red    B 0 -1 rot0
    Blue   B 0 -2 rot0
    Green  E 2 1 rot180 farmer b
"""


def test_T_B_11_and_B52_farmer_cannot_be_added_when_joining_three_occupied_fields() -> None:
    game = base(THREE_FARMERS, hand="B", seats=3)
    fields = [area(game, "field", where) for where in ("1 0 b", "0 1 b", "2 1 b")]
    assert [len(field.pieces) for field in fields] == [1, 1, 1]
    game = game_with_placement(game, "1 1 rot0")
    assert sorted(piece.seat for piece in area(game, "field", "1 1 b").pieces) == [0, 1, 2]
    assert offered_figures(game) == {"monk a"}
    assert refusal(game, "farmer b").reason == "taken"


def test_B10_role_of_a_figure_depends_on_the_terrain() -> None:
    game = game_with_placement(base(hand="K"), "1 0 rot0")
    assert offered_figures(game) == {"knight a", "thief b", "farmer c", "farmer d"}
    game = game_with_placement(base(hand="A"), "1 0 rot90")
    assert offered_figures(game) == {"thief a", "monk b", "farmer c"}
    assert refusal(game, "knight a").reason == "wrong-terrain"
    assert refusal(game, "monk a").reason == "wrong-terrain"


def test_B11_a_monastery_is_free_though_another_with_a_monk_lies_beside_it() -> None:
    game = game_with_placement(base("Red B 0 -1 rot0 monk a", hand="B"), "0 -2 rot0")
    assert offered_figures(game) == {"monk a", "farmer b"}


def test_COM14_player_without_followers_places_tiles_and_is_not_asked() -> None:
    script = """
        Red   B 0 -1 rot0 monk a
        Blue  B 0 -2 rot0
        Red   B 0 -3 rot0 monk a
        Blue  U 1 0 rot90
        Red   U 2 0 rot90 thief a
        Blue  U 3 0 rot90
        Red   G 0 1 rot90 knight a
        Blue  U 4 0 rot90
        Red   E 1 -1 rot180 knight a
        Blue  U -1 0 rot90
        Red   E 2 -1 rot180 knight a
        Blue  U -2 0 rot90
        Red   E 3 -1 rot180 knight a
        Blue  U 5 0 rot90
    """
    game = base(script, hand="V")
    assert followers(game) == [0, 7] and len(standing_pieces(game)) == 7
    assert refusal(game, "place 6 0 rot0 thief").reason == "supply"
    game = game_with_placement(game, "6 0 rot0")
    assert game.turn == 1 and game.drawn is not None


# -- placing --------------------------------------------------------------------------------------


def test_COM06_and_COM07_a_tile_touches_a_side_and_all_sides_that_touch_match() -> None:
    game = base("Red U 1 0 rot90", hand="V")
    assert refusal(game, "place 1 1 rot0").reason == "mismatch"  # its south side is a road
    assert refusal(game, "place -1 1 rot0").reason == "apart"  # only a corner of START
    assert refusal(game, "place 0 0 rot0").reason == "occupied"
    assert "place 2 0 rot0" in offered_moves(game)


def test_COM08_equivalent_rotations_are_offered_once() -> None:
    """U fits east of START with its road from east to west: rot90, and rot270 is the same."""
    game = base(hand="U")
    assert {m for m in offered_moves(game) if m.startswith("place 1 0")} == {"place 1 0 rot90"}
    assert play(game, *read("place 1 0 rot270")) == play(game, *read("place 1 0 rot90"))
    game = base("Red E 0 1 rot180", hand="X")
    assert sorted(offered_moves(game)) == ["place -1 0 rot0", "place 1 0 rot0"]


def test_COM09_and_B60_if_the_last_tile_fits_nowhere_the_game_is_over() -> None:
    game, _ = play_script(start(BOOK, 2, {"bag": ("E", "C")}), "Red E 0 1 rot180 farmer b")
    assert [e.tile for e in events_of_type(game, TileDiscarded)] == ["C"]
    assert game.over and game.scores == (4, 0)


# -- roads ----------------------------------------------------------------------------------------


def test_T_B_03_a_finished_road_of_five_tiles_pays_five() -> None:
    game = base("""
        Red   U 1 0 rot90 thief a
        Blue  W -1 0 rot0
        Red   U 2 0 rot90
        Blue  A 3 0 rot90
    """)
    road = only_score(game, "road")
    assert terms_by_name(road) == {"tiles": (5, 1)}  # W, START, U, U, A
    assert game.scores == (5, 0)
    assert followers(game) == [7, 7]


def test_T_B_04_a_finished_road_of_three_tiles_pays_three() -> None:
    game = base("Red W -1 0 rot0 thief a\n Blue A 1 0 rot90")
    assert terms_by_name(only_score(game, "road")) == {"tiles": (3, 1)}  # W, START, A
    assert game.scores == (3, 0)


def test_T_B_10_a_thief_on_the_closing_tile_scores_three_and_is_back_at_once() -> None:
    game = base("Red W -1 0 rot0\n Blue B 0 -1 rot0\n Red A 1 0 rot90 thief a")
    assert game.scores == (3, 0)
    assert followers(game) == [7, 7] and standing_pieces(game) == []


def test_T_B_20_and_B21_a_road_of_four_tiles_that_meets_itself_pays_four() -> None:
    script = """
        Red   V 0 -1 rot270 thief a
        Blue  V 1 -1 rot0
        Red   V 0 -2 rot180
    """
    before = base(script, hand="V")
    assert scores_of_kind(before, "road") == []
    game = game_with_placement(before, "1 -2 rot90")
    game = play(game, Pass())
    assert terms_by_name(only_score(game, "road")) == {"tiles": (4, 1)}
    assert game.scores == (4, 0)
    assert followers(game) == [7, 7]


def test_B20_a_road_into_a_city_ends_there() -> None:
    """The road of T ends at its city: T, START, W are three tiles."""
    game = base("Red T -1 0 rot270 thief b\n Blue W 1 0 rot0")
    assert game.scores == (3, 0)


def test_B23_the_roads_that_leave_a_crossing_are_different_roads() -> None:
    """W at 1 0 ends START's road; its eastern and southern roads stay open and free."""
    game = game_with_placement(base("Red U -1 0 rot90 thief a", hand="W"), "1 0 rot0")
    assert offered_figures(game) == {"thief a", "thief b", "farmer d", "farmer e", "farmer f"}
    assert refusal(game, "thief c").reason == "taken"
    assert len({area(game, "road", f"1 0 {letter}").spots for letter in "abc"}) == 3


def test_B22_a_tile_that_a_road_uses_twice_counts_once() -> None:
    """A loop from the crossing W back to it: its southern and its western road are one road.

    W -1 0 (b south, c west), V -2 0 (E, S), V -2 -1 (N, E), V -1 -1 (N, W): 4 tiles, 5 segments.
    """
    game = base("""
        Red   W -1 0 rot0 thief b
        Blue  V -2 0 rot270
        Red   V -1 -1 rot90
        Blue  V -2 -1 rot180
    """)
    road = only_score(game, "road")
    assert len(road.spots) == 5
    assert terms_by_name(road) == {"tiles": (4, 1)}
    assert game.scores == (4, 0)


# -- cities ---------------------------------------------------------------------------------------


def test_T_B_05_three_tiles_and_a_pennant_pay_eight() -> None:
    game = base("Red F 0 1 rot90 knight a\n Blue E 0 2 rot180")
    assert terms_by_name(only_score(game, "city")) == {"tiles": (3, 2), "pennants": (1, 2)}  # 6 + 2
    assert game.scores == (8, 0)
    assert followers(game) == [7, 7]


FOUR_TILE_CITY = """
    Red   N 0 1 rot180 knight a
    Blue  K 1 0 rot0
    Red   N 1 1 rot270
"""


def test_T_B_05_four_tiles_without_a_pennant_pay_eight() -> None:
    game = base(FOUR_TILE_CITY)
    assert terms_by_name(only_score(game, "city")) == {"tiles": (4, 2)}
    assert game.scores == (8, 0)


def test_T_B_06_and_B32_a_finished_city_of_two_tiles_pays_two() -> None:
    game = base("Red E 0 -1 rot180 knight a\n Blue E 0 -2 rot0")
    assert terms_by_name(only_score(game, "city")) == {"tiles": (2, 1)}
    assert game.scores == (2, 0)


def test_X48_a_finished_city_of_two_tiles_may_pay_four() -> None:
    options = {"small cities": "4"}
    game = base("Red E 0 -1 rot180 knight a\n Blue E 0 -2 rot0", options=options)
    assert terms_by_name(only_score(game, "city")) == {"tiles": (2, 2)}
    assert game.scores == (4, 0)


def test_T_B_09_a_knight_on_the_closing_tile_scores_two_and_is_back_at_once() -> None:
    game = base("Red E 0 1 rot180 knight a")
    assert game.scores == (2, 0)
    assert followers(game) == [7, 7] and standing_pieces(game) == []


def test_T_B_07_and_COM16_both_knights_of_a_joined_city_get_all_ten() -> None:
    """K and M joined by N: 4 tiles and 1 pennant, 5 x 2."""
    game = base("""
        Red   K 1 0 rot0 knight a
        Blue  M 0 1 rot180 knight a
        Red   N 1 1 rot270
    """)
    assert terms_by_name(only_score(game, "city")) == {"tiles": (4, 2), "pennants": (1, 2)}
    assert game.scores == (10, 10)
    assert followers(game) == [7, 7]


def test_B31_a_tile_with_two_segments_in_one_city_counts_once() -> None:
    """I and three N around a corner: 4 tiles, 5 segments."""
    game = base("""
        Red   I 0 -1 rot180 knight a
        Blue  N 1 -1 rot270
        Red   N 0 -2 rot90
        Blue  N 1 -2 rot0
    """)
    city = only_score(game, "city")
    assert len(city.spots) == 5
    assert terms_by_name(city) == {"tiles": (4, 2)}
    assert game.scores == (8, 0)


def test_B30_a_city_with_a_hole_inside_is_open_until_the_hole_is_filled() -> None:
    """START and K stand below N and N: without the second N the city lacks a corner."""
    game = base("Red N 0 1 rot180 knight a\n Blue K 1 0 rot0", hand="N")
    assert scores_of_kind(game, "city") == []
    assert not area(game, "city", "0 1 a").closed


def test_B33_a_pennant_in_a_city_of_two_tiles_is_worth_one() -> None:
    """No tile of the box can do it (X-07), so one is printed here: 2 x 1 + 1 x 1 = 3."""
    printed = BOOK.forms["E"].tile
    city, field = printed.zones
    rich = replace(printed, zones=(replace(city, marks={"pennants": 1}), field))
    forms = compile_tiles([rich], BOOK.planes, BOOK.ruleset.roles, BOOK.terrains)
    form = forms[rich.id].turned[2]
    board = base().board.with_tile(cell_at(0, 1), form)
    whole_city = board.area("city", board.spot(cell_at(0, 0), "a"))
    assert whole_city.closed
    assert total_points(finished_city_terms_of_first_edition(board, whole_city)) == 3
    for tile in BOOK.ruleset.bags["bag"].tiles.values():
        for zone in tile.zones:
            assert not zone.count("pennants") or len(zone.ports) >= 6, tile.id


def test_COM16_and_COM19_two_knights_against_one_take_all_and_all_go_home() -> None:
    """K (Red), J (Blue) and R (Red) are joined and closed: 7 tiles, 14 for Red.

    START, K, J, R below and beside; N at -1 1 and 1 1 close the flanks: 6 tiles, 12.
    """
    game = base("""
        Red   K 1 0 rot0 knight a
        Blue  J -1 0 rot0 knight a
        Red   R 0 1 rot180 knight a
        Blue  N 1 1 rot270
        Red   N -1 1 rot180
    """)
    assert terms_by_name(only_score(game, "city")) == {"tiles": (6, 2)}
    assert game.scores == (12, 0)
    assert followers(game) == [7, 7]


# -- monasteries ----------------------------------------------------------------------------------


AROUND_A_MONASTERY = """
    Red   B 0 -1 rot0 monk a
    Blue  U -1 0 rot90
    Red   U 1 0 rot90
    Blue  V -1 -1 rot0
    Red   V 1 -1 rot270
    Blue  U 0 -2 rot90
    Red   V -1 -2 rot180
"""


def test_T_B_08_B40_B41_the_eighth_neighbour_pays_the_monk_nine() -> None:
    before = base(AROUND_A_MONASTERY, hand="V")
    assert before.scores == (0, 0) and scores_of_kind(before, "monastery") == []
    game, _ = play_script(before, "Blue V 1 -2 rot90")
    assert terms_by_name(only_score(game, "monastery")) == {"tiles": (9, 1)}
    assert game.scores == (9, 0)
    assert followers(game) == [7, 7]


def test_B42_one_tile_may_complete_three_monasteries_and_a_road() -> None:
    """U at -1 -2 is the last neighbour of 0 -1, 0 -2 and 0 -3, and closes the road around them.

    Red's monk 9; nobody's 9; Blue's monk 9 and Blue's thief 12 for twelve tiles.
    """
    before = base(
        """
        Red   B 0 -1 rot0 monk a
        Blue  V -1 0 rot270 thief a
        Red   B 0 -2 rot0
        Blue  B 0 -3 rot0 monk a
        Red   V 1 0 rot0
        Blue  U 1 -1 rot0
        Red   U 1 -2 rot0
        Blue  U 1 -3 rot0
        Red   V 1 -4 rot90
        Blue  U 0 -4 rot90
        Red   V -1 -4 rot180
        Blue  U -1 -3 rot0
        Red   U -1 -1 rot0
        """,
        hand="U",
    )
    assert before.scores == (0, 0)
    assert followers(before) == [6, 5]
    game, _ = play_script(before, "Blue U -1 -2 rot0")
    assert [dict(event.points) for event in scores_of_kind(game, "monastery")] == [
        {0: 9},
        {},
        {1: 9},
    ]
    assert terms_by_name(only_score(game, "road")) == {"tiles": (12, 1)}
    assert game.scores == (9, 21)
    assert followers(game) == [7, 7]


# -- whose turn, whose points ---------------------------------------------------------------------


def test_T_B_21_and_COM17_both_opponents_score_in_the_turn_of_a_third_player() -> None:
    """L ends the road of W, START, L at its village and closes the city of E and L."""
    game = base(
        """
        Red   W -1 0 rot0 thief a
        Blue  E 0 1 rot180
        Green B 0 -1 rot0
        Red   B 0 -2 rot0
        Blue  E 1 1 rot180 knight a
        Green L 1 0 rot0
        """,
        seats=3,
    )
    assert terms_by_name(only_score(game, "road")) == {"tiles": (3, 1)}
    assert game.scores == (3, 2, 0)
    assert followers(game) == [7, 7, 7] and standing_pieces(game) == []
