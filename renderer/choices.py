"""Pictures of what may be chosen within a turn: a tile, roads of ferries, cells, the Ark's way."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from renderer.blocks import Block, in_a_row, stacked
from renderer.layout import framed
from renderer.players import Players
from renderer.scene import Ink, Label, Scene
from renderer.table import table
from renderer.view import View, Window, choosable, near
from rules.game import Game, lay
from rules.geometry import CROSS, Cell, Spot, cell_of, xy
from rules.moves import SetArk, TurnFerry

EM: Final = 18
TILE: Final = 72
"""The size of tiles in the small pictures of roads."""
REACH: Final = 2
"""Cells around a lake that its small picture shows at most."""
COLUMNS: Final = 3
PREVIEW: Final = 5
"""The most cells around a tile, its own included, that are shown before it is laid for good."""


def roads_scene(game: Game, players: Players) -> Scene:
    """For each ferry that may be turned and each way to turn it, the road it would make (F-24)."""
    cards = []
    for move in game.offered():
        if isinstance(move, TurnFerry):
            x, y = xy(move.cell)
            after = lay(game, move)
            road = after.board.area("road", after.board.spot(move.cell, move.a))
            cards.append(
                _road(after, move.cell, road.spots, f"{x} {y}: {move.a}-{move.b}", players)
            )
    rows = [in_a_row(cards[n : n + COLUMNS], EM // 2) for n in range(0, len(cards), COLUMNS)]
    return framed(game, stacked(rows, EM // 2), EM)


def cells_view(game: Game, players: Players) -> View:
    """The cells that may be chosen, framed for the seat to move, and what lies around them."""
    cells = [move.cell for move in game.offered() if isinstance(move, SetArk)]
    around = Window.around([cell + step for cell in cells for step in (0, *CROSS)])
    frames = tuple((cell, game.turn) for cell in cells)
    return View(around, frames=frames, players=players)


def walk_view(game: Game, path: Sequence[Cell], players: Players) -> View:
    """The Ark's way so far over the board around it."""
    view = near(game, path[-1])
    return replace(view, gaps=(), frames=(), path=tuple(path), players=players)


def preview_view(game: Game, names: Sequence[str], colours: Sequence[int]) -> View:
    """The cells around a tile just laid, framed for the seat to move and its segments lettered."""
    board, cell = game.board, game.placed
    letters = {board.spot(cell, zone.letter): zone.letter for zone in board.tiles[cell].tile.zones}
    live = choosable(game)
    return replace(
        near(game, cell, names, PREVIEW, PREVIEW, colours=colours),
        gaps=(),
        frames=((cell, game.turn),),
        numbers=letters,
        pale=frozenset(spot for spot, letter in letters.items() if letter not in live),
    )


def _road(game: Game, lake: Cell, road: Collection[Spot], title: str, players: Players) -> Block:
    """A small table around a lake with a road washed in the colour of the seat to move."""
    x, y = xy(lake)
    whole = Window.around(map(cell_of, road))
    window = Window(
        max(whole.west, x - REACH),
        max(whole.south, y - REACH),
        min(whole.east, x + REACH),
        min(whole.north, y + REACH),
    )
    view = View(window, tints=dict.fromkeys(road, (game.turn,)), players=players, tile=TILE)
    laid = table(game, view, TILE, EM)
    label = Label(0, 0, laid.width, round(1.3 * EM), title, EM, Ink.CHALK, Ink.TABLE, bold=True)
    return stacked((Block(laid.width, label.height, (label,)), laid), EM // 4)
