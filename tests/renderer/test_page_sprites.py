"""The sprites of a page: what lies where, and which zone is where on a tile."""

import io
import re

import pytest
from PIL import Image

from renderer.art.curves import port_point
from renderer.art.parts import art_of
from renderer.page_sprites import TILE_PIXELS, ZONE_MAP_CELLS, page_sprites, zone_map
from renderer.players import UNNAMED_PLAYERS
from rules.analysis.game_turns import game_turns
from rules.geometry import cell_of
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.page_data import played_record


def cells_of(text: str) -> str:
    return "".join(letter * int(length) for letter, length in re.findall(r"([a-z-])(\d+)", text))


@for_each("name", FIVE, fast=1)
def test_zone_map_shows_each_zone_at_its_ports_and_no_other(name: str) -> None:
    book = rulebook(name)
    for forms in book.forms.values():
        tile = forms.tile
        cells = cells_of(zone_map(art_of(book), tile))
        assert len(cells) == ZONE_MAP_CELLS**2
        for port in range(12):
            x, y = (int(share * ZONE_MAP_CELLS) for share in port_point(port, 0.03))
            number = tile.zones.index(tile.at_port(port))
            assert cells[y * ZONE_MAP_CELLS + x] == chr(ord("a") + number)
        missing = {chr(ord("a") + number) for number in range(len(tile.zones))} - set(cells)
        assert not missing, f"{tile.id}: nobody can tap {missing}"


@for_each("name", FIVE, fast=1)
def test_frames_show_every_tile_piece_and_token_inside_its_tile(name: str) -> None:
    games = [turn.game for turn in game_turns(played_record(name))][::9]
    sprites = page_sprites(games, UNNAMED_PLAYERS, games[0].book.forms)
    boxes, number = sprites.boxes, len(sprites.shown)
    for game, frame in zip(games, sprites.frames, strict=True):
        assert frame.tiles.keys() == game.board.tiles.keys()
        things = [cell_of(piece.spot) for piece in game.board.pieces()] + [*game.tokens.values()]
        assert sorted(placed.cell for placed in frame.placed) == sorted(things)
        for placed in frame.placed:
            _x, _y, wide, high = boxes[placed.sprite]
            assert 0 <= placed.x <= max(0, TILE_PIXELS - wide)
            assert 0 <= placed.y <= max(0, TILE_PIXELS - high)
    assert sprites.shown.keys() == games[0].book.forms.keys() and number > 20
    rows = sprites.sheet.height // TILE_PIXELS
    assert max(sprites.shown.values()) < rows * sprites.columns
    figures = Image.open(io.BytesIO(sprites.figures))
    for x, y, wide, high in boxes:
        assert x + wide <= figures.width and y + high <= figures.height


@pytest.mark.slow
def test_sheet_of_tiles_keeps_to_a_limit_by_its_quality() -> None:
    games = [turn.game for turn in game_turns(played_record("base"))][-1:]
    sprites = page_sprites(games, UNNAMED_PLAYERS, ())
    full = sprites.tiles_within(10**9)
    assert len(sprites.tiles_within(len(full) // 2)) <= len(full) // 2
    assert Image.open(io.BytesIO(full)).size == sprites.sheet.size
