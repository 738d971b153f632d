"""The rivers and the meadows of Hunters and Gatherers."""

from rules.story import PiecesReturned
from tests.support.positions import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    area,
    events_of_type,
    game_with_placement,
    hunters,
    hunters_ended,
    offered_figures,
    only_score,
    refusal,
    scores_of_kind,
    supply,
    terms_by_name,
)

# -- meadows --------------------------------------------------------------------------------------

THREE_MEADOWS = """
    Red   L11 -1 0 rot0 hunter f    # north of the river, with START's north
    Blue  L32 -1 1 rot0 hunter b    # parted from it by L11's forest
    Red   L47 1 0 rot0 hunter b     # north of START's forest
    Blue  L20 1 1 rot0
"""


def test_T_H_30_a_tile_makes_one_meadow_of_three_and_takes_no_further_hunter() -> None:
    game = hunters(THREE_MEADOWS)
    meadows = {area(game, "meadow", where).spots for where in ("-1 0 f", "-1 1 b", "1 0 b")}
    assert len(meadows) == 3
    game = game_with_placement(hunters(THREE_MEADOWS, hand="L60"), "0 1 rot0")
    meadow = area(game, "meadow", "0 1 a")
    assert sorted(piece.seat for piece in meadow.pieces) == [RED, RED, BLUE]
    assert (game.turn, offered_figures(game)) == (BLUE, set()), "Red was not even asked"


def test_H50_rivers_and_forests_part_meadows() -> None:
    game = hunters("Red L19 -1 0 rot0")
    assert area(game, "meadow", "-1 0 b") == area(game, "meadow", "0 0 d")
    assert area(game, "meadow", "-1 0 c") == area(game, "meadow", "0 0 e")
    assert area(game, "meadow", "-1 0 b") != area(game, "meadow", "-1 0 c")


def test_H12_a_lake_at_the_head_of_a_river_does_not_part_the_meadow_around_it() -> None:
    game = hunters("Red L04 -1 0 rot180")
    assert area(game, "meadow", "0 0 d") == area(game, "meadow", "0 0 e")


def test_T_H_02_a_forest_with_a_gatherer_takes_no_second_and_a_free_meadow_a_hunter() -> None:
    game = game_with_placement(hunters("Red L47 1 0 rot0 gatherer a", hand="L27"), "2 0 rot0")
    assert offered_figures(game) == {"hunter b", "hunter c"}
    assert refusal(game, "gatherer a").reason == "taken"


def test_T_H_03_only_the_small_meadow_is_free_for_a_hunter() -> None:
    game = game_with_placement(hunters("Red L60 0 1 rot0 hunter a", hand="L53"), "0 2 rot180")
    assert offered_figures(game) == {"gatherer a", "fisher b", "hut b", "hunter d"}
    assert refusal(game, "hunter c").reason == "taken"


# -- the end --------------------------------------------------------------------------------------


def test_T_H_41_one_deer_gives_green_two() -> None:
    game = hunters_ended(
        """
        Red    L04 0 1 rot0
        Blue   L19 -1 0 rot0
        Green  L32 0 -1 rot180 hunter b
        """,
        seats=3,
    )
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == {"deer": (1, 2)}
    assert meadow.points == ((GREEN, 2),)
    assert game.scores == (0, 0, 2)


SECOND_MEADOW = """
    Red     L60 0 1 rot0 hunter a       # a deer, and START's mammoth
    Blue    L19 -1 0 rot0
    Green   L32 0 -1 rot180
    Yellow  L22 1 0 rot180 hunter b     # a tiger
    Red     L70 1 1 rot0                # joins the two
"""


def test_T_H_42_tied_hunters_each_get_the_mammoth_and_the_tiger_eats_the_deer() -> None:
    game = hunters_ended(SECOND_MEADOW, seats=4)
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == {"deer": (1, 2), "mammoth": (1, 2), "tiger": (1, -2)}
    assert meadow.points == ((RED, 2), (YELLOW, 2))


THIRD_MEADOW = """
    Red   L60 0 1 rot0 hunter a         # a deer, and START's mammoth
    Blue  L32 0 -1 rot180 hunter b      # a deer
    Red   L20 1 0 rot180 hunter b       # a mammoth; closes START's forest: gold
    Red   B04 1 1 rot270                # an aurochs; joins Red's two
    Blue  L22 0 2 rot0                  # a tiger
    Red   L33 1 -1 rot0                 # joins Blue's
"""


def test_T_H_43_H68_two_deer_two_mammoths_an_aurochs_and_a_tiger_give_the_majority_eight() -> None:
    game = hunters_ended(THIRD_MEADOW)
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == {
        "deer": (2, 2),
        "mammoth": (2, 2),
        "aurochs": (1, 2),
        "tiger": (1, -2),
    }
    assert sorted(piece.seat for piece in meadow.pieces) == [RED, RED, BLUE]
    assert meadow.points == ((RED, 2 * 2 + 2 * 2 + 2 - 2),)
    assert game.scores == (8, 0)


FOURTH_MEADOW = """
    Red   L60 0 1 rot0
    Blue  L32 0 -1 rot180 hunter b      # a deer
    Red   L22 1 -1 rot0                 # a tiger
    Blue  L08 -1 -1 rot0                # a tiger
"""


def test_T_H_44_two_tigers_and_a_deer_give_nothing_and_take_nothing() -> None:
    game = hunters_ended(FOURTH_MEADOW)
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == {"deer": (1, 2), "tiger": (1, -2)}
    assert meadow.points == ()
    assert game.scores == (0, 0)


def test_H64_a_tiger_too_many_does_not_touch_the_mammoth() -> None:
    game = hunters_ended(FOURTH_MEADOW + "Red L07 0 -2 rot0")
    assert game.scores == (0, 2)


def test_T_H_45_fire_removes_the_tigers_without_a_hunter_on_its_tile() -> None:
    """B05 shows a tiger of its own, and drives that away too."""
    game = hunters_ended(
        THIRD_MEADOW
        + """
        Blue  L75 0 3 rot0
        Red   L74 1 2 rot0              # closes L22's forest: gold
        Red   B05 -1 1 rot0             # the fire, in the same meadow
        """
    )
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == {"deer": (2, 2), "mammoth": (2, 2), "aurochs": (1, 2)}
    assert game.scores == (2 * 2 + 2 * 2 + 2, 0)


def test_H65_a_fire_in_another_meadow_changes_nothing() -> None:
    game = hunters_ended(
        THIRD_MEADOW
        + """
        Blue  L75 0 3 rot0
        Red   L74 1 2 rot0
        Red   B05 0 4 rot0              # behind L75: another meadow
        """
    )
    assert only_score(game, "meadow", final=True).points == ((RED, 8),)


def shrine(figure: str) -> str:
    """Red's shrine, one Blue hunter in each of three meadows, and all joined in the end."""
    return f"""
        Red   L60 0 1 rot0
        Blue  L32 0 -1 rot180 hunter b
        Red   L20 1 0 rot180            # closes START's forest: gold
        Red   B03 2 0 rot90 {figure}
        Blue  L37 0 2 rot0 hunter b
        Red   L33 1 -1 rot0
        Blue  L19 -1 0 rot0 hunter c
        Red   L70 -1 -1 rot180
        Blue  L72 1 1 rot90
    """


SHRINE_MEADOW = {"deer": (4, 2), "mammoth": (3, 2), "tiger": (1, -2)}


def test_T_H_46_the_hunter_of_the_shrine_takes_all_against_three() -> None:
    game = hunters_ended(shrine("hunter b"))
    meadow = only_score(game, "meadow", final=True)
    assert sorted(piece.seat for piece in meadow.pieces) == [RED, BLUE, BLUE, BLUE]
    assert terms_by_name(meadow) == SHRINE_MEADOW
    assert game.scores == (4 * 2 + 3 * 2 - 2, 0)


def test_H66_a_shrine_without_its_hunter_has_no_effect() -> None:
    game = hunters_ended(shrine(""))
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == SHRINE_MEADOW
    assert game.scores == (0, 4 * 2 + 3 * 2 - 2)


def test_T_H_47_H67_and_X16_the_hunter_of_the_shrine_needs_a_free_meadow() -> None:
    game = game_with_placement(
        hunters(
            """
            Red   L60 0 1 rot0 hunter a
            Blue  L32 0 -1 rot180
            Red   L20 1 0 rot180
            """,
            hand="B03",
        ),
        "1 1 rot90",
    )
    assert offered_figures(game) == {"gatherer a"}
    assert refusal(game, "hunter b").reason == "taken"


def test_T_H_48_H61_an_unfinished_forest_gives_nothing_and_the_gatherer_comes_home() -> None:
    game = hunters_ended("""
        Red   L47 1 0 rot0 gatherer a
        Blue  L32 0 -1 rot180
        Red   L27 2 0 rot0              # four parts, open to the east
    """)
    assert game.scores == (0, 0)
    assert scores_of_kind(game, "forest") == scores_of_kind(game, "forest", final=True) == []
    (returned,) = events_of_type(game, PiecesReturned)
    assert isinstance(returned, PiecesReturned)
    assert [(piece.seat, piece.role.name) for piece in returned.pieces] == [(RED, "gatherer")]
    assert supply(game, RED) == (5, 2)


def test_H63_an_unfinished_meadow_counts_as_well() -> None:
    game = hunters_ended("Red L60 0 1 rot0 hunter a")
    assert not area(game, "meadow", "0 1 a").closed
    assert only_score(game, "meadow", final=True).points == ((RED, 2 + 2),)


# -- fishers and the points of a river ------------------------------------------------------------


def test_T_H_10_three_segments_between_lakes_of_one_and_two_fish_score_six() -> None:
    game = hunters("""
        Red   L19 -1 0 rot0 fisher a    # the river runs into START's lake, 1 fish
        Blue  L45 -2 0 rot180           # the lake at the other end, 2 fish
    """)
    river = only_score(game, "river")
    assert terms_by_name(river) == {"sections": (3, 1), "fish": (1 + 2, 1)}
    assert river.points == ((RED, 3 + 1 + 2),)
    assert game.scores == (6, 0)


def test_T_H_11_red_scores_the_river_that_blue_closes() -> None:
    game = hunters("""
        Red   L04 0 1 rot0 fisher a         # a lake with 1 fish
        Blue  L42 -1 1 rot270 gatherer a    # the spring, for the sake of its forest
    """)
    assert terms_by_name(only_score(game, "river")) == {"sections": (2, 1), "fish": (1, 1)}
    assert game.scores == (2 + 1, 0)


RIVER_OF_FIVE = """
    Red   L05 0 -1 rot0 fisher b    # its lake, 2 fish, has two outlets: south and west
    Blue  L28 0 -2 rot0
    Red   L68 -1 -2 rot0
    Blue  L03 -1 -1 rot0
"""


def test_T_H_12_H33_a_river_that_comes_back_to_its_lake_counts_the_fish_once() -> None:
    game = hunters(RIVER_OF_FIVE)
    assert terms_by_name(only_score(game, "river")) == {"sections": (5, 1), "fish": (2, 1)}
    assert game.scores == (5 + 2, 0)


def test_X11_the_fish_of_two_lakes_on_one_tile_are_both_counted_if_both_are_reached() -> None:
    """The two lakes of B10 have 2 fish each; a ring from the one comes back to the other."""
    game = hunters("""
        Red   L75 0 -1 rot180
        Blue  L20 1 0 rot180            # closes START's nugget forest
        Blue  B10 -1 0 rot0 fisher a    # north and west: the one lake; east and south: the other
        Red   L51 -1 1 rot0
        Blue  L03 -2 1 rot0
        Red   L68 -2 0 rot0
    """)
    ring = next(event for event in scores_of_kind(game, "river") if event.points)
    assert terms_by_name(ring) == {"sections": (5, 1), "fish": (2, 1)}, (
        "both ends are at the lake e"
    )
    game = hunters("""
        Red   L75 0 -1 rot180
        Blue  L20 1 0 rot180
        Blue  B10 -1 0 rot90 fisher a   # a now looks east, to START; b south, c west, d north
        Red   L51 -1 1 rot0
        Blue  L03 -2 1 rot0 fisher a
        Red   L68 -2 0 rot0
    """)
    east, ring = scores_of_kind(game, "river")
    assert terms_by_name(east) == {"sections": (2, 1), "fish": (1 + 2, 1)}
    assert terms_by_name(ring) == {"sections": (5, 1), "fish": (2 + 2, 1)}
    assert game.scores == (0, 5 + 5 + 4)


def test_T_H_13_river_from_spring_to_spring_on_two_tiles_scores_two() -> None:
    game = hunters("""
        Red   L42 0 -1 rot0 fisher b
        Blue  L76 0 -2 rot0
    """)
    assert terms_by_name(only_score(game, "river")) == {"sections": (2, 1)}
    assert game.scores == (2, 0)


def test_T_H_14_three_rivers_meet_at_a_lake_and_only_the_finished_one_scores() -> None:
    game = hunters("""
        Red   L18 0 1 rot0 fisher a     # a lake with 1 fish and outlets north, east and west
        Blue  L42 0 2 rot0              # the spring of the northern river
    """)
    assert terms_by_name(only_score(game, "river")) == {"sections": (2, 1), "fish": (1, 1)}
    assert game.scores == (2 + 1, 0)
    assert not area(game, "river", "0 1 b").closed
    assert not area(game, "river", "0 1 c").closed
    system = area(game, "system", "0 1 b")
    assert area(game, "system", "0 1 c") == system == area(game, "system", "0 2 b")
    assert len(system.spots) == 4 + 1, "three outlets, the lake, and the segment with the spring"


def test_T_H_14_the_three_rivers_of_a_lake_are_one_system_for_huts() -> None:
    game = game_with_placement(hunters("Red L18 0 1 rot0 hut a", hand="L54"), "1 1 rot90")
    assert offered_figures(game) == {"hunter b", "hunter c", "fisher a"}
    assert refusal(game, "hut a").reason == "taken"


def test_H31_a_closed_loop_is_finished_and_scores_its_segments() -> None:
    game = hunters("""
        Red   L68 0 1 rot0 fisher a
        Blue  L28 1 1 rot0
        Red   L51 1 2 rot0
        Blue  L03 0 2 rot0
    """)
    assert terms_by_name(only_score(game, "river")) == {"sections": (4, 1)}
    assert game.scores == (4, 0)


def test_X09_a_junction_ends_a_river_and_the_fish_of_its_lake_count() -> None:
    """Three rivers meet in L30; it counts as a lake with its printed fish."""
    game = hunters("Red L30 -1 0 rot0 fisher b")
    assert terms_by_name(only_score(game, "river")) == {"sections": (2, 1), "fish": (1 + 1, 1)}
    assert game.scores == (2 + 1 + 1, 0)


def test_H32_and_X10_two_segments_on_one_tile_count_twice() -> None:
    """Both outlets of L05 belong to the river: 5 segments on 4 tiles."""
    river = only_score(hunters(RIVER_OF_FIVE), "river")
    assert len(river.cells()) == 4
    assert terms_by_name(river)["sections"] == (5, 1)


def test_H34_a_lake_counts_for_nothing_but_its_fish() -> None:
    game = hunters("""
        Red   L04 0 1 rot0 fisher a
        Blue  L44 -1 1 rot0             # one segment and one fish on each of the two tiles
    """)
    assert terms_by_name(only_score(game, "river")) == {"sections": (2, 1), "fish": (2, 1)}


def test_H35_an_unfinished_river_scores_nothing_at_the_end() -> None:
    game = hunters_ended("Red L19 -1 0 rot0 fisher a")
    assert game.scores == (0, 0)
    assert scores_of_kind(game, "river") == scores_of_kind(game, "river", final=True) == []
    assert supply(game, RED) == (5, 2)


def test_H22_fisher_depends_on_the_river_and_not_on_the_river_system() -> None:
    """Two rivers that end in the same lake are two rivers."""
    game = game_with_placement(hunters("Red L18 0 1 rot0 fisher a", hand="L19"), "1 1 rot0")
    assert "fisher a" in offered_figures(game)


# -- huts and systems -----------------------------------------------------------------------------


def test_H23_and_X39_a_fisher_stands_on_a_segment_and_never_on_a_lake() -> None:
    game = game_with_placement(hunters(hand="L04"), "0 1 rot0")
    assert offered_figures(game) == {"fisher a", "hut a", "hut b", "hunter c"}
    error = refusal(game, "fisher b")
    assert error.reason == "wrong-terrain"
    assert str(error) == "segment b is a lake; a fisher needs a river"


def test_T_H_04_H25_a_hut_may_join_a_fisher() -> None:
    game = game_with_placement(hunters("Red L19 -1 0 rot0 fisher a", hand="L52"), "-2 0 rot0")
    assert "hut a" in offered_figures(game)
    assert "fisher a" not in offered_figures(game)


def test_T_H_04_H25_a_fisher_may_join_a_hut() -> None:
    game = game_with_placement(hunters("Red L19 -1 0 rot0 hut a", hand="L52"), "-2 0 rot0")
    assert "fisher a" in offered_figures(game)
    assert "hut a" not in offered_figures(game)


def test_H24_a_hut_is_refused_anywhere_in_a_system_that_holds_one() -> None:
    """The lake of L48 does not part the system; the seat's own hut counts too."""
    game = game_with_placement(
        hunters(
            """
            Red   L19 -1 0 rot0 hut a
            Blue  L48 -2 0 rot0
            """,
            hand="L52",
        ),
        "-3 0 rot0",
    )
    assert {"fisher a", "hut a"} & offered_figures(game) == {"fisher a"}
    error = refusal(game, "hut a")
    assert error.reason == "taken"
    assert str(error) == "that river system is taken by seat 0's hut at -1 0"


TWO_SYSTEMS = """
    Red   L23 -1 0 rot0 hut a       # its eastern river: with START's lake, 1 fish
    Blue  L45 -1 -1 rot90 hut b     # its western river: with this lake, 2 fish
"""


def test_T_H_05_two_systems_on_one_tile_are_controlled_separately() -> None:
    game = hunters_ended(TWO_SYSTEMS)
    assert [event.points for event in scores_of_kind(game, "system", final=True)] == [
        ((RED, 1),),
        ((BLUE, 2),),
    ]


def test_H26_huts_stay_when_their_river_is_finished() -> None:
    game = hunters("""
        Red   L19 -1 0 rot0 hut a
        Blue  L45 -2 0 rot180
    """)
    assert only_score(game, "river").points == ()
    assert supply(game, RED) == (5, 1)
    assert [piece.role.name for piece in area(game, "system", "-1 0 a").pieces] == ["hut"]


def test_H51_a_lake_joins_the_rivers_of_a_system_and_a_spring_bounds_it() -> None:
    game = hunters("""
        Red   L48 -1 0 rot0
        Blue  L35 -2 0 rot0     # two springs on one tile are two systems
    """)
    system = area(game, "system", "0 0 c")
    assert area(game, "system", "-2 0 c") == system
    assert len(system.spots) == 2 + 3 + 1, "START's lake and river, three zones of L48, L35's c"
    assert area(game, "system", "-2 0 b") != system


def test_T_H_40_a_system_with_five_fish_gives_the_hut_five() -> None:
    game = hunters_ended("""
        Red   L05 -1 0 rot180           # 2 fish, beside START's 1
        Blue  L45 -1 1 rot270 hut c     # 2 fish; the hut stands on the lake
    """)
    system = only_score(game, "system", final=True)
    assert terms_by_name(system) == {"fish": (1 + 2 + 2, 1)}
    assert game.scores == (0, 5)


def test_H62_most_huts_in_a_system_take_all_the_fish() -> None:
    game = hunters_ended("""
        Red   L19 -1 0 rot0 hut a       # START's lake: 1 fish
        Blue  L07 -1 1 rot0
        Red   L04 -2 1 rot270 hut b     # 1 fish
        Blue  L60 -1 -1 rot0
        Red   L32 0 -1 rot180
        Blue  L45 -2 -1 rot90 hut b     # 2 fish
        Red   L06 -2 0 rot180           # 1 fish; joins the three
    """)
    system = only_score(game, "system", final=True)
    assert len(system.pieces) == 3
    assert system.points == ((RED, 1 + 1 + 2 + 1),)


def test_H62_tied_huts_each_take_all_the_fish() -> None:
    """Two huts come into one system only because a tile joined two (section 8)."""
    game = hunters_ended("""
        Red   L23 -1 0 rot0 hut a
        Blue  L68 -2 0 rot0 hut a
        Red   L51 -1 1 rot0
        Blue  L03 -2 1 rot0             # joins the two systems
    """)
    assert only_score(game, "system", final=True).points == ((RED, 1), (BLUE, 1))
