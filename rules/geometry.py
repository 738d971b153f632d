"""Cells, sides, border points and quarter turns of a board of square tiles.

A **cell** is one integer: a step to the next cell is one addition, and everything in a cell is
addressed by an offset. ``cell + p`` is its *joint* at border point ``p`` (0 to 11), ``cell + i``
the *spot* of the ``i``-th zone of its tile. x grows to the east and y to the north; the start tile
lies at ``0 0``.
"""

from enum import IntEnum
from typing import Final, TypeAlias

Cell: TypeAlias = int
Joint: TypeAlias = int
Spot: TypeAlias = int

ROW_STRIDE: Final = 512
SLOTS_PER_CELL: Final = 16
PORT_MASK: Final = SLOTS_PER_CELL - 1
"""The bits of a joint that hold its border point; the other bits are its cell."""
HALO_PORT: Final = 12
"""The joint number that stands for an empty cell as a whole."""
MAX_COORDINATE: Final = 250
"""The largest coordinate in the notation."""
MAX_CELL_COORDINATE: Final = ROW_STRIDE // 2 - 1
"""The largest coordinate that a cell can have."""


class Side(IntEnum):
    """A side of a tile, clockwise from the north."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


def cell_at(x: int, y: int) -> Cell:
    """Column and row, both from -MAX_COORDINATE to MAX_COORDINATE."""
    return (y * ROW_STRIDE + x) * SLOTS_PER_CELL


def xy(cell: Cell) -> tuple[int, int]:
    """Column and row of a cell, or of the cell of a spot or joint."""
    n = cell // SLOTS_PER_CELL
    x = (n + ROW_STRIDE // 2) % ROW_STRIDE - ROW_STRIDE // 2
    return x, (n - x) // ROW_STRIDE


def cell_of(spot: Spot) -> Cell:
    return spot - spot % SLOTS_PER_CELL


def reading_order(spot: Spot) -> tuple[int, int, int]:
    """Sort key: from west to east, from south to north, by letter."""
    return (*xy(spot), spot % SLOTS_PER_CELL)


CROSS: Final = (cell_at(0, 1), cell_at(1, 0), cell_at(0, -1), cell_at(-1, 0))
"""Steps to the four neighbours, in the order of the sides."""

RING: Final = tuple(
    cell_at(x, y) for x, y in ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
)
"""Steps to the eight cells around, clockwise from the north."""

FACING: Final = tuple(3 * ((p // 3 + 2) % 4) + 2 - p % 3 for p in range(12))
"""The neighbour's border point that meets each border point: 0 meets 8, 1 meets 7 …"""

ACROSS: Final = tuple(CROSS[p // 3] + FACING[p] for p in range(12))
"""The offset from a cell to the neighbour's joint at each border point."""


def turned_port(port: int, quarters: int) -> int:
    return (port + 3 * quarters) % 12
