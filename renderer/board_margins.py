"""The margins of a board: both axes, and the legend."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from renderer import text
from renderer.blocks import Block, in_a_row
from renderer.scene import Align, Frame, Ink, Item, Label, Panel
from renderer.view import View
from rules.analysis.viewport import Window

LINE_EMS: Final = 1.25
"""The ems of a line of text."""

LEFT_EMS: Final = 1.9
RIGHT_EMS: Final = 0.6
TOP_EMS: Final = 0.6
BOTTOM_EMS: Final = 1.5
"""The margins of a board in ems; the axes are on the left and at the bottom."""

ROW_GAP_EMS: Final = 0.3
COLUMN_GAP_EMS: Final = 0.25
"""The ems between the cells and the labels of rows, and of columns."""

FRAME_SHARE: Final = 0.1
"""The reach of the strong frame beyond its cell, as a share of the cell's side."""

FRAME_GAP_EMS: Final = 0.1
"""The ems between a frame and the label of its row."""

LABEL_TOP_EMS: Final = 0.2
"""The ems of a line above its figures, into which a frame may reach."""

PICTURE_EMS: Final = 28
MAX_TILE_EMS: Final = 11
"""The ems of the cells of a picture, and of the largest tile."""

LEGEND_EMS: Final = 1.9
"""The ems of the line with the legend, above the board."""

LEGEND_MARK_EMS: Final = 1.2
"""The side of a mark in the legend, in ems."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The margins around the cells of a board, in ems; ``legend`` is a line across the picture."""

    left: float
    top: float
    right: float
    bottom: float
    legend: float = 0.0

    @property
    def across(self) -> float:
        """The left and right margins together."""
        return self.left + self.right

    @property
    def along(self) -> float:
        """The top and bottom margins together."""
        return self.top + self.bottom


def margins(view: View) -> Margins:
    """The margins of a view; labels of large tiles stand further away, clear of any frame."""
    longer = max(view.window.columns, view.window.rows)
    beside, below = _label_gaps(min(MAX_TILE_EMS, PICTURE_EMS / longer))
    return Margins(
        LEFT_EMS + beside - ROW_GAP_EMS,
        TOP_EMS,
        RIGHT_EMS,
        BOTTOM_EMS + below - COLUMN_GAP_EMS,
        LEGEND_EMS if view.legend is not None else 0.0,
    )


def _label_gaps(tile: float) -> tuple[float, float]:
    """The ems between cells of ``tile`` ems and the labels of rows, and of columns."""
    reach = FRAME_SHARE * tile
    return (
        max(ROW_GAP_EMS, reach + FRAME_GAP_EMS),
        max(COLUMN_GAP_EMS, reach - LABEL_TOP_EMS),
    )


def legend_block(view: View, width: int, em: int) -> Block:
    """The marks of a view, each with its text, in one line of a width."""
    legend, high, mark = view.legend, round(LEGEND_EMS * em), round(LEGEND_MARK_EMS * em)
    if legend is None:
        return Block(width, 0)
    top = (high - mark) // 2
    samples: list[tuple[Item, str]] = []
    if any(map(view.window.has, view.gaps)):
        samples.append((Panel(0, top, mark, mark, Ink.GAP, radius=max(2, mark // 8)), legend.gap))
    for cell, seat in view.frames[-1:]:
        if view.window.has(cell):
            # the frame lies around its cell, and the mark is as large as the whole frame
            inner = mark - 2 * max(4, mark // 5)
            inset = (mark - inner) // 2
            colour = view.players.colour(seat)
            samples.append((Frame(inset, top + inset, inner, colour), legend.newest))
    room = (width - em) // max(1, len(samples)) - mark - 2 * em
    blocks = []
    for item, words in samples:
        written = text.shorten(words, room, em, False)
        wide = text.width(written, em, False) + 4
        label = Label(mark + em // 2, 0, wide, high, written, em, Ink.CHALK, Ink.TABLE, Align.LEFT)
        blocks.append(Block(mark + em // 2 + wide, high, (item, label)))
    row = in_a_row(blocks, round(1.5 * em))
    return Block(width, high, blocks=(((width - row.width) // 2, 0, row),))


def axes(window: Window, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """The labels of columns below the board and of rows on its left, as many as fit."""
    high = round(LINE_EMS * em)
    beside, below = (round(gap * em) for gap in _label_gaps(size / em))
    end, bottom = left - beside, top + window.rows * size + below
    widest = max(text.width(text.signed_number(x), em, False) for x in (window.west, window.east))
    for x in _axis_numbers(window.west, window.east, size, widest + em // 2):
        offset = left + (x - window.west) * size + size // 2
        box = (offset - 2 * em, bottom, 4 * em, high)
        yield Label(*box, text.signed_number(x), em, Ink.CHALK, Ink.TABLE)
    for y in _axis_numbers(window.south, window.north, size, high):
        offset = top + (window.north - y) * size + (size - high) // 2
        box = (0, offset, end, high)
        yield Label(*box, text.signed_number(y), em, Ink.CHALK, Ink.TABLE, Align.RIGHT)


def _axis_numbers(low: int, high: int, size: int, room: int) -> list[int]:
    """The numbers of an axis that can be written without touching each other."""
    step = next((step for step in (1, 2, 5, 10, 20) if step * size >= room), 50)
    return [n for n in range(low, high + 1) if n % step == 0]
