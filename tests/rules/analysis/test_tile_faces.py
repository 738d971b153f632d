"""The faces of a laid tile: its sides, its segments and their places."""

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
from rules.game import play
from rules.geometry import Side, cell_at
from rules.layers import SIDE_MASK
from rules.moves import PlaceTile
from rules.variants import rulebook
from tests.support.base_positions import base
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FOUR

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
