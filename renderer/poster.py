"""The poster of a finished game: title, winners, map, honours, chart and turning points on paper.

The same page is drawn small for a post and large for printing; all lengths follow its width.
"""

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Final

from renderer.blocks import Block
from renderer.board_block import tiles_with_things
from renderer.players import Players
from renderer.points_chart import ON_PAPER, plot_block
from renderer.poster_blocks import (
    footer_block,
    head_block,
    honours_block,
    turning_points_block,
)
from renderer.requests import Poster
from renderer.scene import Ink, Item, Panel, Scene, TileAt
from renderer.score_strip import TILE_SIZES, snap_tile_size
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import xy

EM_SHARE: Final = 14.6 / 500
"""An em as a share of the width; texts have 11 pixels or more if shown 420 pixels wide."""

POST_WIDTH_PIXELS: Final = 980
"""The width of the poster in a post."""
DOTS_PER_INCH: Final = 300
PRINT_WIDTH_PIXELS: Final = 3508
"""The width of the poster for printing: A3 at 300 dots per inch."""
ASPECT: Final = sqrt(2)
"""The height by width, as of all A formats."""

MAX_TILE_EMS: Final = 6.0
"""The ems of the largest tiles, on a small board."""
CHART_EMS: Final = 7.0
"""The height of the chart in ems."""


def poster_scenes(
    game: Game, players: Players, texts: Poster, width: int = POST_WIDTH_PIXELS
) -> Iterator[Scene]:
    """The poster, then the same with smaller and smaller tiles on its map."""
    largest: int | None = None
    while largest is None or largest > TILE_SIZES[0]:
        scene, drawn = _page(game, players, texts, width, largest)
        yield scene
        largest = max((size for size in TILE_SIZES if size < drawn), default=TILE_SIZES[0])


def _page(
    game: Game, players: Players, texts: Poster, width: int, largest: int | None
) -> tuple[Scene, int]:
    """The page with tiles of at most a size, and the size of its tiles."""
    em, height = ceil(EM_SHARE * width), round(ASPECT * width)
    rim = em
    inner = width - 2 * rim
    head = head_block(game, players, texts.title, inner, em)
    rest = [
        block
        for block in (
            honours_block(players, texts.honours, inner, em),
            plot_block(
                *(game, players, inner, _chart_height(game.seats, em), em, ON_PAPER),
                [(point.turn, point.seat) for point in texts.turning_points],
            ),
            turning_points_block(players, texts, inner, em),
            footer_block(texts.date, texts.server, inner, em),
        )
        if block.height
    ]
    gap = em // 3
    taken = 2 * rim + head.height + sum(block.height + gap for block in rest)
    room = height - taken - 2 * gap
    window = Window.around(game.board.tiles)
    fitting = min(inner // window.columns, room // window.rows, round(MAX_TILE_EMS * em))
    size = _tile_size(min(fitting, largest or fitting), width)
    board = _map(game, players, window, size, em)
    items = [*_paper(width, height, em), *head.flat(rim, rim)]
    top = rim + head.height + gap + max(0, (room - board.height) // 2)
    items += board.flat((width - board.width) // 2, top)
    bottom = height - rim
    for block in reversed(rest):
        bottom -= block.height
        items += block.flat(rim, bottom)
        bottom -= gap
    return Scene(game.book, width, height, tuple(items), Ink.PAPER), size


def _chart_height(seats: int, em: int) -> int:
    """The height of the chart, in which the emblems of all seats have room."""
    return round(max(CHART_EMS, 1.1 * seats + 1.9) * em)


def _tile_size(fitting: int, width: int) -> int:
    """The size of tiles: in a post one of all pictures' sizes, as each new one draws every tile."""
    return snap_tile_size(fitting) if width <= POST_WIDTH_PIXELS else max(TILE_SIZES[0], fitting)


def _paper(width: int, height: int, em: int) -> Iterator[Panel]:
    """A fine double line around the page."""
    for inset, line, ink in ((0.34, 0.07, Ink.BRONZE), (0.54, 0.035, Ink.GAP)):
        away, thick = round(inset * em), max(1, round(line * em))
        yield Panel(away, away, width - 2 * away, height - 2 * away, ink)
        away += thick
        yield Panel(away, away, width - 2 * away, height - 2 * away, Ink.PAPER)


def _map(game: Game, players: Players, window: Window, size: int, em: int) -> Block:
    """The board cut out of the table, with a soft shadow on the paper."""
    cells = tuple(game.board.tiles)
    view = View(window, players=players, tile=size)

    def corner(cell: int) -> tuple[int, int]:
        x, y = xy(cell)
        return (x - window.west) * size, (window.north - y) * size

    items: list[Item] = []
    for share, ink in ((0.11, Ink.GAP), (0.05, Ink.FAINT)):
        away = max(1, round(share * size))
        items += [Panel(x + away, y + away, size, size, ink) for x, y in map(corner, cells)]
    edge = max(1, size // 48)
    items += [
        Panel(x - edge, y - edge, size + 2 * edge, size + 2 * edge, Ink.DARK)
        for x, y in map(corner, cells)
    ]
    items += [
        TileAt(
            *corner(cell), size, game.board.tiles[cell].tile, game.board.tiles[cell].rotation, on
        )
        for cell, on in tiles_with_things(game, view, cells, size, em)
    ]
    return Block(window.columns * size, window.rows * size, tuple(items))
