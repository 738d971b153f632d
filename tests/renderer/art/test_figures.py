"""The drawings of a part: its figures, its signs, its ribbons."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from renderer.art.curves import Point, ribbon, straight_ribbon
from renderer.art.drawing import Drawing, MissingDrawing
from renderer.art.parts import DRAWINGS, art_of
from renderer.art.pen import lit, unlit
from renderer.art.pieces import PIECE_HEIGHT_SHARE
from renderer.art.seat_colours import HUES
from renderer.players import Colour
from renderer.sprites import piece_sprite
from rules.game import Game, start
from rules.pieces import Role
from rules.random_play import deal
from rules.ruleset import Rulebook
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.tile_looks import GAMES

SIDE = 32
"""The pixels of a figure that is neither larger nor smaller than others."""

WIDE = 64


def outline(game: str, role: str) -> Image.Image:
    """The mask of the pixels that a figure covers in the middle of a square."""
    sprite = piece_sprite(
        art_of(rulebook(game)), Colour(0, "A"), role, round(SIDE / PIECE_HEIGHT_SHARE)
    )
    mask = sprite.getchannel("A").point([0] * 128 + [255] * 128)
    cut = mask.crop(mask.getbbox())
    image = Image.new("L", (WIDE, WIDE))
    image.paste(cut, ((WIDE - cut.width) // 2, (WIDE - cut.height) // 2))
    return image


def area(mask: Image.Image) -> int:
    return mask.histogram()[255]


@for_each("game", GAMES)
def test_the_outlines_of_any_two_roles_differ_by_a_good_part(game: str) -> None:
    """Thief and knight, gatherer and fisher were 16 to 19 hundredths apart, and one shape."""
    # one role may go by its name on several layers
    roles = dict.fromkeys(role.name for role in rulebook(game).ruleset.roles)
    for one, other in combinations(roles, 2):
        a, b = outline(game, one), outline(game, other)
        differing, covered = ImageChops.difference(a, b), ImageChops.lighter(a, b)
        assert area(differing) >= 0.21 * area(covered), (one, other)


@for_each("game", GAMES)
def test_light_falls_on_every_figure_from_the_upper_left(game: str) -> None:
    """Lit edges lie above and to the left of the dark sides of the same wood."""
    for role in dict.fromkeys(role.name for role in rulebook(game).ruleset.roles):
        sprite = piece_sprite(art_of(rulebook(game)), Colour(4), role, 400).convert("RGB")
        bright, dark = middle(sprite, lit(HUES[4])), middle(sprite, unlit(HUES[4]))
        assert bright[0] < dark[0] and bright[1] < dark[1], role


def middle(sprite: Image.Image, colour: tuple[int, int, int]) -> tuple[float, float]:
    """The mean position of the pixels of a colour."""
    off = ImageChops.difference(sprite, Image.new("RGB", sprite.size, colour)).convert("L")
    places = [n for n, apart in enumerate(off.tobytes()) if apart < 4]
    assert places
    wide = sprite.width
    return sum(n % wide for n in places) / len(places), sum(n // wide for n in places) / len(places)


def test_figure_casts_a_shadow_on_the_ground_but_not_beside_a_name() -> None:
    art = art_of(rulebook("base"))
    on_tile = piece_sprite(art, Colour(0), "knight", 200).getchannel("A")
    beside_name = piece_sprite(art, Colour(0), "knight", 200, on_ground=False).getchannel("A")
    shadow = ImageChops.difference(on_tile, beside_name)
    box = shadow.getbbox()
    assert box is not None and box[1] > 0.7 * on_tile.height
    assert shadow.getextrema()[1] < 128


@for_each("game", GAMES)
def test_lying_figure_is_drawn_wide_and_low(game: str) -> None:
    """The part in the seat's colour is a body: wide and low, or as high as wide."""
    art = art_of(rulebook(game))
    for role in rulebook(game).ruleset.roles:
        sprite = piece_sprite(art, Colour(1), role.name, 400)
        off = ImageChops.difference(sprite.convert("RGB"), Image.new("RGB", sprite.size, HUES[1]))
        box = off.convert("L").point([255] * 8 + [0] * 248).getbbox()
        assert box is not None
        wide, high = box[2] - box[0], box[3] - box[1]
        assert wide > 1.6 * high if role.lies else wide < 1.45 * high, (role.name, wide, high)
        assert art.figure(role.name).lying == role.lies


@for_each("end", [(0.7, 0.2), (0.1, 0.9), (0.3, 0.4)])
def test_straight_ribbon_has_the_outline_of_the_ribbon_of_its_ends(end: Point) -> None:
    """To the last bit, as pictures are the same on every machine; also for a line of no length."""
    start = (0.3, 0.4)
    assert straight_ribbon(start, end, 0.1) == ribbon((start, end), 0.1)


def with_toys() -> Rulebook:
    """The base game with balls printed on every field, and tops that stand on roads."""
    plain = rulebook("base").ruleset
    top = Role("top", plain.roles[0].kind, "road")
    boxes = {
        bag: replace(
            box,
            tiles={
                name: replace(
                    tile,
                    zones=tuple(
                        replace(zone, marks={"balls": 1}) if zone.terrain == "field" else zone
                        for zone in tile.zones
                    ),
                )
                for name, tile in box.tiles.items()
            },
        )
        for bag, box in plain.bags.items()
    }
    return Rulebook.of(
        replace(plain, parts=(*plain.parts, "toys"), roles=(top, *plain.roles), bags=boxes)
    )


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The beginning of a game with a part that draws nothing."""
    monkeypatch.setitem(DRAWINGS, "toys", Drawing())
    bags = deal("base", 2, random.Random(3)).bags
    return start(with_toys(), 2, bags)


def test_error_names_the_missing_drawing(toys: Game) -> None:
    art, tile = art_of(toys.book), toys.board.tiles[0].tile
    with pytest.raises(MissingDrawing, match=rf"tile {tile.id}, zone \w: no art for mark 'balls'"):
        art.look(tile)
    with pytest.raises(MissingDrawing, match="no art for role 'top'; known are farmer, "):
        art.figure("top")
    with pytest.raises(MissingDrawing, match="no art for token 'clockwork'"):
        art.token("clockwork", 96)
    with pytest.raises(MissingDrawing, match="no art for links"):
        art.linked(96, (0, 0), (1, 1))


def test_part_without_visible_things_needs_no_drawing() -> None:
    assert "toys" not in DRAWINGS
    plain = rulebook("base")
    book = Rulebook.of(replace(plain.ruleset, parts=("base", "toys")))
    assert art_of(book) is art_of(plain)


def test_game_without_a_landscape_part_cannot_be_drawn() -> None:
    book = Rulebook.of(replace(rulebook("base").ruleset, parts=("toys",)))
    with pytest.raises(MissingDrawing, match="land"):
        art_of(book)


@for_each("game", FIVE)
def test_everything_in_a_box_has_a_drawing(game: str) -> None:
    book = rulebook(game)
    art = art_of(book)
    for form in book.forms.values():
        look = art.look(form.tile)
        assert look.decor() == form.tile.decor
    for role in book.ruleset.roles:
        assert art.figure(role.name)
