"""Kinds of tiles sorted by what is on them."""

import random

from rules.analysis.tile_groups import group_tiles
from rules.game import Game, start
from rules.random_play import deal


def begun(name: str) -> Game:
    header = deal(name, 2, random.Random(1))
    return start(header.book, header.seats, header.bags)


def test_box_with_few_groups_is_grouped_by_numbers_of_segments() -> None:
    game = begun("base")
    found = group_tiles(game, dict.fromkeys(("W", "V", "A", "B", "D", "H", "U"), 1))
    assert [(sort.segments, [name for name, _ in sort.kinds]) for sort in found] == [
        ((("monastery", 1), ("road", 1)), ["A"]),
        ((("monastery", 1),), ["B"]),
        ((("road", 3),), ["W"]),
        ((("road", 1), ("city", 1)), ["D"]),
        ((("road", 1),), ["U", "V"]),
        ((("city", 2),), ["H"]),
    ]


def test_box_with_many_groups_is_grouped_by_terrains_alone() -> None:
    game = begun("hunters")
    found = group_tiles(game, {"L10": 1, "L01": 1, "L07": 2})
    assert [sort.segments for sort in found] == [
        (("river", 0), ("forest", 0)),
        (("meadow", 0),),
    ]
    assert [sort.bare for sort in found] == [False, True]
    assert [sort.number for sort in found] == [2, 2]
