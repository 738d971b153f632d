"""Bridges, inns and springs on roads and rivers, and fields within walls, by the tile data."""

import math

from renderer.anchors import anchor
from renderer.art.curves import turn_point
from renderer.art.drawing import Extent
from renderer.art.look import Look
from renderer.art.parts import art_of
from renderer.art.plan.mass_outlines import WIDE_STRIP_WIDTH
from renderer.art.plan.tile_plan import plan_of
from renderer.art.plan.zone_map import MAP_PIXELS
from renderer.sprites import tile_sprite
from rules.variants import rulebook
from tests.renderer.art.flood import Drawn, inner
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER

BOOK = rulebook(ALL_TOGETHER)
LOOKS = {tile: art_of(BOOK).look(form.tile) for tile, form in BOOK.forms.items()}
INNS = [
    (tile, zone.letter)
    for tile, look in LOOKS.items()
    for zone in look.tile.zones
    if zone.count("inns")
]
INNER = [
    (tile, zone.letter)
    for tile, look in LOOKS.items()
    for zone in look.tile.zones
    if look.extent(zone) is Extent.OPEN and not zone.ports
]


def far(look: Look, letter: str, place: tuple[float, float]) -> float:
    """The distance of a place from the visible part of the road with a letter."""
    [band] = [band for band in plan_of(look).bands if band.letter == letter]
    return min(math.dist(place, point) for point in band.visible())


def test_tiles_with_inns_and_inner_fields_are_the_known_ones() -> None:
    assert len(INNS) == 6
    assert {tile for tile, _ in INNER} == {"INN-H", "TRD-M", "TRD-N", "TRD-P", "TRD-X"}


@for_each("tile, letter", INNS)
def test_I07_an_inn_stands_beside_its_road_and_not_on_it(tile: str, letter: str) -> None:
    """Its house covers the middle of no road, and its yard opens on the road it counts for."""
    look = LOOKS[tile]
    [mark] = [mark for mark in plan_of(look).marks if mark.name == "inns"]
    yard = plan_of(look).yards[letter]
    assert mark.zone == letter and mark.at == yard.at
    own = far(look, letter, mark.at)
    assert 0.1 < own < yard.plot.reach + 0.085 / 2
    for zone in look.tile.zones:
        if zone.terrain == "road" and zone.letter != letter:
            assert far(look, zone.letter, mark.at) > own + 0.05


def test_I07_the_inn_of_the_crossing_stands_at_its_east_branch() -> None:
    look = LOOKS["INN-C"]
    [mark] = plan_of(look).marks
    x, y = mark.at
    assert mark.zone == "a" and look.tile.zone("a").ports == (4,)
    assert x > 0.65 and 0.3 < y < 0.7


@for_each("tile, letter", INNER)
@for_each("size", (32, 96))
def test_I08_a_field_within_walls_is_seen_and_has_room_for_a_farmer(
    tile: str, letter: str, size: int
) -> None:
    look = LOOKS[tile]
    plan = plan_of(look)
    mask = plan.zones.mask(look.tile.index(letter))
    assert mask.histogram()[255] > 0.08 * MAP_PIXELS * MAP_PIXELS
    for rotation in range(4):
        x, y = anchor(look, rotation, letter)
        drawn = Drawn.of(tile_sprite(look, rotation, size), look.land)
        assert drawn.pieces("open", inner(look, letter, rotation, size))
        around = [(x + dx, y + dy) for dx in (-0.05, 0, 0.05) for dy in (-0.05, 0, 0.05)]
        for place in around:
            zone = plan.zones.zone_at(*turn_point(place, -rotation % 4))
            assert zone is not None and zone.letter == letter


@for_each("tile, upper, lower", [("TRD-B", "b", "a"), ("TRD-C", "c", "b"), ("RIV-K", "a", "b")])
def test_R05_TB10_a_road_passes_another_and_the_river_by_a_bridge(
    tile: str, upper: str, lower: str
) -> None:
    [bridge] = plan_of(LOOKS[tile]).bridges
    assert (bridge.upper, bridge.lower) == (upper, lower)


def test_a_bridge_is_only_where_strips_cross() -> None:
    crossed = {tile for tile, look in LOOKS.items() if plan_of(look).bridges}
    assert crossed == {"TRD-B", "TRD-C", "RIV-K", "RIV-B"}


def test_R04_no_river_of_the_set_is_narrower_than_a_road_and_its_lake_is_wider() -> None:
    roads, rivers = set(), set()
    for look in LOOKS.values():
        for band in plan_of(look).bands:
            (rivers if band.terrain == "river" else roads).add(band.width)
    assert min(rivers) > WIDE_STRIP_WIDTH > max(roads) and min(rivers) > 2 * max(roads)
    [site] = [site for site in plan_of(LOOKS["RIV-L"]).sites if site.node.wet]
    assert site.node.radius > min(rivers)
