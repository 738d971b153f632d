"""The picture of a game's end: the places, the final board, and the points over the turns."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from renderer.blocks import Block, stack
from renderer.layout import EM_SHARE, MARGIN_EMS, MAX_TILE_PIXELS, stacked_scene
from renderer.players import Players
from renderer.points_chart import plot_block, standings_block
from renderer.scene import Scene
from renderer.score_strip import TILE_SIZES, snap_tile_size
from renderer.table import cells_block
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game

WIDTH_PIXELS: Final = 980
MAX_ASPECT: Final = 1.35
"""The width of the picture, and its most height by width."""

CHART_SHARE: Final = 0.3
"""The height of the chart as a share of the width."""


def end_scenes(game: Game, players: Players) -> Iterator[Scene]:
    """The places of the players, the final board and the chart; each further scene is smaller.

    The board is as large as the height allows.
    """
    em = ceil(EM_SHARE * WIDTH_PIXELS)
    width = WIDTH_PIXELS - 2 * round(MARGIN_EMS * em)
    places = standings_block(game, players, width, em)
    chart = plot_block(game, players, WIDTH_PIXELS, round(CHART_SHARE * WIDTH_PIXELS), em)
    window = Window.around(game.board.tiles)
    room = round(MAX_ASPECT * WIDTH_PIXELS) - places.height - chart.height - 3 * em
    for largest in reversed(TILE_SIZES):
        if largest <= MAX_TILE_PIXELS:
            size = snap_tile_size(min(largest, width / window.columns, room / window.rows))
            view = View(window, players=players, tile=size)
            top = Block(WIDTH_PIXELS, round(MARGIN_EMS * em))
            board = cells_block(game, view, size, em)
            yield stacked_scene(game, (stack((top, places), 0), board, chart), em)
