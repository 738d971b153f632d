"""Traders and Builders: the cases T-TB-01 to T-TB-07 and the rules around them."""

import pytest

from rules.game import Game, play
from rules.opponents.chances import CountedChances
from rules.opponents.weights import TUNED
from rules.story import PiecesReturned, TileDrawn
from rules.table_decisions import end_early, resign, skip
from rules.variants import rulebook
from rules.variants.traders import (
    BUILDERS,
    GOODS,
    SIGN_COUNTS,
    BuilderWorked,
    GoodsTaken,
    ScoreGoods,
    goods_of,
)
from tests.support.for_each import for_each
from tests.support.positions import (
    BLUE,
    GREEN,
    RED,
    area,
    events_of_type,
    game_after_script,
    game_with_placement,
    offered_figures,
    only_score,
    play_script,
    refusal,
    scores_of_kind,
    standing_pieces,
    traders,
    traders_ended,
    with_pieces,
)
from tests.support.read_moves import read

BOOK = rulebook("base+traders")

BUILT = """
    Red   U 1 0 rot90 thief a
    Blue  B 0 -1 rot0
    Red   U 2 0 rot90 builder a
    Blue  B 0 -2 rot0
"""
"""Red's thief and builder on start's road, open at 3 0 and -1 0. Red comes next."""


# -- the box --------------------------------------------------------------------------------------


def test_TB01_24_tiles_with_nine_wine_six_grain_and_five_cloth_are_shuffled_in() -> None:
    box = BOOK.ruleset.bags["bag"]
    own = [tile for tile in box.pile() if tile.startswith("TRD-")]
    signs = [mark for tile in own for zone in box.tiles[tile].zones for mark in zone.marks]
    assert len(own) == 24 and len(box.pile()) == 72 + 24 - 1
    assert [signs.count(kind) for kind in GOODS] == [9, 6, 5]
    assert {kind: signs.count(kind) for kind in GOODS} == SIGN_COUNTS


def test_TB01_six_play_together_with_inns() -> None:
    assert rulebook("base+inns+traders").ruleset.seats == range(2, 7)


# -- goods ----------------------------------------------------------------------------------------


def test_T_TB_01_and_TB02_player_who_finishes_a_city_takes_its_goods() -> None:
    script = """
        Red    TRD-T 0 1 rot180 knight a
        Blue   TRD-W 1 1 rot0
        Green  TRD-K 1 2 rot270
        Red    B 0 -1 rot0
        Blue   B 0 -2 rot0
        Green  E 0 2 rot90
    """
    game = traders(script, seats=3)
    assert dict(only_score(game, "city").points) == {RED: 10}
    assert goods_of(game.story, 3) == ({}, {}, {"wine": 2, "cloth": 1})


def test_TB02_goods_of_both_cities_finished_by_one_tile_are_taken_even_if_empty() -> None:
    script = """
        Red   TRD-Q 0 1 rot90
        Blue  B 1 1 rot0
        Red   B 1 2 rot0
        Blue  B 1 3 rot0
        Red   TRD-E 0 3 rot90
        Blue  E 0 4 rot180
        Red   H 0 2 rot0
    """
    game = traders(script)
    assert goods_of(game.story, 2) == ({"wine": 1, "grain": 1}, {})
    assert [event.points for event in scores_of_kind(game, "city")] == [(), ()]


def test_T_TB_02_and_TB03_the_most_of_each_kind_are_worth_ten_and_ties_ten_each() -> None:
    game = traders(seats=3).with_events(
        GoodsTaken(0, (), (("wine", 3), ("cloth", 1))),
        GoodsTaken(1, (), (("wine", 2),)),
        GoodsTaken(1, (), (("wine", 1),)),
        GoodsTaken(2, (), (("wine", 1),)),
    )
    scored = ScoreGoods().run(game)
    assert scored.scores == (20, 10, 0)
    assert [event.terms[0].name for event in scores_of_kind(scored, "goods", final=True)] == [
        "wine",
        "cloth",
    ]


def test_TB03_X46_goods_of_a_resigned_seat_count_in_the_majority() -> None:
    game = traders(seats=3).with_events(GoodsTaken(1, (), (("wine", 1),)))
    assert end_early(resign(game, 1)).scores == (0, 10, 0)


# -- the builder ----------------------------------------------------------------------------------


def test_TB04_builder_may_join_an_own_follower_on_a_road_or_in_a_city() -> None:
    game = game_with_placement(
        traders("Red U 1 0 rot90 thief a\n Blue B 0 -1 rot0", hand="U"), "2 0 rot90"
    )
    assert "builder a" in offered_figures(game)
    game = game_with_placement(
        traders("Red G 0 1 rot90 knight a\n Blue B 0 -1 rot0", hand="F"), "0 2 rot90"
    )
    assert "builder a" in offered_figures(game)
    assert refusal(game, "builder b").reason == "wrong-terrain"


def test_T_TB_07_and_TB04_builder_is_refused_without_an_own_follower() -> None:
    game = game_with_placement(traders("Red U 1 0 rot90 thief a", hand="U"), "2 0 rot90")
    assert "builder a" not in offered_figures(game)
    error = refusal(game, "builder a")
    assert error.reason == "alone"
    assert "builder" in str(error)


def test_TB04_a_builder_weighs_nothing() -> None:
    game = with_pieces(traders(f"{BUILT}\n Red A 3 0 rot90\n Red B 0 -3 rot0"), "Blue thief 0 0 b")
    game = play_script(game.replace(drawn="A"), "Blue A -1 0 rot270")[0]
    assert dict(only_score(game, "road").points) == {RED: 5, BLUE: 5}


def test_TB05_extending_the_own_builders_road_gives_a_second_tile() -> None:
    game = traders(f"{BUILT}\n Red U 3 0 rot90", hand="E")
    assert (game.turn, game.drawn) == (RED, "E")
    assert events_of_type(game, BuilderWorked) == [BuilderWorked(RED)]


def test_T_TB_03_and_TB05_builder_never_gives_a_third_tile() -> None:
    game = traders(f"{BUILT}\n Red U 3 0 rot90\n Red U 4 0 rot90")
    assert game.turn == BLUE
    assert events_of_type(game, BuilderWorked) == [BuilderWorked(RED)]


def test_TB05_builder_in_a_city_gives_a_second_tile() -> None:
    script = """
        Red   G 0 1 rot90 knight a
        Blue  B 0 -1 rot0
        Red   F 0 2 rot90 builder a
        Blue  B 0 -2 rot0
        Red   E 0 3 rot180
    """
    game = traders(script)
    assert game.turn == RED, "finishing the city extends it"
    assert game.supply[RED][BUILDERS] == 1


HOME = """
    Red   U 1 0 rot90 thief a
    Blue  A -1 0 rot270
    Red   U 2 0 rot90 builder a
    Blue  B 0 -1 rot0
    Red   U 0 -2 rot90 thief a
    Blue  B 1 -1 rot0
    Red   A 3 0 rot90
"""


def test_T_TB_04_and_TB06_a_builder_that_came_home_may_go_out_again_with_the_second_tile() -> None:
    game = traders(HOME, hand="U")
    assert dict(only_score(game, "road").points) == {RED: 5}
    assert (game.turn, game.supply[RED][BUILDERS]) == (RED, 1)
    assert "builder a" in offered_figures(game_with_placement(game, "1 -2 rot90"))


def test_TB12_builder_brings_no_second_tile_from_an_empty_bag() -> None:
    game = traders_ended(f"{BUILT}\n Red U 3 0 rot90")
    assert game.over and events_of_type(game, BuilderWorked)


def test_TB12_the_second_tile_is_drawn_after_the_first_is_scored() -> None:
    game = traders(HOME, hand="U")
    last = [event for event in game.story if not isinstance(event, BuilderWorked)]
    assert last[-1] == TileDrawn(RED, "bag", "U")
    assert last[-2] is only_score(game, "road")


# -- with ferries ---------------------------------------------------------------------------------

LAKE = """
    Red   FER-FRRR 1 0 rot0 thief c; ferry a c
    Blue  B 0 -1 rot0
    Red   U 2 0 rot90 builder a
"""
"""Red's thief west of the lake at 1 0, his builder east of it, joined by the ferry."""


def done(game: Game, *texts: str) -> Game:
    for text in texts:
        (move,) = read(text)
        game = play(game, move)
    return game


def test_T_TB_06_T_F_14_and_TB07_TB11_F42_a_builder_cut_off_by_a_ferry_comes_home() -> None:
    game = game_after_script("base+ferries+traders", LAKE, hand="U")
    game = done(game, "place -1 0 rot90", "pass", "turn 1 0 b c")
    assert standing_pieces(game) == ["Red thief 1 0 c"], (
        "a follower left without its builder is fine"
    )
    assert game.supply[RED][BUILDERS] == 1
    assert len(events_of_type(game, PiecesReturned)) == 1


def test_TB11_X34_a_builder_that_meets_another_own_follower_stays() -> None:
    game = with_pieces(game_after_script("base+ferries+traders", LAKE, hand="U"), "Red thief 1 0 b")
    game = done(game, "place -1 0 rot90", "pass", "turn 1 0 a b")
    assert "Red builder 2 0 a" in standing_pieces(game)


def test_T_F_13_and_TB11_F41_turning_a_ferry_to_a_builders_road_gives_no_second_tile() -> None:
    script = """
        Red   FER-FRRR 1 0 rot0 thief a; ferry b c
        Blue  B 0 -1 rot0
        Red   U 2 0 rot90 builder a
        Blue  B 0 -2 rot0
    """
    game = game_after_script("base+ferries+traders", script, hand="U")
    game = done(game, "place -1 0 rot90", "pass", "turn 1 0 a c")
    assert len(area(game, "road", "2 0 a").spots) == 5
    assert game.turn == BLUE and not events_of_type(game, BuilderWorked)


def test_F44_and_TB05_each_half_of_a_double_turn_turns_its_own_ferries() -> None:
    script = """
        Red   FER-FRRR 1 0 rot0 thief c; ferry a c
        Blue  B 0 -1 rot0
        Red   U -1 0 rot90 builder a
        Blue  B 0 -2 rot0
    """
    game = game_after_script("base+ferries+traders", script, hand="U U")
    game = done(game, "place -2 0 rot90", "pass", "turn 1 0 b c")
    assert (game.turn, game.drawn) == (RED, "U")
    game = done(game, "place -3 0 rot90", "pass", "turn 1 0 a c")
    assert game.turn == BLUE


# -- the pig --------------------------------------------------------------------------------------


def test_TB08_pig_may_join_an_own_farmer() -> None:
    script = "Red E 0 1 rot180 farmer b\n Blue B 0 -1 rot0"
    game = game_with_placement(traders(script, hand="B"), "0 2 rot0")
    assert offered_figures(game) == {"monk a", "pig b"}
    game = game_with_placement(traders("Red E 0 1 rot180 farmer b", hand="B"), "0 2 rot0")
    assert refusal(game, "pig b").reason == "alone"


TWO_CITIES = """
    Red   E 0 1 rot180
    Blue  E 0 2 rot0
    Red   E 0 3 rot180
"""
"""Two finished cities that touch one field, at 0 1 b and 0 2 b."""


def test_TB08_pig_is_offered_only_on_its_owners_side_of_a_road() -> None:
    """V carries start's road on to the north or to the south; Red's farmer is south of it."""
    game = with_pieces(traders(hand="V"), "Red farmer 0 0 d")
    offered = {
        (rotation, text)
        for rotation in (0, 1)
        for text in offered_figures(game_with_placement(game, f"1 0 rot{90 * rotation}"))
        if text.startswith("pig")
    }
    assert offered == {(0, "pig c"), (1, "pig b")}


def test_T_TB_05_and_TB09_X40_a_pig_adds_a_point_for_each_city_of_its_owner() -> None:
    game = with_pieces(
        traders(TWO_CITIES), "Red farmer 0 1 b", "Red pig 0 2 b", "Blue farmer 0 2 b"
    )
    assert end_early(game).scores == (10, 8)


def test_X47_by_the_third_edition_a_pig_adds_a_point_a_city_of_its_own_field() -> None:
    pieces = ("Red farmer 0 2 b", "Red pig 0 2 b", "Blue farmer 0 2 b")
    third = {"fields": "third"}
    with_pig = end_early(with_pieces(traders(TWO_CITIES, options=third), *pieces))
    without = end_early(with_pieces(traders(TWO_CITIES, options=third), pieces[0], pieces[2]))
    red, blue = without.scores
    assert red == blue and red % 3 == 0 and red
    assert with_pig.scores == (red // 3 * 4, blue)


def test_TB08_TB09_a_pig_is_no_farmer_and_weighs_nothing() -> None:
    pieces = ("Red farmer 0 1 b", "Red pig 0 2 b", "Blue farmer 0 1 b", "Blue farmer 0 2 b")
    game = with_pieces(traders(TWO_CITIES), *pieces)
    assert end_early(game).scores == (0, 8)


# -- between the halves ---------------------------------------------------------------------------


def test_COM24_next_player_gets_the_second_tile_after_a_resignation_between_tiles() -> None:
    game = resign(traders(f"{BUILT}\n Red U 3 0 rot90", hand="E", seats=2), RED)
    assert game.over
    game = traders(
        """
        Red    U 1 0 rot90 thief a
        Blue   B 0 -1 rot0
        Green  B 0 -2 rot0
        Red    U 2 0 rot90 builder a
        Blue   B 0 -3 rot0
        Green  B 0 -4 rot0
        Red    U 3 0 rot90
        """,
        hand="E",
        seats=3,
    )
    assert (resign(game, RED).turn, resign(game, RED).drawn) == (BLUE, "E")
    assert resign(game, GREEN).turn == RED


def test_COM26_tile_of_a_skipped_second_half_goes_to_the_next_seat() -> None:
    game = skip(traders(f"{BUILT}\n Red U 3 0 rot90", hand="E"))
    assert (game.turn, game.drawn) == (BLUE, "E")


def test_COM26_skipping_the_first_half_after_the_tile_is_laid_skips_the_second() -> None:
    game = skip(game_with_placement(traders(BUILT, hand="U"), "3 0 rot90"))
    assert game.turn == BLUE


# -- tiles ----------------------------------------------------------------------------------------


def test_TB10_two_roads_that_cross_on_a_bridge_are_two() -> None:
    game = game_with_placement(traders(hand="TRD-B"), "1 0 rot0")
    assert {
        "thief a",
        "thief b",
        "farmer c",
        "farmer d",
        "farmer e",
        "farmer f",
    } <= offered_figures(game)
    assert area(game, "road", "1 0 a").spots != area(game, "road", "1 0 b").spots


def test_TB10_a_road_ends_at_the_house() -> None:
    game = traders("Red TRD-C 1 0 rot0 thief c\n Blue A -1 0 rot270")
    assert dict(only_score(game, "road").points) == {RED: 3}


@for_each(
    ("tile", "where", "letter"),
    [
        ("TRD-M", "0 1 rot0", "d"),
        ("TRD-N", "0 1 rot0", "d"),
        ("TRD-P", "0 1 rot0", "d"),
        ("TRD-X", "0 1 rot0", "c"),
    ],
)
def test_TB10_an_inner_field_has_room_for_a_farmer(tile: str, where: str, letter: str) -> None:
    assert f"farmer {letter}" in offered_figures(game_with_placement(traders(hand=tile), where))


def test_TB03_lead_in_goods_is_forecast_by_the_signs_left() -> None:
    game = traders(hand="E")
    for tokens, expected in (((9, 0), [10.0, 0.0]), ((1, 0), [6.0, 4.0]), ((2, 2), [5.0, 5.0])):
        taken = [GoodsTaken(seat, (), (("wine", n),)) for seat, n in enumerate(tokens) if n]
        later = game.with_events(*taken)
        points = [0.0, 0.0]
        for forecast in ScoreGoods().forecast(later, CountedChances(later, TUNED)):
            assert forecast.kind == "wine"
            for seat, worth in forecast.points:
                points[seat] += worth
        assert points == pytest.approx(expected)
