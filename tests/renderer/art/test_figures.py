"""Outlines of figures, which must differ at the size of a phone."""

from itertools import combinations

from PIL import Image, ImageChops

from renderer.art.parts import art_of
from renderer.art.pen import lit, unlit
from renderer.art.pieces import PIECE_HEIGHT_SHARE
from renderer.art.seat_colours import HUES
from renderer.players import Colour
from renderer.sprites import piece_sprite
from rules.variants import rulebook
from tests.support.for_each import for_each
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
