"""Lay out the picture of a turn: the board, the tile in hand in one row, the seats, a small map.

All sizes are for a phone that shows the picture `PHONE_PIXELS` wide.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from renderer.blocks import Block, in_a_row, stack
from renderer.board_block import board_block
from renderer.board_margins import legend_block, margins
from renderer.layout import (
    EM_SHARE,
    GAP_EMS,
    MARGIN_EMS,
    MAX_SIDE_PIXELS,
    MIN_WIDTH_PIXELS,
    TILE_SIZES,
    board_scene,
    centred,
    stacked_scene,
)
from renderer.scene import Frame, Ink, Item, Panel, Scene
from renderer.score_strip import (
    hand_forms,
    hand_size,
    laid_tile_block,
    rotations_block,
    score_strip,
    seat_rows,
    strip_height,
)
from renderer.view import View
from rules.analysis.viewport import PHONE_PIXELS, Window
from rules.game import Game
from rules.geometry import Cell, xy

MAX_ASPECT: Final = 1.35
"""The most height by width, so that a phone shows the picture and two rows of buttons."""

MAX_ASPECT_OF_MANY_SEATS: Final = 1.42
MANY_SEAT_ROWS: Final = 3
"""The most height by width with so many rows of seats or more, of which the board needs some."""

MAX_PIXELS: Final = 1_400_000
"""The most pixels of a turn; a picture of larger tiles gets smaller ones. Phones show no more."""

MAX_PHONE_TILE_PIXELS: Final = 56
"""The largest tiles of a board on a phone."""

MIN_HAND_TILE_EMS: Final = 4.2
MAX_HAND_TILE_EMS: Final = 6.2
"""The least and most ems of the tile in hand: its letters fit, the board still dominates."""

MIN_MAP_EMS: Final = 5.2
"""The ems of the narrowest map beside the tile in hand."""

BETWEEN_EMS: Final = 0.35
"""The ems between blocks side by side."""

NOMINAL_EM: Final = 100
"""The em in pixels at which heights are measured before the width of a picture is known."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Pixels: width, em, tiles, and tiles in hand."""

    width: int
    em: int
    tile: int
    hand: int


def turn_scene(game: Game, view: View) -> Scene:
    if game.over:
        return board_scene(game, view)
    return arranged_scene(game, view, arrangement(game, view))


def arrangement(game: Game, view: View) -> Arrangement:
    """The sizes of a turn's picture, with tiles as large as possible.

    Depends on the window and the tile in hand, not on what has happened.
    """
    for tile in reversed(TILE_SIZES):
        if tile <= view.tile:
            arranged = _arrange(game, view, tile)
            highest = arranged.width * max_aspect(game)
            if arranged.width * highest <= MAX_PIXELS and highest <= MAX_SIDE_PIXELS:
                break
    return arranged


def arranged_scene(game: Game, view: View, sizes: Arrangement) -> Scene:
    """A running turn, in sizes of its board."""
    width, em = sizes.width, sizes.em
    blocks = [
        centred(board_block(game, view, sizes.tile, em, width), width),
        *_below(game, view, sizes),
    ]
    if view.legend is not None:
        blocks[0] = stack((legend_block(view, width, em), blocks[0]), 0)
    return stacked_scene(game, blocks, em)


def max_aspect(game: Game) -> float:
    """The greatest height by width of a game's turns."""
    rows = seat_rows(game, _strip_width(NOMINAL_EM), NOMINAL_EM)
    return MAX_ASPECT_OF_MANY_SEATS if rows >= MANY_SEAT_ROWS else MAX_ASPECT


def _arrange(game: Game, view: View, tile: int) -> Arrangement:
    """The sizes for a tile size: as narrow as the height permits."""
    window, free, aspect = view.window, margins(view), max_aspect(game)
    along = free.along + free.legend
    width = max(
        MIN_WIDTH_PIXELS,
        window.columns * tile / (1 - EM_SHARE * free.across),
        window.rows * tile / (aspect - EM_SHARE * (along + _ems_below(game, MIN_HAND_TILE_EMS))),
        tile * PHONE_PIXELS / MAX_PHONE_TILE_PIXELS,
    )
    em = round(EM_SHARE * width)
    hands = [size for size in TILE_SIZES if MIN_HAND_TILE_EMS <= size / em <= MAX_HAND_TILE_EMS]
    hand = min(hands, default=TILE_SIZES[-1])
    # an em and the tiles in hand are integers, so a few pixels may be missing
    high = window.rows * tile + em * (along + _ems_below(game, hand / em))
    width = ceil(max(width, high / aspect))
    for larger in hands:
        is_narrow = hand_size(game, larger, em)[0] + em * (BETWEEN_EMS + MIN_MAP_EMS) <= width - em
        if is_narrow and high + larger - hand <= aspect * width:
            hand, high = larger, high + larger - hand
    return Arrangement(width, em, tile, hand)


def _ems_below(game: Game, hand: float) -> float:
    """Ems below the board, with tiles in hand of ``hand`` ems."""
    strip = strip_height(game, _strip_width(NOMINAL_EM), NOMINAL_EM)
    high = hand_size(game, round(hand * NOMINAL_EM), NOMINAL_EM)[1]
    return (strip + high) / NOMINAL_EM + 2 * GAP_EMS + MARGIN_EMS


def _strip_width(em: int) -> int:
    return round(em / EM_SHARE) - 2 * round(MARGIN_EMS * em)


def _below(game: Game, view: View, sizes: Arrangement) -> Sequence[Block]:
    em, between = sizes.em, round(BETWEEN_EMS * sizes.em)
    if game.hand is None:
        hand = laid_tile_block(game, sizes.hand, em)
    else:
        hand = rotations_block(game, sizes.hand, em, len(hand_forms(game)))
    width = sizes.width - 2 * round(MARGIN_EMS * em)
    small = board_map(game, view, width - hand.width - between, hand.height, em)
    row = hand if small is None else in_a_row((hand, small), between)
    return centred(row, sizes.width), centred(score_strip(game, view, width, em), sizes.width)


MAX_CELL_EMS: Final = 0.8
"""The largest cells of a map, in ems."""

SIDE_EMS: Final = 0.4
"""The free space around the cells of a map, in ems."""

MIN_HIDDEN_SHARE: Final = 1 / 3
"""The least share of tiles outside the picture for which a map is drawn.

It is drawn also for a space that is not next to the picture.
"""


def board_map(game: Game, view: View, room: int, height: int, em: int) -> Block | None:
    """A map of the board; None if the picture shows nearly all of it.

    Tiles outside the picture are dark, spaces for the tile in hand light; the newest tile and the
    picture's part are framed.
    """
    tiles = game.board.tiles
    whole = Window.around((*tiles, *view.gaps))
    hidden = sum(not view.window.has(cell) for cell in tiles)
    next_to_it = view.window.with_margin(whole)
    if hidden < MIN_HIDDEN_SHARE * len(tiles) and all(map(next_to_it.has, view.gaps)):
        return None
    side = round(SIDE_EMS * em)
    cell = min(
        (room - 2 * side) // whole.columns,
        (height - 2 * side) // whole.rows,
        round(MAX_CELL_EMS * em),
    )
    cell = max(cell, 1)
    wide, high = whole.columns * cell + 2 * side, whole.rows * cell + 2 * side
    top = (height - whole.rows * cell) // 2
    cells = _cells(game, view, whole, cell)
    items = Block(wide, high, tuple(cells))
    panel = Panel(0, 0, wide, height, Ink.DARK, radius=em // 3)
    return Block(wide, height, (panel,), ((side, top, items),))


def _cells(game: Game, view: View, whole: Window, cell: int) -> Iterator[Item]:
    line = max(1, cell // 10)

    def corner(at: Cell) -> tuple[int, int]:
        x, y = xy(at)
        return (x - whole.west) * cell, (whole.north - y) * cell

    for at in game.board.tiles:
        x, y = corner(at)
        ink = Ink.FAINT if view.window.has(at) else Ink.GRID
        yield Panel(x, y, cell - line, cell - line, ink)
    for at in view.gaps:
        x, y = corner(at)
        yield Panel(x, y, cell - line, cell - line, Ink.GAP)
    for at, seat in view.frames[-1:]:
        yield Frame(*corner(at), cell - line, view.players.colour(seat), strong=False)
    seen = view.window
    x, y = (seen.west - whole.west) * cell, (whole.north - seen.north) * cell
    wide, high = seen.columns * cell, seen.rows * cell
    rim = max(2, cell // 5)
    for box in (
        (x - rim, y - rim, wide + 2 * rim, rim),
        (x - rim, y + high, wide + 2 * rim, rim),
        (x - rim, y, rim, high),
        (x + wide, y, rim, high),
    ):
        yield Panel(*box, Ink.PAPER)
