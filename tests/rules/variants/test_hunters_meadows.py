"""Hunters and Gatherers: meadows, the special bonus tiles and the end (H-26, H-50 to H-68)."""

from rules.story import PiecesReturned
from tests.support.hunters_positions import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    area,
    events_of_type,
    finished_game,
    game_after_script,
    game_with_placement,
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
    game = game_after_script(THREE_MEADOWS)
    meadows = {area(game, "meadow", where).spots for where in ("-1 0 f", "-1 1 b", "1 0 b")}
    assert len(meadows) == 3
    game = game_with_placement(game_after_script(THREE_MEADOWS, hand="L60"), "0 1 rot0")
    meadow = area(game, "meadow", "0 1 a")
    assert sorted(piece.seat for piece in meadow.pieces) == [RED, RED, BLUE]
    assert (game.turn, offered_figures(game)) == (BLUE, set()), "Red was not even asked"


def test_H50_rivers_and_forests_part_meadows() -> None:
    game = game_after_script("Red L19 -1 0 rot0")
    assert area(game, "meadow", "-1 0 b") == area(game, "meadow", "0 0 d")
    assert area(game, "meadow", "-1 0 c") == area(game, "meadow", "0 0 e")
    assert area(game, "meadow", "-1 0 b") != area(game, "meadow", "-1 0 c")


def test_H12_a_lake_at_the_head_of_a_river_does_not_part_the_meadow_around_it() -> None:
    game = game_after_script("Red L04 -1 0 rot180")
    assert area(game, "meadow", "0 0 d") == area(game, "meadow", "0 0 e")


def test_T_H_02_a_forest_with_a_gatherer_takes_no_second_and_a_free_meadow_a_hunter() -> None:
    game = game_with_placement(
        game_after_script("Red L47 1 0 rot0 gatherer a", hand="L27"), "2 0 rot0"
    )
    assert offered_figures(game) == {"hunter b", "hunter c"}
    assert refusal(game, "gatherer a").reason == "taken"


def test_T_H_03_only_the_small_meadow_is_free_for_a_hunter() -> None:
    game = game_with_placement(
        game_after_script("Red L60 0 1 rot0 hunter a", hand="L53"), "0 2 rot180"
    )
    assert offered_figures(game) == {"gatherer a", "fisher b", "hut b", "hunter d"}
    assert refusal(game, "hunter c").reason == "taken"


# -- the end --------------------------------------------------------------------------------------


def test_T_H_41_one_deer_gives_green_two() -> None:
    game = finished_game(
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
    game = finished_game(SECOND_MEADOW, seats=4)
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
    game = finished_game(THIRD_MEADOW)
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
    game = finished_game(FOURTH_MEADOW)
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == {"deer": (1, 2), "tiger": (1, -2)}
    assert meadow.points == ()
    assert game.scores == (0, 0)


def test_H64_a_tiger_too_many_does_not_touch_the_mammoth() -> None:
    game = finished_game(FOURTH_MEADOW + "Red L07 0 -2 rot0")
    assert game.scores == (0, 2)


def test_T_H_45_fire_removes_the_tigers_without_a_hunter_on_its_tile() -> None:
    """B05 shows a tiger of its own, and drives that away too."""
    game = finished_game(
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
    game = finished_game(
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
    game = finished_game(shrine("hunter b"))
    meadow = only_score(game, "meadow", final=True)
    assert sorted(piece.seat for piece in meadow.pieces) == [RED, BLUE, BLUE, BLUE]
    assert terms_by_name(meadow) == SHRINE_MEADOW
    assert game.scores == (4 * 2 + 3 * 2 - 2, 0)


def test_H66_a_shrine_without_its_hunter_has_no_effect() -> None:
    game = finished_game(shrine(""))
    meadow = only_score(game, "meadow", final=True)
    assert terms_by_name(meadow) == SHRINE_MEADOW
    assert game.scores == (0, 4 * 2 + 3 * 2 - 2)


def test_T_H_47_H67_and_X16_the_hunter_of_the_shrine_needs_a_free_meadow() -> None:
    game = game_with_placement(
        game_after_script(
            """
            Red   L60 0 1 rot0 hunter a
            Blue  L32 0 -1 rot180
            Red   L20 1 0 rot180
            """,
            bonus="B03",
        ),
        "1 1 rot90",
    )
    assert offered_figures(game) == {"gatherer a"}
    assert refusal(game, "hunter b").reason == "taken"


def test_T_H_48_H61_an_unfinished_forest_gives_nothing_and_the_gatherer_comes_home() -> None:
    game = finished_game("""
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
    game = finished_game("Red L60 0 1 rot0 hunter a")
    assert not area(game, "meadow", "0 1 a").closed
    assert only_score(game, "meadow", final=True).points == ((RED, 2 + 2),)
