"""The icon and the banner of the bot, for Discord's developer portal."""

import io
import random
from functools import cache
from typing import Final

from PIL import Image

from renderer.art.parts import art_of
from renderer.players import Colour
from renderer.sprites import piece_sprite, tile_sprite
from rules.game import Game, play, start
from rules.geometry import cell_at, xy
from rules.random_play import deal, random_move
from rules.story import PieceDeployed

ICON_PIXELS: Final = 512
BANNER_PIXELS: Final = (680, 240)
GAME: Final = "base"
SEED: Final = 180
"""The random game whose landscape is shown: each run draws the same pictures."""


def icon() -> bytes:
    """A square PNG: a corner of a landscape with a figure."""
    image = _landscape(2, 2, ICON_PIXELS // 2)
    _stand(image, _roles()[0], 0, (ICON_PIXELS // 2, ICON_PIXELS // 2), 2 * ICON_PIXELS)
    return _png(image)


def banner() -> bytes:
    """A PNG: a strip of a landscape with two figures."""
    width, height = BANNER_PIXELS
    size = height // 2
    columns = -(-width // size)
    image = _landscape(columns, 2, size).crop((0, 0, width, height))
    for number, role in enumerate(_roles()[:2]):
        _stand(image, role, number, ((3 + 8 * number) * width // 14, height // 2), height)
    return _png(image)


def _landscape(columns: int, rows: int, size: int) -> Image.Image:
    """Part of a game's board that is full of tiles, ``size`` pixels each."""
    game = _game()
    art = art_of(game.book)
    tiles = game.board.tiles
    places = [xy(cell) for cell in tiles]
    x, y = next(
        (x, y)
        for x, y in sorted(places, key=lambda place: abs(place[0]) + abs(place[1]))
        if all(cell_at(x + n, y - m) in tiles for n in range(columns) for m in range(rows))
    )
    image = Image.new("RGB", (columns * size, rows * size))
    for n in range(columns):
        for m in range(rows):
            form = tiles[cell_at(x + n, y - m)]
            image.paste(tile_sprite(art.look(form.tile), form.rotation, size), (n * size, m * size))
    return image


@cache
def _game() -> Game:
    """The random game of the landscape, played to its end."""
    chance = random.Random(SEED)
    header = deal(GAME, 2, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        game = play(game, random_move(game, chance))
    return game


def _roles() -> list[str]:
    deployed = (event.piece.role for event in _game().story if isinstance(event, PieceDeployed))
    return sorted({role.name for role in deployed if not role.lies})


def _stand(image: Image.Image, role: str, seat: int, middle: tuple[int, int], size: int) -> None:
    art = art_of(_game().book)
    sprite = piece_sprite(art, Colour(seat), role, size)
    x, y = middle
    image.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)


def _png(image: Image.Image) -> bytes:
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()
