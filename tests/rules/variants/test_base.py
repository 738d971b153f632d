"""The base game, first edition: set-up, placing tiles and deploying followers."""

import random

import pytest

from rules.errors import RulesError
from rules.game import play, start
from rules.random_play import deal
from rules.story import TileDiscarded
from rules.variants import rulebook
from tests.support.base_positions import base, followers, play_script, standing_pieces
from tests.support.for_each import for_each
from tests.support.hunters_positions import (
    area,
    events_of_type,
    game_with_placement,
    offered_figures,
    offered_moves,
    refusal,
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
