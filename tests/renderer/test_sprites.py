"""Sprites of tiles and pieces: equal in every process, complete, cached, and bounded."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from cachetools import LRUCache
from PIL import ImageChops

from renderer import sprites
from renderer.art.curves import port_point
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

PRINT = """
import hashlib
from renderer.art.parts import art_of
from renderer.players import Colour
from renderer.sprites import piece_sprite, tile_sprite
from rules.variants import PARTS, rulebook
out = hashlib.sha256()
for book in map(rulebook, ("ark", "base", "hunters")):
    art = art_of(book)
    for form in list(book.forms.values())[:6]:
        out.update(tile_sprite(art.look(form.tile), 1, 48).tobytes())
out.update(piece_sprite(art, Colour(2, "C"), "hut", 96).tobytes())
print(out.hexdigest())
"""


def fingerprint(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PRINT],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_the_same_picture_comes_from_every_process() -> None:
    assert fingerprint("1") == fingerprint("2")


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


def test_warming_the_cache_draws_one_sprite_per_step() -> None:
    tiles = [HUNTERS["L02"], HUNTERS["L03"]]
    assert sum(1 for _ in sprites.warm_sprites(tiles, 44)) == 8


def test_matching_borders_join_without_a_visible_seam() -> None:
    """The row of pixels inside one border is nearly that inside the border it meets.

    The corners are left out, where forests of either tile may reach in.
    """
    size = 96
    pairs = [
        (HUNTERS["L19"], 0, HUNTERS["L56"], 0),
        (HUNTERS["L29"], 0, HUNTERS["L61"], 2),
        (BASE["U"], 1, BASE["D"], 0),
    ]
    for left, turn_left, right, turn_right in pairs:
        one = sprites.tile_sprite(left, turn_left, size)
        other = sprites.tile_sprite(right, turn_right, size)
        a = one.crop((size - 2, size // 4, size - 1, size * 3 // 4)).tobytes()
        b = other.crop((1, size // 4, 2, size * 3 // 4)).tobytes()
        assert sum(abs(p - q) for p, q in zip(a, b, strict=True)) / len(a) < 8


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


def test_animals_stay_upright_while_the_land_turns() -> None:
    """Turned back, the pictures of a turned tile differ only where something stands upright."""
    digests = set()
    for rotation in range(4):
        image = sprites.tile_sprite(HUNTERS["L07"], rotation, 96).rotate(90 * rotation)
        digests.add(hashlib.sha256(image.tobytes()).hexdigest())
    assert len(digests) == 4
    assert port_point(1) == (0.5, 0.0)
