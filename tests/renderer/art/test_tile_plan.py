"""The plan of every tile of every box against the data it is made from."""

import math
from itertools import combinations

import pytest

from renderer.anchors import anchor, landing_point
from renderer.art.curves import port_point, turn_point
from renderer.art.drawing import MissingDrawing
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.art.plan.tile_plan import plan_of
from renderer.art.scatter import scatter
from renderer.art.upright_things import border_things as trees_across
from renderer.art.upright_things import upright_things
from rules.tiles import Terrain, Tile, Zone
from tests.support.tile_looks import BOOKS, LOOKS, every_tile

LEAST = {"fish": 9.5, "deer": 24, "mammoth": 24, "tiger": 24, "aurochs": 24, "wolves": 23}
"""The least width of a mark on a tile of 96 pixels, where it is not 14."""


def named(tile: str) -> Look:
    return next(look for look in LOOKS if look.tile.id == tile)


def letter_at(look: Look, rotation: int, x: float, y: float) -> str:
    """The letter of the zone painted at a point of the turned tile, if any; y downwards."""
    north_up = turn_point((x, y), -rotation % 4)
    zone = plan_of(look).zones.zone_at(*north_up)
    return zone.letter if zone else ""


def box_of(center: tuple[float, float], size: float) -> tuple[float, float, float, float]:
    return center[0] - size / 2, center[1] - size / 2, center[0] + size / 2, center[1] + size / 2


@every_tile
def test_each_border_point_shows_its_zone_in_the_tile_data(look: Look) -> None:
    for rotation in range(4):
        for port in range(12):
            x, y = port_point(port, 0.02)
            printed = look.tile.at_port((port - 3 * rotation) % 12)
            assert letter_at(look, rotation, x, y) == printed.letter


@every_tile
def test_drawn_zones_match_the_tile_data(look: Look) -> None:
    assert plan_of(look).zones.mismatches == []


@every_tile
def test_pieces_stand_in_their_own_zone_and_apart_from_each_other(look: Look) -> None:
    for rotation in range(4):
        places = {zone.letter: anchor(look, rotation, zone.letter) for zone in look.tile.zones}
        for letter, (x, y) in places.items():
            assert 0.03 < x < 0.97 and 0.03 < y < 0.97
            assert letter_at(look, rotation, x, y) == letter
        for one, other in combinations(places.values(), 2):
            assert math.dist(one, other) >= 0.14


@every_tile
def test_each_tile_is_drawn_with_its_printed_number_of_marks(look: Look) -> None:
    drawn = plan_of(look).marks
    for zone in look.tile.zones:
        for mark, count in zone.marks.items():
            places = [
                mark_place
                for mark_place in drawn
                if mark_place.zone == zone.letter and mark_place.name == mark
            ]
            assert len(places) == count


@every_tile
def test_marks_stand_in_their_zone_and_off_each_other_and_off_the_pieces(look: Look) -> None:
    plan = plan_of(look)
    flat = {"fish": 0.6}
    for mark in plan.marks:
        core = 0.0 if mark.name == "fish" else 0.28 * mark.size
        for dx, dy in ((-core, -core), (core, -core), (-core, core), (core, core), (0, 0)):
            assert letter_at(look, 0, mark.at[0] + dx, mark.at[1] + dy) == mark.zone, mark
        assert all(0 <= side <= 1 for side in box_of(mark.at, 0.92 * mark.size)), mark
        for x, y in plan.anchors.values():
            left, top, right, bottom = box_of(mark.at, mark.size * flat.get(mark.name, 1.0))
            assert not (left < x < right and top < y < bottom), mark
    for one, other in combinations(plan.marks, 2):
        room = (one.size + other.size) / 2 * flat.get(one.name, 1.0)
        aside = max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
        assert aside > room - 0.022, (one, other)


@every_tile
def test_marks_are_large_enough_to_be_told_apart_at_96_pixels(look: Look) -> None:
    for mark in plan_of(look).marks:
        assert mark.size * 96 >= LEAST.get(mark.name, 14), mark


@every_tile
def test_hut_on_a_lake_covers_no_fish(look: Look) -> None:
    plan = plan_of(look)
    for mark in plan.marks:
        if mark.name == "fish":
            assert math.dist(plan.anchors[mark.zone], mark.at) > 0.15 + 0.3 * mark.size


@every_tile
def test_no_tree_hides_water_behind_it(look: Look) -> None:
    plan = plan_of(look)
    wet = {
        zone.letter
        for zone in look.tile.zones
        if zone.terrain in (Terrain("river"), Terrain("lake"))
    }
    for rotation in range(4):
        border = list(trees_across(plan, rotation))
        for one in upright_things(plan, scatter(plan), rotation):
            if one.name in ("conifer", "crown") and one not in border:
                x, y = one.foot[0], one.foot[1] - 1.15 * one.width
                assert y < 0 or letter_at(look, rotation, x, y) not in wet


def test_a_meadow_that_meets_no_border_has_a_place_in_the_middle() -> None:
    look = named("L57")
    x, y = anchor(look, 0, "d")
    assert look.tile.zone("d").ports == ()
    assert 0.2 < x < 0.8 and 0.2 < y < 0.8


def test_anchor_of_a_zone_turns_with_its_tile() -> None:
    look = named("L04")
    assert anchor(look, 1, "c") == turn_point(anchor(look, 0, "c"), 1)
    assert turn_point((0.5, 0.0), 1) == (1.0, 0.5)


def test_quays_lie_on_the_shore_where_their_roads_end() -> None:
    look = named("FER-FRRR")
    places = [landing_point(look, 0, letter) for letter in "abc"]
    assert places[0][0] > 0.6 and places[1][1] > 0.6 and places[2][0] < 0.4
    with pytest.raises(KeyError):
        landing_point(look, 0, "d")


def test_terrain_without_a_drawing_is_named_in_the_error() -> None:
    class Swamp(str):
        pass

    zone = Zone("a", Swamp("swamp"), tuple(range(12)), {})  # type: ignore[arg-type]
    with pytest.raises(MissingDrawing, match=r"tile X9, zone a: no art for terrain 'swamp'"):
        art_of(BOOKS[0]).look(Tile("X9", (zone,)))


def test_tile_of_a_new_set_is_planned_from_its_data() -> None:
    river = Zone("a", Terrain("river"), (1,), {}, ("b",), "b")
    lake = Zone("b", Terrain("lake"), (), {"fish": 5}, ("a",))
    meadow = Zone("c", Terrain("meadow"), (0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), {"tiger": 2})
    plan = plan_of(art_of(BOOKS[0]).look(Tile("N1", (river, lake, meadow))))
    assert plan.zones.mismatches == []
    assert [mark.name for mark in plan.marks].count("fish") == 5
