"""Frames around cells with the emblems of their seats, and numbers on cells."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from renderer import text
from renderer.anchors import PIECE_RADIUS
from renderer.blocks import Block
from renderer.scene import DiscOn, Frame, Ink, Item, Label, On, Panel, PieceOn, Tab, TokenOn
from renderer.view import View
from rules.geometry import Cell, cell_at, xy

TAB_SHARE: Final = 0.24
"""The side of the emblem beside a frame, as a share of a tile's side."""

MIN_TILE_PIXELS_WITH_TAB: Final = 48
"""The least size of tiles with an emblem beside frames."""

NUMERAL_EMS: Final = 1.7
"""The ems of a number on a cell, if the cell has room."""

CORNERS: Final = ((-1, 1), (1, 1), (-1, -1), (1, -1))
SIDES: Final = ((0, 1), (0, -1), (-1, 0), (1, 0))
"""The steps to the neighbouring cells: corners, the better places for an emblem, and sides."""


def frames(
    view: View,
    corner: Callable[[Cell], tuple[int, int]],
    standing: Mapping[Cell, tuple[On, ...]],
    size: int,
) -> Iterator[Item]:
    """Frames with emblems beside them where they cover least.

    ``standing``: things on each visible tile. Of several frames only the newest tile's is strong,
    and on top; cells to choose are framed alike.
    """
    shown = [(cell, seat) for cell, seat in view.frames if view.window.has(cell)]
    newest = view.frames[-1:]
    for cell, seat in shown:
        strong = (cell, seat) in newest and (view.shows_emblems or len(shown) == 1)
        yield Frame(*corner(cell), size, view.players.colour(seat), strong)
    if size < MIN_TILE_PIXELS_WITH_TAB or not view.shows_emblems:
        return
    tab = round(TAB_SHARE * size)
    for cell, seat in shown:
        x, y = xy(cell)
        around = [cell_at(x + right, y + up) for right, up in (*CORNERS, *SIDES)]
        places = [
            (_cover_cost(view, other, spot, standing.get(other), size), n, other, spot)
            for n, other in enumerate(around)
            if view.window.has(other)
            for spot in _tab_positions(cell, other, size - tab)
        ]
        if places:
            _, _, other, (right, down) = min(places)
            left, top = corner(other)
            yield Tab(left + right, top + down, tab, view.players.colour(seat))


def numerals(
    view: View, corner: Callable[[Cell], tuple[int, int]], size: int, em: int
) -> Iterator[Item]:
    high = round(min(max(NUMERAL_EMS * em, 0.4 * size), 0.9 * size))
    for cell, words in view.numerals.items():
        if view.window.has(cell):
            block = numeral(words, high, size)
            x, y = corner(cell)
            yield from block.flat(x + (size - block.width) // 2, y + (size - block.height) // 2)


def numeral(words: str, high: int, room: int) -> Block:
    """Numbers on a rounded card, at most ``room`` wide."""
    em = round(0.66 * high)
    while em > 1 and text.width(words, em, True) > room - high // 3:
        em -= 1
    wide = min(room, max(high, text.width(words, em, True) + high // 2))
    return Block(
        wide,
        high,
        (
            Panel(-1, -1, wide + 2, high + 2, Ink.DARK, radius=high // 2 + 1),
            Panel(0, 0, wide, high, Ink.PAPER, radius=high // 2),
            Label(0, 0, wide, high, words, em, Ink.DARK, Ink.PAPER, bold=True),
        ),
    )


def _tab_positions(cell: Cell, other: Cell, far: int) -> list[tuple[int, int]]:
    """Positions in a neighbour where an emblem touches the cell; ``far`` is the far end."""
    (x, y), (other_x, other_y) = xy(cell), xy(other)
    across = {-1: [far], 0: [0, far], 1: [0]}[other_x - x]
    down = {-1: [0], 0: [0, far], 1: [far]}[other_y - y]
    return [(right, low) for right in across for low in down]


def _cover_cost(
    view: View, cell: Cell, position: tuple[int, int], on: tuple[On, ...] | None, size: int
) -> int:
    """The cost of an emblem at a position in a cell; higher is worse."""
    if cell in (framed for framed, _ in view.frames):
        return 5
    if on is None:
        # a gap's coordinates stand in its lower half
        return 0 if cell not in view.gaps else 1 if position[1] == 0 else 3
    half = TAB_SHARE * size / 2
    x, y = position[0] + half, position[1] + half
    near = half + PIECE_RADIUS * size
    things = (item for item in on if isinstance(item, PieceOn | TokenOn | DiscOn))
    return 4 if any(abs(t.x - x) < near and abs(t.y - y) < near for t in things) else 2
