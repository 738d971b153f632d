"""Inns and Cathedrals: the cases T-I-01 to T-I-05 and the rules around them."""

import random

import pytest

from rules.errors import RulesError
from rules.game import Game
from rules.random_play import deal
from rules.variants import rulebook
from tests.support.positions import (
    BLUE,
    RED,
    area,
    game_after_script,
    game_with_placement,
    inns,
    inns_ended,
    offered_figures,
    only_score,
    play_script,
    scores_of_kind,
    terms_by_name,
    with_pieces,
)

BOOK = rulebook("base+inns")

CATHEDRAL = """
    Red   INN-K 0 1 rot0 knight a
    Blue  E 1 1 rot270
    Red   E -1 1 rot90
"""
"""A cathedral north of start's city; it is open in the north, at 0 2."""


def gained(game: Game, kind: str, *, final: bool = False) -> dict[int, int]:
    """The points of the only score of a kind, by seat."""
    return dict(only_score(game, kind, final=final).points)


# -- the box --------------------------------------------------------------------------------------


def test_I01_18_tiles_are_shuffled_in_six_with_an_inn_and_two_cathedrals() -> None:
    box = BOOK.ruleset.bags["bag"]
    own = [tile for tile in box.pile() if tile.startswith("INN-")]
    marks = [mark for tile in own for zone in box.tiles[tile].zones for mark in zone.marks]
    assert len(own) == 18 and len(box.pile()) == 72 + 18 - 1
    assert (marks.count("inns"), marks.count("cathedrals")) == (6, 2)


def test_I01_a_sixth_may_play_and_no_seventh() -> None:
    assert deal("base+inns", 6, random.Random(1)).seats == 6
    with pytest.raises(RulesError, match="2 to 6"):
        deal("base+inns", 7, random.Random(1))


# -- inns -----------------------------------------------------------------------------------------


def test_T_I_01_and_I02_a_road_of_four_with_an_inn_is_worth_eight() -> None:
    script = """
        Red   INN-B 1 0 rot0 thief a
        Blue  A 2 0 rot90
        Red   A -1 0 rot270
    """
    game = inns(script)
    assert gained(game, "road") == {RED: 8}
    assert terms_by_name(only_score(game, "road")) == {"tiles": (4, 1), "inns": (4, 1)}


def test_T_I_01_and_I02_two_inns_count_once() -> None:
    script = """
        Red   INN-B 1 0 rot0 thief a
        Blue  INN-N 2 0 rot90
        Red   A -1 0 rot270
    """
    assert gained(inns(script), "road") == {RED: 8}


def test_T_I_01_and_I03_an_unfinished_road_with_an_inn_is_worth_nothing() -> None:
    game = inns_ended("Red INN-B 1 0 rot0 thief a")
    assert gained(game, "road", final=True) == {}
    assert terms_by_name(only_score(game, "road", final=True)) == {"tiles": (2, 1), "inns": (2, -1)}
    assert game.scores == (0, 0)


def test_T_I_04_and_I07_X41_the_inn_counts_for_the_road_beside_it_alone() -> None:
    """INN-C: east a with the inn, south b, west c, which is start's road."""
    game = inns("Red INN-C 1 0 rot0 thief a\n Blue A 2 0 rot90", hand="A")
    assert gained(game, "road") == {RED: 4}
    game = play_script(with_pieces(game, "Blue thief 1 0 b"), "Red A 1 -1 rot180")[0]
    assert [dict(event.points) for event in scores_of_kind(game, "road")] == [{RED: 4}, {BLUE: 2}]


def test_T_I_05_and_I09_F40_a_lake_is_a_tile_like_any_other_on_a_road_with_an_inn() -> None:
    script = """
        Red   FER-FRRR 1 0 rot0 thief c; ferry a c
        Blue  A -1 0 rot270
        Red   INN-N 2 0 rot90
    """
    assert gained(game_after_script("base+ferries+inns", script), "road") == {RED: 8}


def test_T_F_12_and_F40_a_ferry_lake_is_no_inn() -> None:
    script = """
        Red   FER-FRRR 1 0 rot0 thief c; ferry a c
        Blue  A -1 0 rot270
        Red   A 2 0 rot90
    """
    assert gained(game_after_script("base+ferries+inns", script), "road") == {RED: 4}


# -- cathedrals -----------------------------------------------------------------------------------


def test_T_I_02_and_I04_a_cathedral_makes_three_a_tile() -> None:
    game = inns(f"{CATHEDRAL}\n Blue E 0 2 rot180")
    assert gained(game, "city") == {RED: 15}
    assert terms_by_name(only_score(game, "city")) == {"tiles": (5, 2), "cathedrals": (5, 1)}


def test_T_I_02_and_I04_a_cathedral_makes_three_a_pennant() -> None:
    game = inns(f"{CATHEDRAL}\n Blue F 0 2 rot90\n Red E 0 3 rot180")
    assert gained(game, "city") == {RED: 21}
    assert terms_by_name(only_score(game, "city")) == {
        "tiles": (6, 2),
        "pennants": (1, 2),
        "cathedrals": (7, 1),
    }


def test_T_I_02_and_I05_an_unfinished_city_with_a_cathedral_is_worth_nothing() -> None:
    game = inns_ended("Red INN-K 0 1 rot0 knight a")
    assert gained(game, "city", final=True) == {}


def test_I05_finished_city_with_a_cathedral_counts_as_one_city_for_farmers() -> None:
    game = inns_ended(f"{CATHEDRAL}\n Blue E 0 2 rot180 farmer b")
    assert gained(game, "field", final=True) == {BLUE: 4}


# -- the big follower -----------------------------------------------------------------------------

JOINED = "Red G 0 1 rot90 big knight a"
"""Red's big knight in start's city, which is open in the north, at 0 2."""


def test_T_I_03_and_I06_a_big_knight_outweighs_a_knight() -> None:
    game = with_pieces(inns(JOINED, hand="E"), "Blue knight 0 0 a")
    game = play_script(game, "Blue E 0 2 rot180")[0]
    assert gained(game, "city") == {RED: 6}


def test_T_I_03_and_I06_a_big_knight_weighs_as_much_as_two_knights() -> None:
    game = with_pieces(inns(JOINED, hand="E"), "Blue knight 0 0 a", "Blue knight 0 1 a")
    game = play_script(game, "Blue E 0 2 rot180")[0]
    assert gained(game, "city") == {RED: 6, BLUE: 6}


def test_I06_a_big_farmer_counts_as_two() -> None:
    script = "Red E 0 1 rot180 big farmer b\n Blue B 0 2 rot0"
    game = with_pieces(inns(script, hand="B"), "Blue farmer 0 2 b", "Blue farmer 0 2 b")
    shares = dict(only_score(finished(game), "field", final=True).points)
    assert shares == {RED: 4, BLUE: 4}


def finished(game: Game) -> Game:
    """The game after its final scoring, whatever was still to come."""
    from rules.table_decisions import end_early

    return end_early(game)


# -- tiles ----------------------------------------------------------------------------------------


def test_I08_the_monastery_between_two_roads_ends_both() -> None:
    game = inns("Red INN-D 1 0 rot0 thief b\n Blue A -1 0 rot270")
    assert gained(game, "road") == {RED: 3}
    assert not area(game, "road", "1 0 a").pieces


def test_I08_inner_field_has_room_for_a_farmer_who_scores_its_cities() -> None:
    game = game_with_placement(inns(hand="INN-H"), "0 1 rot0")
    assert {"farmer e", "big farmer e"} <= offered_figures(game)
    game = inns_ended("Red INN-H 0 1 rot0 farmer e")
    assert gained(game, "field", final=True) == {RED: 4}, "of its four cities start's is finished"
