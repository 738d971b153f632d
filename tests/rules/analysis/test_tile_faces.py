"""Tiles as they are shown: faces, groups of equal kinds, shares of points, letters."""

import random
from itertools import combinations, pairwise

from rules.analysis.tile_faces import (
    Face,
    Segment,
    drawn_face,
    drawn_face_turned,
    face_at,
    last_laid_face,
    printed_face,
    segment_at,
)
from rules.analysis.tile_groups import capital_letters, group_tiles, merge_equal_kinds
from rules.analysis.tile_shares import tile_shares
from rules.game import Game, play, start
from rules.geometry import CROSS, Side, cell_at, cell_of
from rules.layers import SIDE_MASK
from rules.moves import PlaceTile
from rules.random_play import deal
from rules.scoring import total_points
from rules.story import Scored
from rules.variants import games, rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR
from tests.support.positions import base
from tests.support.random_games import positions
from tests.support.scoring_turns import large_city

GAMES = (*FOUR, ALL_TOGETHER)


@for_each("name", GAMES)
def test_COM07_the_sides_are_those_that_neighbours_must_match(name: str) -> None:
    shown = {
        (segment.terrain, form.sides >> 4 * side & SIDE_MASK)
        for forms in rulebook(name).forms.values()
        for form in forms.turned
        for side, segment in zip(Side, Face.of(form).sides, strict=True)
    }
    terrains, codes = ({pair[n] for pair in shown} for n in (0, 1))
    assert len(shown) == len(terrains) == len(codes) > 1


@for_each("name", GAMES)
def test_every_segment_is_either_on_a_side_or_an_inner_segment(name: str) -> None:
    for forms in rulebook(name).forms.values():
        for form in forms.turned:
            face = Face.of(form)
            shown = {segment.letter for segment in face.sides}
            besides = {segment.letter for segment in face.inner_segments}
            assert shown.isdisjoint(besides)
            assert shown | besides == {segment.letter for segment in face.segments}


def test_a_segment_turns_with_its_tile() -> None:
    forms = rulebook("base").forms["V"]  # a road from the south to the west
    road = next(zone.letter for zone in forms.tile.zones if zone.terrain == "road")
    ways = [Face.of(form).segment(road).direction for form in forms.turned]
    assert ways == [5, 3, 1, 7]
    assert Face.of(forms.turned[0]).segment(road).sides == (Side.SOUTH, Side.WEST)
    assert Face.of(forms.turned[2]).segment(road).sides == (Side.NORTH, Side.EAST)


def test_direction_of_a_one_point_segment_is_in_eighths_from_the_east() -> None:
    """From the west end of the north side, clockwise: north-west, north, north-east and so on."""
    ways = [Segment("a", "road", {}, (port,)).direction for port in range(12)]
    assert ways == [3, 2, 1, 1, 0, 7, 7, 6, 5, 5, 4, 3]


def test_segment_with_no_side_or_opposite_sides_has_no_direction() -> None:
    forms = rulebook("base").forms
    monastery = next(z.letter for z in forms["B"].tile.zones if z.terrain == "monastery")
    assert Face.of(forms["B"].turned[1]).segment(monastery).direction is None
    road = next(zone.letter for zone in forms["U"].tile.zones if zone.terrain == "road")
    assert Face.of(forms["U"].turned[1]).segment(road).direction is None


def test_drawn_tile_is_unrotated_and_laid_tile_keeps_its_rotation() -> None:
    game = base(hand="E")
    assert drawn_face(game) == printed_face(game, "E") == Face(game.book.forms["E"].tile, 0)
    assert drawn_face_turned(game, 2) == Face(game.book.forms["E"].tile, 2)
    after = play(game, PlaceTile(cell_at(0, 1), 2))
    assert drawn_face(after) is None
    assert (
        last_laid_face(after)
        == face_at(after, cell_at(0, 1))
        == Face(printed_face(game, "E").tile, 2)
    )
    city = after.board.spot(cell_at(0, 1), "a")
    assert segment_at(after, city).sides == (Side.SOUTH,)


def test_letters_go_on_after_z_as_in_a_spreadsheet() -> None:
    assert [capital_letters(number) for number in (1, 2, 26, 27, 28, 52, 53, 702, 703)] == [
        *("A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA")
    ]


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


NAMES = sorted({*games(), ALL_TOGETHER}, key=lambda name: (name.count("+") == 1, name))


@for_each("name", NAMES, fast=3)
def test_points_of_tiles_sum_to_the_event_and_each_tile_belongs_to_the_feature(name: str) -> None:
    scores = [
        (game, event)
        for before, game in pairwise(positions(name, 2, 2))
        for event in game.story[len(before.story) :]
        if isinstance(event, Scored)
    ]
    assert len(scores) > 5
    for game, event in scores:
        shares = tile_shares(game.board, event, game.placed)
        assert {share.cell for share in shares} == set(event.cells())
        assert len(shares) == len(event.cells())
        if event.cells():
            assert sum(share.points for share in shares) == total_points(event.terms)
        for share in shares:
            assert set(share.spots) <= set(event.spots)
            assert {cell_of(spot) for spot in share.spots} <= {share.cell}
        if event.kind in game.board.layers:
            spots = [spot for share in shares for spot in share.spots]
            assert sorted(spots) == sorted(event.spots)


def test_pennants_count_on_their_own_tiles_and_the_light_spreads_from_the_new_tile() -> None:
    game, [city] = large_city()
    shares = tile_shares(game.board, city, game.placed)
    assert shares[0].cell == game.placed and len(shares) == 16
    for number, share in enumerate(shares):
        pennants = sum(game.board.zone(spot).marks.get("pennants", 0) for spot in share.spots)
        assert share.points == 2 + 2 * pennants
        earlier = {other.cell for other in shares[:number]}
        assert not number or any(share.cell + step in earlier for step in CROSS)
