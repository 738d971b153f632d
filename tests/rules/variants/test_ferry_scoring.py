"""Scored roads with ferries (rules 5.4), and monasteries that extend a road (X-31)."""

from tests.support.base_positions import ferries, ferries_ended
from tests.support.ferry_positions import LOOP, ONE_LAKE, after_moves, paid_roads, turnable_lakes
from tests.support.for_each import for_each
from tests.support.hunters_positions import game_with_placement

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
