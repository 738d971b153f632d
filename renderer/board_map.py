"""A small map of the whole board, which says where the part in the picture lies."""

from collections.abc import Iterator
from typing import Final

from renderer.blocks import Block
from renderer.scene import Frame, Ink, Item, Panel
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import Cell, xy

MAX_CELL_EMS: Final = 0.8
"""The largest cells of a map, in ems."""

SIDE_EMS: Final = 0.4
"""The free space around the cells of a map, in ems."""


def board_map(game: Game, view: View, room: int, height: int, em: int) -> Block | None:
    """A map of the whole board in a room; None if the picture shows all of it.

    The tiles are dark where the picture does not show them, the spaces for the tile in hand light;
    the newest tile is framed, and so is the part in the picture.
    """
    whole = Window.around((*game.board.tiles, *view.gaps))
    if whole.inside(view.window):
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
    """The tiles and spaces of a map, and the outline of the part in the picture."""
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
