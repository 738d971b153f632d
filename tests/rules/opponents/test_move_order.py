"""The order of a player's possible moves."""

from rules.analysis.placement_ranking import unranked_placements
from rules.moves import PlaceTile
from rules.opponents.move_order import move_order
from tests.rules.opponents.test_search import after
from tests.support.for_each import for_each


@for_each("name", ["base", "hunters"])
def test_placements_are_sorted_by_the_best_turn_that_begins_with_them(name: str) -> None:
    game = after(name, 24)
    order, gaps = move_order(game), unranked_placements(game)
    by_gap = order.sort_gaps(gaps)
    assert sorted(len(ways) for ways in by_gap) == sorted(len(ways) for ways in gaps)
    ranks = [
        [order.placement_rank(PlaceTile(way.cell, way.rotation)) for way in ways] for ways in by_gap
    ]
    assert ranks == sorted(ranks, key=min) and all(ways == sorted(ways) for ways in ranks)
    best = by_gap[0][0]
    assert order.turns[0][0] == PlaceTile(best.cell, best.rotation)
    assert ranks != [
        [order.placement_rank(PlaceTile(way.cell, way.rotation)) for way in ways] for ways in gaps
    ]
