"""Kinds of tiles sorted by what is on them."""

import random
from itertools import combinations

from rules.analysis.tile_groups import group_tiles, merge_equal_kinds
from rules.game import Game, start
from rules.random_play import deal


def begun(name: str) -> Game:
    header = deal(name, 2, random.Random(1))
    return start(header.book, header.seats, header.bags)


def test_box_with_few_groups_is_grouped_by_numbers_of_segments() -> None:
    game = begun("base")
    groups = group_tiles(game, dict.fromkeys(("W", "V", "A", "B", "D", "H", "U"), 1))
    assert [(sort.segments, [name for name, _ in sort.kinds]) for sort in groups] == [
        ((("monastery", 1), ("road", 1)), ["A"]),
        ((("monastery", 1),), ["B"]),
        ((("road", 3),), ["W"]),
        ((("road", 1), ("city", 1)), ["D"]),
        ((("road", 1),), ["U", "V"]),
        ((("city", 2),), ["H"]),
    ]


def test_box_with_many_groups_is_grouped_by_terrains_alone() -> None:
    game = begun("hunters")
    groups = group_tiles(game, {"L10": 1, "L01": 1, "L07": 2})
    assert [sort.segments for sort in groups] == [(("river", 0), ("forest", 0)), (("meadow", 0),)]
    assert [sort.bare for sort in groups] == [False, True]
    assert [sort.number for sort in groups] == [2, 2]


def test_tiles_that_differ_only_in_marks_or_by_a_turn_are_one_kind() -> None:
    game = begun("hunters")
    kinds = [(name, 1) for name in game.book.forms]
    merged = merge_equal_kinds(game, kinds)
    assert sum(number for _, number in merged) == len(kinds) and len(merged) < 50
    shapes = {game.book.forms[name].tile.shape for name, _ in merged}
    assert len(shapes) == len(merged)


def test_kind_with_the_fewest_marks_stands_for_its_equals() -> None:
    game = begun("base")
    plain, crossed = next(
        (one, other)
        for one, two in combinations(game.book.forms, 2)
        for one, other in ((one, two), (two, one))
        if game.book.forms[one].tile.shape == game.book.forms[other].tile.shape
        and not any(zone.marks for zone in game.book.forms[one].tile.zones)
        and any(zone.marks for zone in game.book.forms[other].tile.zones)
    )
    assert merge_equal_kinds(game, [(crossed, 2), ("B", 4), (plain, 3)]) == ((plain, 5), ("B", 4))
