"""Ark of the Covenant: its box, its roads and cities, its temples."""

import random

import pytest

from rules.errors import RecordError, RulesError
from rules.game import play, play_together, start
from rules.geometry import cell_at
from rules.header import Header
from rules.random_play import deal
from rules.record import replay
from rules.story import Scored, TileDiscarded
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.positions import (
    ark,
    ark_ended,
    events_of_type,
    followers,
    game_with_placement,
    offered_figures,
    only_score,
    pile,
    prophets,
    refusal,
    scores_of_kind,
    standing_pieces,
    terms_by_name,
)
from tests.support.read_moves import read

# -- roads ----------------------------------------------------------------------------------------


def test_T_A_01_a_finished_road_of_four_tiles_with_two_oases_scores_6() -> None:
    game = ark("""
        Red  ARK-R43 1 0 rot0 thief a    # an oasis
        Blue ARK-R48 -1 0 rot0           # a crossing ends it
        Red  ARK-R50 2 0 rot90           # the arm with an oasis, to a crossing
    """)
    road = only_score(game, "road")
    assert terms_by_name(road) == {"tiles": (4, 1), "oases": (2, 1)}
    assert game.scores == (4 + 2, 0)
    assert followers(game) == [7, 7]


def test_A20_a_tile_that_the_road_uses_twice_counts_once() -> None:
    """Out of the crossing to the east, round three bends, back to it from the south."""
    game = ark("""
        Red  ARK-R48 1 0 rot0
        Blue ARK-R36 2 0 rot0 thief a
        Red  ARK-R36 2 -1 rot90
        Blue ARK-R36 1 -1 rot180
    """)
    road = only_score(game, "road")
    assert len(road.spots) == 5
    assert terms_by_name(road) == {"tiles": (4, 1)}
    assert game.scores == (0, 4)


def test_A20_a_temple_ends_each_road_that_enters_it() -> None:
    game = ark("""
        Red  ARK-R52 1 0 rot0 thief b    # between START and the temple
        Blue ARK-R48 -1 0 rot0
    """)
    assert terms_by_name(only_score(game, "road")) == {"tiles": (3, 1)}
    assert game.scores == (3, 0)


def test_T_A_17_a_follower_on_the_tile_that_finishes_the_road_scores_and_returns() -> None:
    game = ark("""
        Red  ARK-R48 -1 0 rot0
        Blue ARK-R48 1 0 rot0 thief c
    """)
    assert game.scores == (0, 3)
    assert standing_pieces(game) == []
    assert followers(game) == [7, 7]


def test_A25_a_follower_that_came_home_is_deployed_again_on_a_later_turn() -> None:
    """Blue has a single follower, who is back at the end of the turn that scores his road."""
    game = ark("Red ARK-R48 -1 0 rot0", hand="ARK-R48 ARK-R42 ARK-R43")
    game = game.replace(supply=(game.supply[0], {**game.supply[1], "follower": 1}))
    game = play_together(game, read("place 1 0 rot0 thief c"))[0]
    assert (game.scores, followers(game)) == ((0, 3), [7, 1])
    game = play(game_with_placement(game, "2 0 rot0"), *read("pass"))
    assert (game.turn, "thief a" in offered_figures(game_with_placement(game, "3 0 rot0"))) == (
        1,
        True,
    )


# -- cities and prophets --------------------------------------------------------------------------


def test_T_A_02_A21_a_finished_city_of_two_tiles_scores_4() -> None:
    """A-21, X-21: no exception for two tiles; the follower is back the same turn (A-25)."""
    game = ark("Red ARK-21 0 1 rot180 knight a; ark 0 0")
    assert terms_by_name(only_score(game, "city")) == {"tiles": (2, 2)}
    assert game.scores == (4, 0)
    assert followers(game) == [7, 7]


STAR = """
    Red  ARK-21 0 -1 rot90 {red} a
    Blue ARK-31 1 0 rot180 {blue} a
    Red  ARK-R36 0 -2 rot0
    Blue ARK-21 1 -2 rot0{second}
    Red  ARK-03 1 -1 rot270; ark 1 -1    # the middle of the star, with the scroll
"""
"""Three parts of a city, joined by its last tile: four tiles and a scroll, 4 x 2 + 2 = 10."""


def test_T_A_03_A24_a_prophet_alone_doubles_its_city_and_leaves_the_game() -> None:
    game = ark("""
        Red  ARK-19 0 1 rot0 prophet a   # a scroll
        Blue ARK-06 0 2 rot180
        Red  ARK-21 1 2 rot270; ark 0 2
    """)
    city = only_score(game, "city")
    assert terms_by_name(city) == {"tiles": (4, 2), "scrolls": (1, 2)}
    assert game.scores == (2 * 10, 0)
    assert prophets(game) == [0, 1]
    assert followers(game) == [7, 7]
    assert standing_pieces(game) == []


@for_each(
    ("red", "blue", "second", "scores", "left"),
    [
        ("prophet", "knight", "", (20, 10), [0, 1]),  # T-A-04: co-scorers are not doubled
        ("prophet", "knight", " knight a", (0, 10), [0, 1]),  # T-A-05: one in the majority
        ("prophet", "prophet", "", (20, 20), [0, 0]),  # each doubles its own owner
        ("knight", "prophet", " knight a", (0, 20), [1, 0]),  # two count 2, doubled once
        ("knight", "knight", "", (10, 10), [1, 1]),  # nobody's prophet, nothing doubled
    ],
)
def test_T_A_04_T_A_05_A22_A23_the_prophet_counts_as_one_and_doubles_only_its_owner(
    red: str, blue: str, second: str, scores: tuple[int, int], left: list[int]
) -> None:
    """A-24: a prophet leaves the game with its city, also when its owner scores nothing."""
    game = ark(STAR.format(red=red, blue=blue, second=second))
    assert terms_by_name(only_score(game, "city")) == {"tiles": (4, 2), "scrolls": (1, 2)}
    assert game.scores == scores
    assert prophets(game) == left
    assert followers(game) == [7, 7]
    assert standing_pieces(game) == []


def test_A13_a_prophet_stands_only_in_a_city() -> None:
    """X-20: never on a road or a field."""
    game = game_with_placement(ark(hand="ARK-25"), "1 0 rot0")
    assert offered_figures(game) == {"knight a", "prophet a", "thief b", "shepherd c", "shepherd d"}
    assert refusal(game, "prophet b").reason == "wrong-terrain"
    assert refusal(game, "prophet c").reason == "wrong-terrain"
    assert (
        refusal(game_with_placement(ark(hand="ARK-R42"), "1 0 rot0"), "prophet").reason
        == "no-place"
    )


def test_A14_a_prophet_blocks_its_city_like_a_follower_and_is_blocked() -> None:
    for role in ("prophet", "knight"):
        game = ark(f"Red ARK-19 0 1 rot0 {role} a", hand="ARK-06")
        game = game_with_placement(game, "0 2 rot180")
        assert offered_figures(game) == {"shepherd b"}
        assert refusal(game, "knight a").reason == "taken"
        assert refusal(game, "prophet a").reason == "taken"


def test_T_A_14_an_unfinished_city_at_the_end_is_not_doubled() -> None:
    """A-62: 3 tiles and a scroll."""
    game = ark_ended("Red ARK-19 0 1 rot0 prophet a\n Blue ARK-06 0 2 rot180")
    assert terms_by_name(only_score(game, "city", final=True)) == {
        "tiles": (3, 1),
        "scrolls": (1, 1),
    }
    assert game.scores == (4, 0)
    assert prophets(game) == [0, 1]


BOOK = rulebook("ark")


def test_A01_the_box_holds_72_tiles_of_which_the_start_tile_lies_in_the_middle() -> None:
    box = BOOK.ruleset.bags["bag"]
    assert sum(box.counts.values()) == 72
    assert len(box.pile()) == 71
    game = start(BOOK, 2, {"bag": box.pile()})
    assert {cell: form.tile.id for cell, form in game.board.tiles.items()} == {
        cell_at(0, 0): BOOK.start
    }


@for_each("seats", [2, 3, 4, 5])
def test_A02_each_of_two_to_five_seats_has_seven_followers_and_a_prophet(seats: int) -> None:
    header = deal("ark", seats, random.Random(seats))
    game = replay(header.text()).game
    assert [dict(hand) for hand in game.supply] == [{"follower": 7, "prophet": 1}] * seats
    assert game.tokens == {}, "the one Ark is off the board till the first city is finished"


@for_each("seats", [1, 6])
def test_A02_one_seat_and_six_are_refused(seats: int) -> None:
    with pytest.raises(RulesError, match=r"^ark is for 2 to 5 seats$"):
        deal("ark", seats, random.Random(0))
    with pytest.raises(RecordError) as caught:
        replay(Header("ark", seats, {"bag": pile("ark", [])}).text())
    assert (caught.value.line, caught.value.why) == (2, "seats go from 2 to 5")


def test_A10_and_X05_a_tile_that_fits_nowhere_leaves_the_game_and_is_not_put_back() -> None:
    """With START's city closed nothing takes the four city sides of ARK-01."""
    game = ark("Red ARK-21 0 1 rot180; ark 0 0", hand="ARK-01 ARK-R42")
    assert [event.tile for event in events_of_type(game, TileDiscarded)] == ["ARK-01"]
    assert (game.turn, game.drawn) == (1, "ARK-R42")
    assert "ARK-01" not in game.bags["bag"]


def test_T_A_18_A12_no_figure_is_allowed_on_a_temple() -> None:
    game = game_with_placement(ark(hand="ARK-R52"), "1 0 rot0")
    assert offered_figures(game) == {"thief a", "thief b", "shepherd d", "shepherd e"}
    for role in ("thief", "shepherd", "knight", "prophet"):
        assert refusal(game, f"{role} c").reason == "wrong-terrain"


def test_T_A_10_A15_A40_A41_follower_back_from_a_road_does_not_count_for_the_temple() -> None:
    """A-41; the temple is finished by its fourth neighbour, no diagonal is needed (A-40)."""
    game = ark("""
        Red  ARK-R42 -1 0 rot0
        Blue ARK-R52 1 0 rot0 thief a      # the road to 2 0
        Red  ARK-R36 1 -1 rot0 shepherd b
        Blue ARK-R37 1 1 rot180
        Red  ARK-R48 2 0 rot0              # ends that road, and the cross is full
    """)
    assert [event.kind for event in events_of_type(game, Scored) if isinstance(event, Scored)] == [
        *("road", "temple")
    ]
    assert only_score(game, "temple").points == ((0, 7),)
    assert game.scores == (7, 2)
    assert standing_pieces(game) == ["Red shepherd 1 -1 b"]


TIED = """
    Red  ARK-R36 -1 0 rot180
    Blue ARK-R52 1 0 rot0 {temple}
    Red  ARK-R36 1 -1 rot0 {south}
    Blue ARK-21 1 1 rot0 {north}
    Red  ARK-R42 2 0 rot0 {east}
"""
"""A temple at 1 0 with its neighbours; the last of them is laid by Red."""


@for_each(
    ("south", "east", "north", "temple", "scores", "staying"),
    [
        ("shepherd b", "thief a", "knight a", "shepherd d", (7, 7), 4),  # T-A-11
        ("", "", "", "", (0, 0), 0),  # T-A-12
        ("shepherd b", "thief a", "knight a", "", (7, 0), 3),
        ("shepherd b", "", "knight a", "shepherd d", (0, 7), 3),
        ("", "", "prophet a", "", (0, 7), 1),  # a prophet counts as well
        ("shepherd b", "", "prophet a", "", (7, 7), 2),  # as one, and is not doubled
    ],
)
def test_T_A_11_T_A_12_A42_the_most_followers_on_the_cross_score_7_and_stay(
    south: str, east: str, north: str, temple: str, scores: tuple[int, int], staying: int
) -> None:
    game = ark(TIED.format(south=south, east=east, north=north, temple=temple))
    assert terms_by_name(only_score(game, "temple")) == {"temple": (1, 7)}
    assert game.scores == scores
    assert len(standing_pieces(game)) == staying


def test_A43_a_temple_is_scored_once() -> None:
    script = TIED.format(south="shepherd b", east="", north="", temple="")
    game = ark(script + "Blue ARK-R37 2 -1 rot270\n Red ARK-R42 3 0 rot0", hand="ARK-R43")
    assert len(scores_of_kind(game, "temple")) == 1
    assert game.scores == (7, 0)


def test_A43_two_temples_by_one_tile_are_each_scored() -> None:
    game = ark("""
        Red  ARK-R52 1 0 rot0
        Blue ARK-R42 1 1 rot0
        Red  ARK-R42 2 1 rot0
        Blue ARK-R43 3 1 rot0
        Red  ARK-R52 3 0 rot0 thief a
        Blue ARK-R43 1 -1 rot0 shepherd b
        Red  ARK-R44 4 0 rot0
        Blue ARK-R45 3 -1 rot0
        Red  ARK-R46 2 0 rot0
    """)
    assert {event.cells(): event.points for event in scores_of_kind(game, "temple")} == {
        (cell_at(1, 0),): ((1, 7),),
        (cell_at(3, 0),): ((0, 7),),
    }
    assert game.scores == (7, 7)
