"""Hunters and Gatherers: forests, gold and the bonus tiles (H-40 to H-48)."""

from rules.game import play
from rules.moves import Deploy
from rules.pieces import FOLLOWER
from rules.story import PieceDeployed, Scored, TileDrawn, TilePlaced, TurnBegan
from tests.support.positions import (
    BLUE,
    NO_FOLLOWER_LEFT,
    RED,
    area,
    discarded_tiles,
    drawn_tiles,
    events_of_type,
    game_with_placement,
    hunters,
    hunters_ended,
    offered_figures,
    only_score,
    scores_of_kind,
    terms_by_name,
)

# -- what a forest is worth -----------------------------------------------------------------------


def test_T_H_20_and_H41_two_part_forest_scores_four() -> None:
    game = hunters("""
        Red   L02 0 1 rot0 gatherer a
        Blue  L20 1 1 rot180
    """)
    assert terms_by_name(only_score(game, "forest")) == {"sections": (2, 2)}
    assert game.scores == (4, 0)


def test_H40_a_forest_with_one_open_side_is_not_finished() -> None:
    """START's forest has an eastern and a southern side; only one is capped."""
    game = hunters("Red L20 1 0 rot180 gatherer a")
    assert scores_of_kind(game, "forest") == []
    assert len(area(game, "forest", "0 0 a").pieces) == 1


def test_H41_and_X10_two_parts_on_one_tile_count_separately() -> None:
    """A ring of four tiles; on L46 its two ends do not meet: five parts."""
    game = hunters("""
        Red   L22 0 1 rot0 gatherer a
        Blue  L08 1 1 rot0
        Red   L33 0 2 rot0
        Blue  L46 1 2 rot0
    """)
    forest = only_score(game, "forest")
    assert len(forest.cells()) == 4
    assert terms_by_name(forest) == {"sections": (5, 2)}
    assert game.scores == (10, 0)


FIVE_PARTS = """
    Red   L47 1 0 rot0 gatherer a       # gold
    Blue  L32 0 -1 rot180               # closes START's forest to the south; START has gold
    Red   L27 2 0 rot0                  # gold
"""


def test_T_H_21_red_closes_his_nugget_forest_and_plays_a_bonus_tile() -> None:
    game = hunters(
        FIVE_PARTS
        + """
        Blue  L60 0 1 rot0
        Red   L20 3 0 rot180
        """,
        hand="B05",
    )
    assert terms_by_name(only_score(game, "forest")) == {"sections": (5, 2)}
    assert game.scores == (10, 0)
    assert (game.turn, game.drawn) == (RED, "B05")


def test_T_H_22_blue_closes_reds_nugget_forest_and_plays_the_bonus_tile() -> None:
    game = hunters(FIVE_PARTS + "Blue L20 3 0 rot180", hand="B05")
    assert game.scores == (10, 0)
    assert (game.turn, game.drawn) == (BLUE, "B05")


def test_H43_nugget_forest_without_a_gatherer_gives_the_bonus_tile() -> None:
    game = hunters(
        """
        Red   L75 0 -1 rot180
        Blue  L20 1 0 rot180
        """,
        hand="B05",
    )
    assert only_score(game, "forest").points == ()
    assert (game.turn, game.drawn) == (BLUE, "B05")


JOINED = """
    Red   L47 1 0 rot0 gatherer a
    Blue  L20 1 -1 rot180 gatherer a
"""


def test_T_H_23_tied_gatherers_each_take_the_whole_forest() -> None:
    game = hunters(
        JOINED
        + """
        Red   L22 0 -1 rot0             # joins the two forests
        Blue  L75 2 0 rot90
        """
    )
    forest = only_score(game, "forest")
    assert terms_by_name(forest) == {"sections": (5, 2)}
    assert forest.points == ((RED, 10), (BLUE, 10))


def test_T_H_24_two_gatherers_against_one_take_the_whole_forest() -> None:
    game = hunters(
        JOINED
        + """
        Red   L32 2 -1 rot180 gatherer a
        Blue  L41 2 0 rot0
        Red   L22 0 -1 rot0
        """
    )
    forest = only_score(game, "forest")
    assert terms_by_name(forest) == {"sections": (6, 2)}
    assert forest.points == ((RED, 12),)
    assert game.scores == (12, 0)


MUSHROOMS = """
    Red   L75 0 -1 rot180
    Blue  L20 1 0 rot180                # closes START's forest: gold
    Blue  B02 0 1 rot180 gatherer a     # a forest with mushrooms, open north and east
    Red   L49 1 1 rot180
    Blue  L32 0 2 rot0
"""


def test_T_H_27_mushrooms_add_two_to_a_forest_of_three() -> None:
    forest = scores_of_kind(hunters(MUSHROOMS), "forest")[-1]
    assert terms_by_name(forest) == {"sections": (3, 2), "mushrooms": (1, 2)}
    assert forest.points == ((BLUE, 3 * 2 + 2),)


def test_H42_and_X18_every_mushroom_clearing_of_the_forest_counts() -> None:
    """An effect belongs to the kind, however many tiles show it."""
    game = hunters("""
        Red   L75 0 -1 rot180
        Blue  L20 1 0 rot180                # closes START's forest: gold
        Blue  B02 0 1 rot180 gatherer a     # mushrooms
        Red   L49 1 1 rot180
        Blue  L70 2 0 rot0
        Red   L32 2 1 rot0
        Blue  L16 3 0 rot180                # closes L70's forest: gold
        Blue  B06 0 2 rot0                  # mushrooms again, in B02's forest
        Red   L44 -1 2 rot180
    """)
    forest = scores_of_kind(game, "forest")[-1]
    assert terms_by_name(forest) == {"sections": (4, 2), "mushrooms": (2, 2)}
    assert forest.points == ((BLUE, 4 * 2 + 2 * 2),)


# -- bonus tiles ----------------------------------------------------------------------------------


def test_T_H_28_one_tile_that_closes_two_nugget_forests_gives_one_bonus_tile() -> None:
    game = hunters(
        """
        Red   L04 -1 0 rot180
        Blue  L22 -1 1 rot0 gatherer a      # gold
        Red   L20 1 0 rot180
        Blue  L08 1 1 rot0 gatherer a       # gold
        Red   L32 -1 2 rot0
        Blue  L75 1 2 rot0
        Red   L02 0 1 rot0                  # closes both
        Red   B05 0 2 rot0
        """,
        hand="L60",
    )
    assert [event.points for event in scores_of_kind(game, "forest")] == [
        ((BLUE, 6),),
        ((BLUE, 6),),
    ]
    assert drawn_tiles(game, "bonus") == ["B05"]
    assert (game.turn, game.drawn) == (BLUE, "L60")


def test_T_H_25_a_nugget_forest_closed_by_the_bonus_tile_gives_no_third_tile() -> None:
    game = hunters(
        """
        Red   L22 0 1 rot0 gatherer a   # gold
        Blue  L32 0 2 rot0
        Red   L75 0 -1 rot180
        Blue  L20 1 0 rot180            # closes START's forest: gold
        Blue  B07 1 1 rot180            # closes L22's forest: gold
        """,
        hand="L60",
    )
    assert [event.points for event in scores_of_kind(game, "forest")] == [(), ((RED, 3 * 2),)]
    assert drawn_tiles(game, "bonus") == ["B07"]
    assert (game.turn, game.drawn) == (RED, "L60")


CLOSED_FOR_BLUE = """
    Red   L75 0 -1 rot180
    Blue  L20 1 0 rot180                # closes START's forest: gold
"""


def test_H45_the_bonus_tile_is_a_second_small_turn_of_the_same_seat() -> None:
    game = hunters(CLOSED_FOR_BLUE + "Blue B04 0 1 rot180 fisher b", hand="L60")
    after = game.story[game.story.index(only_score(game, "forest")) :]
    assert [type(event) for event in after] == [
        Scored,  # the nugget forest
        TileDrawn,
        TilePlaced,
        PieceDeployed,
        TurnBegan,
        TileDrawn,
    ]
    assert (game.turn, game.drawn) == (RED, "L60")


def test_H46_no_bonus_tile_is_drawn_from_an_empty_pile() -> None:
    game = hunters(CLOSED_FOR_BLUE, hand="L60", empty="bonus")
    assert drawn_tiles(game, "bonus") == []
    assert (game.turn, game.drawn) == (RED, "L60")


def test_H48_and_X13_an_unplaceable_bonus_tile_is_set_aside_and_another_drawn() -> None:
    """No river is open, so B10 with its four river sides fits nowhere."""
    game = hunters(
        """
        Red   L04 -1 0 rot180
        Blue  L75 0 -1 rot180
        Red   L20 1 0 rot180
        """,
        hand="B10 B05",
    )
    assert drawn_tiles(game, "bonus") == ["B10", "B05"]
    assert discarded_tiles(game, "bonus") == ["B10"]
    assert (game.turn, game.drawn) == (RED, "B05")
    assert len(game.bags["bonus"]) == 12 - 2


def test_H48_turn_ends_if_no_bonus_tile_fits() -> None:
    game = hunters(
        """
        Red   L04 -1 0 rot180
        Blue  L75 0 -1 rot180
        Red   L20 1 0 rot180
        """,
        hand="B10 L60",
        empty="bonus",
    )
    assert discarded_tiles(game, "bonus") == ["B10"]
    assert (game.turn, game.drawn) == (BLUE, "L60")


def test_T_H_26_H47_and_X12_a_gatherer_who_just_came_home_may_go_on_the_bonus_tile() -> None:
    game = hunters(NO_FOLLOWER_LEFT + "Red L20 2 0 rot180", hand="B02")
    assert only_score(game, "forest").points == ((RED, 4 * 2),)
    assert (game.turn, game.drawn, game.supply[RED][FOLLOWER]) == (RED, "B02", 1)
    game = game_with_placement(game, "3 0 rot180")
    assert offered_figures(game) == {"gatherer a", "hunter b"}
    game = play(game, Deploy("gatherer", "a"))
    assert (game.turn, game.supply[RED][FOLLOWER]) == (BLUE, 0)


def test_X15_a_bonus_tile_earned_by_the_last_land_tile_is_played() -> None:
    game = hunters_ended(CLOSED_FOR_BLUE + "Blue B12 -1 0 rot270 fisher b")
    assert game.scores == (0, 2 + 1 + 3)
    assert drawn_tiles(game, "bonus") == ["B12"]


def test_H60_the_game_ends_with_the_last_land_tile_whatever_bonus_tiles_remain() -> None:
    game = hunters_ended("Red L60 0 1 rot0")
    assert len(game.bags["bonus"]) == 12
    assert events_of_type(game, TurnBegan) == [TurnBegan(RED)]
