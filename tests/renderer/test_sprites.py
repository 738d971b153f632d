"""Sprites of tiles and pieces: equal in every process, complete, cached, and bounded."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from cachetools import LRUCache
from PIL import ImageChops

from renderer import sprites
from renderer.art.look import Art, Look
from renderer.art.parts import DRAWINGS, art_of
from renderer.players import COLOURS, Colour
from rules.tiles import Tile
from rules.variants import PARTS, rulebook


def looks(game: str) -> dict[str, Look]:
    book = rulebook(game)
    return {tile: art_of(book).look(form.tile) for tile, form in book.forms.items()}


HUNTERS, BASE = looks("hunters"), looks("base")
FERRIES = art_of(rulebook("base+ferries"))
ARTS = [art_of(rulebook(game)) for game in ("hunters", "base", "ark")]
ROLES: list[tuple[Art, str]] = [(art, role) for art in ARTS for role in art.figures]


def test_a_tile_is_an_opaque_square_of_the_size_asked_for() -> None:
    for size in (48, 96, 128, 200):
        image = sprites.tile_sprite(HUNTERS["L05"], 3, size)
        assert (image.mode, image.size) == ("RGB", (size, size))


def test_cached_sprite_is_not_drawn_again() -> None:
    tile = HUNTERS["L01"]
    assert sprites.tile_sprite(tile, 1, 96) is sprites.tile_sprite(tile, 5, 96)


def test_pictures_of_different_tiles_with_one_id_are_not_confused() -> None:
    one, other = HUNTERS["L07"], HUNTERS["L13"]
    impostor = ARTS[0].look(Tile(one.tile.id, other.tile.zones))
    first, second = sprites.tile_sprite(one, 0, 64), sprites.tile_sprite(impostor, 0, 64)
    assert ImageChops.difference(first, second).getbbox()


def test_sprites_can_be_drawn_in_several_threads() -> None:
    tiles = list(HUNTERS.values())[:12]
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda tile: sprites.tile_sprite(tile, 2, 52), tiles * 2))
    for tile, image in zip(tiles * 2, made, strict=True):
        assert image.tobytes() == sprites.tile_sprite(tile, 2, 52).tobytes()


def test_sprite_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "_tiles", LRUCache(5 * 40 * 40 * 4, sprites._image_bytes))
    for tile in list(HUNTERS.values())[:9]:
        sprites.tile_sprite(tile, 0, 40)
    assert sprites.cached_bytes() == 5 * 40 * 40 * 4


def test_every_mark_and_every_piece_has_a_picture() -> None:
    marks = {name: mark for drawing in DRAWINGS.values() for name, mark in drawing.marks.items()}
    for name in (mark for part in PARTS.values() for mark in part.tile_schema.marks):
        assert marks[name].picture(30, 0).getchannel("A").getbbox()
    for colour in range(COLOURS):
        for art, role in ROLES:
            assert (
                sprites.piece_sprite(art, Colour(colour, "Bo"), role, 96).getchannel("A").getbbox()
            )
        assert sprites.colour_badge(Colour(colour, "Bo"), 24).size == (24, 24)
    assert ARTS[2].token("ark", 96).mode == "RGBA"


def test_a_piece_is_about_two_fifths_of_its_tile_and_the_prophet_is_larger() -> None:
    heights = {role: sprites.piece_sprite(art, Colour(0), role, 100).height for art, role in ROLES}
    assert all(34 <= height <= 48 for role, height in heights.items() if role != "prophet")
    assert heights["prophet"] > 1.2 * heights["monk"]


def test_a_ferry_reaches_from_quay_to_quay() -> None:
    image, middle = FERRIES.linked(100, (0.3, 0.5), (0.7, 0.5))
    assert middle == (0.5, 0.5)
    assert 36 <= image.width <= 46 and image.height < 20
    slanting, _ = FERRIES.linked(100, (0.3, 0.5), (0.5, 0.7))
    assert abs(slanting.width - slanting.height) <= 2
