"""Pictures of choices within a turn: results of moves, cells, paths, letters on a placed tile."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from renderer.art.drawing import Sketch
from renderer.art.parts import art_of
from renderer.blocks import Block, in_a_row, stack
from renderer.board_block import board_block
from renderer.layout import scene_with_margin
from renderer.players import Players
from renderer.position_facts import choosable_letters
from renderer.scene import Ink, Label, Scene
from renderer.view import View, cell_view
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import CROSS, Cell, Spot, cell_of, xy

EM_PIXELS: Final = 18
TILE_PIXELS: Final = 72
"""The size of tiles in the small pictures."""
AROUND_CELLS: Final = 2
"""The most cells shown on each side of the cell of a small picture."""
COLUMNS: Final = 3
PREVIEW_CELLS: Final = 3
"""The most cells of a preview each way, the placed tile included."""


def options_scene(game: Game, players: Players) -> Scene:
    """The result of each legal move with a sketch, and its letters (F-24)."""
    art = art_of(game.book)
    blocks = [
        _option_block(targets.sketch(), targets.spots, game.turn, players)
        for targets in (art.move_targets(game, move) for move in game.legal_moves())
        if targets.sketch is not None
    ]
    starts = range(0, len(blocks), COLUMNS)
    rows = [in_a_row(blocks[n : n + COLUMNS], EM_PIXELS // 2) for n in starts]
    return scene_with_margin(game, stack(rows, EM_PIXELS // 2), EM_PIXELS)


def cells_view(game: Game, players: Players) -> View:
    """Cells to choose, framed for the seat to move, and their surroundings."""
    art = art_of(game.book)
    cells = [cell for move in game.legal_moves() for cell in art.move_targets(game, move).cells]
    around = Window.around([cell + step for cell in cells for step in (0, *CROSS)])
    frames = tuple((cell, game.turn) for cell in cells)
    # An emblem at each cell would look like a letter to choose.
    return View(around, frames=frames, players=players, shows_emblems=False)


def path_view(game: Game, path: Sequence[Cell], players: Players) -> View:
    """The board around a path's end, with the path."""
    view = cell_view(game, path[-1])
    return replace(view, gaps=(), frames=(), path=tuple(path), players=players)


def preview_view(game: Game, players: Players) -> View:
    """The cells around the placed tile, framed for the seat to move, with letters."""
    board, cell = game.board, game.placed
    letters = {board.spot(cell, zone.letter): zone.letter for zone in board.tiles[cell].tile.zones}
    choosable = choosable_letters(game)
    return replace(
        cell_view(game, cell, players, PREVIEW_CELLS, PREVIEW_CELLS),
        gaps=(),
        frames=((cell, game.turn),),
        zone_labels=letters,
        pale=frozenset(spot for spot, letter in letters.items() if letter not in choosable),
    )


def _option_block(sketch: Sketch, named: Sequence[Spot], seat: int, players: Players) -> Block:
    """A title above a small board, a move's result tinted for the choosing seat.

    Spots that the move names have letters. The seat is passed in, as after the move it may be
    another's turn.
    """
    game, (x, y) = sketch.after, xy(sketch.cell)
    whole = Window.around(map(cell_of, sketch.spots))
    window = Window(
        max(whole.west, x - AROUND_CELLS),
        max(whole.south, y - AROUND_CELLS),
        min(whole.east, x + AROUND_CELLS),
        min(whole.north, y + AROUND_CELLS),
    )
    tints = dict.fromkeys(sketch.spots, (seat,))
    letters = {spot: game.board.zone(spot).letter for spot in named}
    view = View(window, tints=tints, zone_labels=letters, players=players, tile=TILE_PIXELS)
    board = board_block(game, view, TILE_PIXELS, EM_PIXELS)
    height, title = round(1.3 * EM_PIXELS), sketch.title
    label = Label(0, 0, board.width, height, title, EM_PIXELS, Ink.CHALK, Ink.TABLE, bold=True)
    return stack((Block(board.width, label.height, (label,)), board), EM_PIXELS // 4)
