"""A page's sprites: sheets of tiles and pieces, the boards made of them, and zone maps of tiles.

They are the pictures' own, so a page looks like the posts. Lengths are pixels of a tile TILE_PIXELS
wide; y grows downwards.
"""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil, sqrt
from typing import Final, TypeAlias

from PIL import Image

from renderer.art.look import Art
from renderer.art.parts import art_of
from renderer.art.plan.tile_plan import plan_of
from renderer.art.plan.zone_map import UNASSIGNED
from renderer.board_block import tiles_with_things
from renderer.brushes import corner_inside, plank_row, tile_image
from renderer.palette import INKS
from renderer.players import Colour, Players
from renderer.scene import Ink, LinkOn, On, PieceOn, TokenOn
from renderer.sprites import COLOUR_RGB, colour_badge, piece_sprite
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import Cell
from rules.ruleset import Rulebook
from rules.tiles import Tile

TILE_PIXELS: Final = 128
"""The width of a tile on the sheet; a phone shows a board with tiles of at most this size."""
BADGE_PIXELS: Final = 72
"""The width of a seat's emblem, which a page shows 30 pixels wide."""
ZONE_MAP_CELLS: Final = 48
"""The cells of a tile's zone map in a row."""
TILE_QUALITIES: Final = (82, 70, 55, 35, 15)
"""The WebP qualities of the tiles to try in order, until the sheet is small enough."""
FIGURE_QUALITY: Final = 88
PLANK_COLUMNS: Final = 4
PLANK_ROWS: Final = 4
"""The cells of the table after which its planks repeat."""
PLANK_QUALITY: Final = 60
MAX_SHEET_SIDE: Final = 4096
"""The most pixels of a sheet on a side; some phones take no larger image."""

Box: TypeAlias = tuple[int, int, int, int]
"""The corner, width and height of a sprite on its sheet."""
SpriteKey: TypeAlias = tuple[str, int, tuple[On, ...]]
"""A tile's name, its rotation, and the links on it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece or token at a cell: sprite, and corner from the tile's."""

    cell: Cell
    x: int
    y: int
    sprite: int


@dataclass(frozen=True, slots=True)
class PageBoard:
    """Sprites by cell of tiles, and their pieces and tokens."""

    tiles: dict[Cell, int]
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class PageSprites:
    """A page's sprites, and the boards they make up.

    ``sheet``: tiles in rows of ``columns``; ``figures``: a WebP, with ``boxes`` of its sprites.
    ``shown``: sprite by kind of tile; ``badges``: each seat's emblem among the figures.
    ``zone_maps``: a text by kind of tile.
    """

    sheet: Image.Image
    columns: int
    figures: bytes
    boxes: tuple[Box, ...]
    planks: bytes
    table: tuple[int, int, int]
    colours: tuple[tuple[int, int, int], ...]
    badges: tuple[int, ...]
    shown: dict[str, int]
    zone_maps: dict[str, str]
    frames: tuple[PageBoard, ...]

    def tiles_within(self, limit: int) -> bytes:
        """A WebP of the best quality within the limit, or the smallest."""
        data = b""
        for quality in TILE_QUALITIES:
            data = _webp(self.sheet, quality)
            if len(data) <= limit:
                break
        return data


@dataclass(slots=True)
class _Figures:
    """Pictures of pieces, tokens and emblems, each kept once."""

    art: Art
    numbers: dict[PieceOn | TokenOn | Colour, int] = field(default_factory=dict)
    pictures: list[Image.Image] = field(default_factory=list)

    def number(self, thing: PieceOn | TokenOn | Colour) -> int:
        """The number of a thing's picture, wherever it lies."""
        match thing:
            case PieceOn(_, _, colour, role):
                key: PieceOn | TokenOn | Colour = PieceOn(0, 0, colour, role)
                draw = partial(piece_sprite, self.art, colour, role, TILE_PIXELS)
            case TokenOn(_, _, name):
                key, draw = TokenOn(0, 0, name), partial(self.art.token, name, TILE_PIXELS)
            case Colour():
                key, draw = thing, partial(colour_badge, thing, BADGE_PIXELS)
        if key not in self.numbers:
            self.numbers[key] = len(self.pictures)
            self.pictures.append(draw())
        return self.numbers[key]


def page_sprites(games: Sequence[Game], players: Players, kinds: Iterable[str]) -> PageSprites:
    """Draw the boards' sprites, and those of ``kinds`` that lie on none."""
    book = games[0].book
    figures = _Figures(art_of(book))
    colours = [players.colour(seat) for seat in range(games[0].seats)]
    badges = tuple(map(figures.number, colours))
    sprites: dict[SpriteKey, int] = {}
    frames = tuple(_frame(game, players, sprites, figures) for game in games)
    shown: dict[str, int] = {}
    for name, _rotation, _on in list(sprites):
        shown.setdefault(name, sprites[name, _rotation, _on])
    for name in kinds:
        if name not in shown:
            shown[name] = sprites.setdefault((name, 0, ()), len(sprites))
    columns = _columns(len(sprites))
    sheet, boxes = _shelves(figures.pictures)
    return PageSprites(
        sheet=_tile_sheet(book, sprites, columns),
        columns=columns,
        figures=_webp(sheet, FIGURE_QUALITY),
        boxes=boxes,
        planks=_webp(_planks(book), PLANK_QUALITY),
        table=INKS[Ink.TABLE],
        colours=tuple(COLOUR_RGB[colour.number] for colour in colours),
        badges=badges,
        shown=shown,
        zone_maps={name: zone_map(figures.art, book.forms[name].tile) for name in shown},
        frames=frames,
    )


def zone_map(art: Art, tile: Tile) -> str:
    """An unrotated tile's zones by row: runs of cells as a letter and a length.

    ``a`` is the first zone; ``-`` is land without a zone. A run may go on in the next row.
    """
    image = plan_of(art.look(tile)).zones.image
    small = image.resize((ZONE_MAP_CELLS, ZONE_MAP_CELLS), Image.Resampling.NEAREST)
    runs: list[tuple[int, int]] = []
    for number in small.tobytes():
        if runs and runs[-1][0] == number:
            runs[-1] = (number, runs[-1][1] + 1)
        else:
            runs.append((number, 1))
    return "".join(
        f"{'-' if number == UNASSIGNED else chr(ord('a') + number)}{length}"
        for number, length in runs
    )


def _frame(
    game: Game, players: Players, sprites: dict[SpriteKey, int], figures: _Figures
) -> PageBoard:
    """A game's board; missing sprites are added."""
    view = View(Window.around(game.board.tiles), players=players)
    tiles: dict[Cell, int] = {}
    placed: list[Placed] = []
    for cell, things in tiles_with_things(game, view, game.board.tiles, TILE_PIXELS, 1):
        form = game.board.tiles[cell]
        links = tuple(thing for thing in things if isinstance(thing, LinkOn))
        key = (form.tile.id, form.rotation, links)
        tiles[cell] = sprites.setdefault(key, len(sprites))
        for thing in things:
            if isinstance(thing, PieceOn | TokenOn):
                sprite = figures.number(thing)
                size = figures.pictures[sprite].size
                x, y = corner_inside((TILE_PIXELS, TILE_PIXELS), size, thing.x, thing.y)
                placed.append(Placed(cell, x, y, sprite))
    return PageBoard(tiles, tuple(placed))


def _columns(number: int) -> int:
    """Columns for a sheet about as wide as high."""
    return min(MAX_SHEET_SIDE // TILE_PIXELS, max(1, ceil(sqrt(number))))


def _tile_sheet(book: Rulebook, sprites: Iterable[SpriteKey], columns: int) -> Image.Image:
    keys = list(sprites)
    rows = ceil(len(keys) / columns)
    sheet = Image.new("RGB", (columns * TILE_PIXELS, rows * TILE_PIXELS))
    for number, (name, rotation, links) in enumerate(keys):
        row, column = divmod(number, columns)
        tile = tile_image(book, name, rotation, TILE_PIXELS, links)
        sheet.paste(tile, (column * TILE_PIXELS, row * TILE_PIXELS))
    return sheet


def _shelves(pictures: Sequence[Image.Image]) -> tuple[Image.Image, tuple[Box, ...]]:
    """Put pictures in rows, a pixel apart, and return their boxes."""
    wide = max(512, *(picture.width for picture in pictures))
    boxes: list[Box] = []
    x = y = high = 0
    for picture in pictures:
        if x + picture.width > wide:
            x, y, high = 0, y + high + 1, 0
        boxes.append((x, y, *picture.size))
        x, high = x + picture.width + 1, max(high, picture.height)
    sheet = Image.new("RGBA", (wide, y + high), (0, 0, 0, 0))
    for picture, (left, top, *_size) in zip(pictures, boxes, strict=True):
        sheet.paste(picture, (left, top))
    return sheet, tuple(boxes)


def _planks(book: Rulebook) -> Image.Image:
    size = TILE_PIXELS
    table = Image.new("RGB", (PLANK_COLUMNS * size, PLANK_ROWS * size))
    for row in range(PLANK_ROWS):
        table.paste(plank_row(book, size, PLANK_COLUMNS, row).convert("RGB"), (0, row * size))
    return table


def _webp(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=4)
    return out.getvalue()
