"""Upright things on a tile in every rotation: uncut, on their own land, clear of figures."""

import math
from itertools import combinations

from renderer.art.curves import Point, port_point, turn_point
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.plan.tile_plan import plan_of
from renderer.art.plan.zone_shapes import WALL_WIDTH
from renderer.art.scatter import Thing, scatter
from renderer.art.streets import STREET_WIDTH, streets
from renderer.art.terrains import CITY, ROAD
from renderer.art.upright_things import TREE_NAMES, border_things, upright_things
from tests.support.tile_looks import LOOKS, every_tile


def standing(look: Look, rotation: int, *names: str) -> list[Thing]:
    plan = plan_of(look)
    return [one for one in upright_things(plan, scatter(plan), rotation) if one.name in names]


def covers(one: Thing, point: Point, room: float = 0.0) -> bool:
    """Return True if a house covers a point, or is nearer to it than a margin."""
    x, y = one.foot
    half = one.width / 2 + room
    return abs(point[0] - x) < half and y - one.width - room < point[1] < y + room


@every_tile
def test_no_roof_is_cut_by_the_edge_of_its_tile(look: Look) -> None:
    for rotation in range(4):
        assert {one.name for one in border_things(plan_of(look), rotation)} <= set(TREE_NAMES)
        for house in standing(look, rotation, "house"):
            x, y = house.foot
            assert x - house.width / 2 >= -0.01 and x + house.width / 2 <= 1.01
            assert y - house.width >= -0.02 and y <= 1


@every_tile
def test_no_house_stands_on_a_road_or_where_roads_meet(look: Look) -> None:
    plan = plan_of(look)
    for rotation in range(4):
        for house in standing(look, rotation, "house"):
            for band in (band for band in plan.bands if band.terrain == ROAD):
                gate = look.tile.zone(band.letter).inner_end == "city"
                for point in () if gate else band.line:
                    assert not covers(house, turn_point(point, rotation), band.width / 2 - 0.03)


@every_tile
def test_no_house_stands_in_a_street_or_on_the_square_of_a_city(look: Look) -> None:
    plan = plan_of(look)
    houses = [one for one in scatter(plan) if one.name == "house" and one.drop]
    for city in streets(plan):
        for house in houses:
            x, y = house.foot
            assert math.dist((x, y), city.square) > city.radius
            assert all(
                math.dist((x, y), point) > STREET_WIDTH / 2 for line in city.lines for point in line
            )


def test_streets_meet_at_the_middle_of_the_side_between_two_tiles() -> None:
    ends = {
        (look.tile.id, side): [line[-1] for city in streets(plan_of(look)) for line in city.lines]
        for look in LOOKS
        for side in range(4)
        if look.tile.at_port(3 * side + 1).terrain == CITY
    }
    met = [port_point(3 * side + 1) in points for (_, side), points in ends.items()]
    assert sum(met) >= 0.95 * len(met) > 100


@every_tile
def test_no_tree_covers_a_mark_on_open_land(look: Look) -> None:
    plan = plan_of(look)
    for rotation in range(4):
        beasts = [
            (turn_point(mark.at, rotation), 0.3 * mark.size)
            for mark in plan.marks
            if look.extent(look.tile.zone(mark.zone)) is Extent.OPEN
        ]
        for tree in standing(look, rotation, *TREE_NAMES):
            x, y = tree.foot
            crown = x, y - 0.65 * tree.width
            for (a, b), reach in beasts:
                assert max(abs(crown[0] - a), abs(crown[1] - b)) > reach, (tree, rotation)


@every_tile
def test_walls_of_two_cities_do_not_cross(look: Look) -> None:
    cities = [mass for mass in plan_of(look).masses if look.tile.zone(mass.letter).terrain == CITY]
    for one, other in combinations(cities, 2):
        apart = min(math.dist(a, b) for e in one.edges for f in other.edges for a in e for b in f)
        assert apart > WALL_WIDTH + 0.04


@every_tile
def test_a_city_wall_keeps_off_the_shore_of_a_lake(look: Look) -> None:
    plan = plan_of(look)
    shores = [point for site in plan.sites if site.node.wet for point in site.outline]
    for mass in plan.masses:
        if look.tile.zone(mass.letter).terrain == CITY:
            for point in (point for edge in mass.edges for point in edge):
                assert all(math.dist(point, shore) > 0.09 for shore in shores)
