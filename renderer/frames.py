"""The frames of cells on a table, and beside each the emblem of whose it is."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from renderer.anchors import PIECE
from renderer.scene import DiscOn, Frame, Item, On, PieceOn, Tab, TokenOn
from renderer.view import View
from rules.geometry import Cell, cell_at, xy

TAB: Final = 0.24
"""How much of a tile's side the emblem beside a frame takes."""

TABBED: Final = 48
"""The least size of tiles on which such an emblem says anything."""

CORNERS: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))
SIDES: Final = ((0, 1), (0, -1), (-1, 0), (1, 0))
"""The cells around one, as columns and rows: those at its corners are liked best for an emblem."""


def frames(
    view: View,
    corner: Callable[[Cell], tuple[int, int]],
    standing: Mapping[Cell, tuple[On, ...]],
    size: int,
) -> Iterator[Item]:
    """Borders around the framed cells, and emblems beside them where they hide least.

    ``standing`` is what stands on each tile that is shown.
    """
    shown = [(cell, seat) for cell, seat in view.frames if view.window.has(cell)]
    for cell, seat in shown:
        yield Frame(*corner(cell), size, view.players.colour(seat))
    if size < TABBED or not view.tabs:
        return
    tab = round(TAB * size)
    for cell, seat in shown:
        x, y = xy(cell)
        around = [cell_at(x + right, y + up) for right, up in (*CORNERS, *SIDES)]
        places = [
            (_hidden(view, other, spot, standing.get(other), size), n, other, spot)
            for n, other in enumerate(around)
            if view.window.has(other)
            for spot in _touching(cell, other, size - tab)
        ]
        if places:
            _, _, other, (right, down) = min(places)
            left, top = corner(other)
            yield Tab(left + right, top + down, tab, view.players.colour(seat))


def _touching(cell: Cell, other: Cell, far: int) -> list[tuple[int, int]]:
    """Where in a cell's neighbour an emblem touches the cell, ``far`` being the other end."""
    (x, y), (other_x, other_y) = xy(cell), xy(other)
    across = {-1: [far], 0: [0, far], 1: [0]}[other_x - x]
    down = {-1: [0], 0: [0, far], 1: [far]}[other_y - y]
    return [(right, low) for right in across for low in down]


def _hidden(
    view: View, cell: Cell, at: tuple[int, int], on: tuple[On, ...] | None, size: int
) -> int:
    """How much it matters what an emblem at a place in a cell lies on."""
    if cell in (framed for framed, _ in view.frames):
        return 5
    if on is None:
        # the coordinates of a gap stand in its lower half
        return 0 if cell not in view.gaps else 1 if at[1] == 0 else 3
    half = TAB * size / 2
    x, y = at[0] + half, at[1] + half
    near = half + PIECE * size
    things = (one for one in on if isinstance(one, PieceOn | TokenOn | DiscOn))
    return 4 if any(abs(t.x - x) < near and abs(t.y - y) < near for t in things) else 2
