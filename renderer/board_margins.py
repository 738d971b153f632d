"""The margins of a board: both axes, the legend, and marks for the spaces outside."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

from renderer import text
from renderer.blocks import Block, in_a_row
from renderer.scene import Align, Frame, Heading, Ink, Item, Label, Panel, Pointer
from renderer.view import View
from rules.analysis.viewport import Window
from rules.game import Game
from rules.geometry import Cell, cell_of, xy

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
    """Margins around the cells, in ems; ``legend`` is a line across the picture."""

    left: float
    top: float
    right: float
    bottom: float
    legend: float = 0.0

    @property
    def across(self) -> float:
        return self.left + self.right

    @property
    def along(self) -> float:
        return self.top + self.bottom


def margins(view: View) -> Margins:
    """Labels of large tiles stand further away, clear of any frame."""
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
    """Ems between cells of ``tile`` ems and the labels of rows, and of columns."""
    reach = FRAME_SHARE * tile
    return (
        max(ROW_GAP_EMS, reach + FRAME_GAP_EMS),
        max(COLUMN_GAP_EMS, reach - LABEL_TOP_EMS),
    )


def legend_block(view: View, width: int, em: int) -> Block:
    """The marks, each with its text, in one line."""
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
    """Labels of columns below and rows on the left, as many as fit."""
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
    step = next((step for step in (1, 2, 5, 10, 20) if step * size >= room), 50)
    return [n for n in range(low, high + 1) if n % step == 0]


HEIGHT_EMS: Final = 1.2
ARROW_EMS: Final = 0.62
PADDING_EMS: Final = 0.16
"""The height of a mark, its arrow, and the free space around both, in ems."""

REACH_EMS: Final = 0.3
"""The ems by which a mark lies outside the cells, up to the labels of rows and columns."""

RANK_EMS: Final = 0.6
MAX_RANKS: Final = 24
"""The ems between marks that have no room beside each other, and how often they step in."""

MAX_MARKS: Final = 8
"""The most marks of which each stands for one space."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

Exits: TypeAlias = tuple[tuple[Heading, int], ...]
"""The edges at which a mark may stand, the better first, each with the column or row on it."""


Mark: TypeAlias = tuple[Exits, str]
"""The exits of one space outside or several, and the label."""


def edge_marks(
    game: Game, view: View, left: int, top: int, size: int, em: int, beyond: int = 0
) -> Iterator[Item]:
    """Marks of the spaces outside a window whose cells begin at (left, top).

    A mark is where the way to its space leaves the window, or at most two cells away; it covers a
    tile only if there is no other room, one with pieces last, and never a space or the newest tile.
    Where there are many, or not all have room, consecutive numbers share a mark ("5–9"), which may
    be further away and, if there is still no room, further in. Unlabelled marks at one place are
    one. ``beyond``: free pixels right of the cells.
    """
    window = view.window
    right, bottom = left + window.columns * size, top + window.rows * size
    edges = {way: (left, top, right, bottom) for way in Heading}
    for way in (Heading.UP, Heading.DOWN):
        edges[way] = (left, top, right + beyond, bottom)

    def boxes(cells: Iterable[Cell]) -> list[Box]:
        corners = (
            (left + (x - window.west) * size, top + (window.north - y) * size)
            for x, y in map(xy, filter(window.has, cells))
        )
        return [(x, y, x + size, y + size) for x, y in corners]

    free = boxes((*view.gaps, *(cell for cell, _seat in view.frames[-1:])))
    held = boxes({cell_of(piece.spot) for piece in game.board.pieces()})
    kept = ([*free, *boxes(game.board.tiles)], [*free, *held], free)
    marks, around = _marks(view), right - left + bottom - top
    runs = _runs(marks)
    each = [(marks, (1, 2 * size))] * (len(marks) <= MAX_MARKS)
    for some, most in (*each, (runs, (1, around)), (runs, (MAX_RANKS, around))):
        placed = list(_placed(some, edges, kept, size, em, most))
        if len(placed) == len(some):
            break
    for way, label, box in placed:
        yield from _mark(way, label, box, em)


def _placed(
    marks: Sequence[Mark],
    edges: Mapping[Heading, Box],
    kept: Sequence[Sequence[Box]],
    size: int,
    em: int,
    most: tuple[int, int],
) -> Iterator[tuple[Heading, str, Box]]:
    """Edge, label and box of each mark that has room.

    ``kept``: what a mark does not cover, then what it does not cover even if it has no room, and
    so on. ``most``: ranks that they step in, and pixels that they move along the edge.
    """
    arrow, pad, high = (round(part * em) for part in (ARROW_EMS, PADDING_EMS, HEIGHT_EMS))
    others: list[Box] = []
    for exits, label in marks:
        written = text.width(label, em, True) + 2 if label else 0
        wide = arrow + 2 * pad + (written + pad if label else 0)
        for taken, rank, (way, at) in product(kept, range(most[0]), exits):
            across = way in (Heading.LEFT, Heading.RIGHT)
            tall = high if label or not across else wide
            left, top, *_ = edges[way]
            middle = (top if across else left) + at * size + size // 2
            reach = round((REACH_EMS - rank * RANK_EMS) * em)
            box = _free_box(
                way, middle, (wide, tall), edges[way], [*taken, *others], reach, most[1]
            )
            if box is not None:
                others.append(box)
                yield way, label, box
                break


def _runs(marks: Sequence[Mark]) -> Sequence[Mark]:
    """Join marks of consecutive numbers that leave by the same edge.

    Spaces above or below leave there: they have the first numbers, or the last.
    """
    runs: list[list[Mark]] = []
    for ways, label in marks:
        exits = tuple(sorted(ways, key=lambda way: way[0] in (Heading.LEFT, Heading.RIGHT)))
        if runs and label.isdecimal():
            (last, *_), before = runs[-1][-1]
            if before.isdecimal() and int(label) == int(before) + 1 and last[0] is exits[0][0]:
                runs[-1].append((exits, label))
                continue
        runs.append([(exits, label)])
    return [run[0] if len(run) == 1 else _joined(run) for run in runs]


def _joined(run: Sequence[Mark]) -> Mark:
    """One mark at an edge by which all of a run leave."""
    common = set.intersection(*({way for way, _at in exits} for exits, _label in run))
    middle, _label = run[len(run) // 2]
    exits = tuple(one for one in middle if one[0] in common)
    return exits, f"{run[0][1]}–{run[-1][1]}"


def _marks(view: View) -> Sequence[Mark]:
    window = view.window
    found: dict[tuple[Exits, str], None] = {}
    for cell in view.gaps:
        if not window.has(cell):
            x, y = xy(cell)
            right = max(x - window.east, 0) - max(window.west - x, 0)
            up = max(y - window.north, 0) - max(window.south - y, 0)
            row = window.north - min(max(y, window.south), window.north)
            column = min(max(x, window.west), window.east) - window.west
            beside = (Heading.RIGHT if right > 0 else Heading.LEFT, row)
            above = (Heading.UP if up > 0 else Heading.DOWN, column)
            exits = ((beside, abs(right)), (above, abs(up)))
            ordered = sorted(exits, key=lambda each: -each[1])
            ways = tuple(each for each, distance in ordered if distance)
            label = view.gap_labels.get(cell, "")
            found[ways if label else ways[:1], label] = None
    return tuple(found)


def _free_box(
    way: Heading,
    middle: int,
    size: tuple[int, int],
    edges: Box,
    taken: Sequence[Box],
    reach: int,
    farthest: int,
) -> Box | None:
    """A box on an edge that covers nothing; None if too far from the middle."""
    wide, tall = size
    left, top, right, bottom = edges
    across = way in (Heading.LEFT, Heading.RIGHT)
    length = tall if across else wide
    low, high = (top, bottom - length) if across else (left, right - length)
    start = min(max(middle - length // 2, low), high)
    near = {Heading.LEFT: left - reach, Heading.RIGHT: right - wide + reach}.get(way)
    if near is None:
        near = top - reach if way is Heading.UP else bottom - tall + reach
    far = near + (wide if across else tall)
    # What is taken on the line of the mark: where it begins and ends along the edge.
    spans = [
        (box[1], box[3]) if across else (box[0], box[2])
        for box in taken
        if box[0 if across else 1] < far and near < box[2 if across else 3]
    ]
    begins = [start, *(end for span in spans for end in (span[0] - length, span[1]))]
    free = [
        begin
        for begin in begins
        if low <= begin <= high
        and abs(begin - start) <= farthest
        and all(b <= begin or begin + length <= a for a, b in spans)
    ]
    if not free:
        return None
    begin = min(free, key=lambda one: abs(one - start))
    x, y = (near, begin) if across else (begin, near)
    return x, y, x + wide, y + tall


def _mark(way: Heading, label: str, box: Box, em: int) -> Iterator[Item]:
    x, y, right, bottom = box
    wide, tall = right - x, bottom - y
    arrow, pad, radius = round(ARROW_EMS * em), round(PADDING_EMS * em), round(0.3 * em)
    yield Panel(x - 1, y - 1, wide + 2, tall + 2, Ink.DARK, radius=radius + 1)
    yield Panel(x, y, wide, tall, Ink.GAP, radius=radius)
    first = right - pad - arrow if way is Heading.RIGHT and label else x + pad
    yield Pointer(first, y + (tall - arrow) // 2, arrow, way, Ink.DARK, Ink.GAP)
    if label:
        begin = x + pad if way is Heading.RIGHT else x + 2 * pad + arrow
        room = wide - arrow - 3 * pad
        yield Label(begin, y, room, tall, label, em, Ink.DARK, Ink.GAP, bold=True)
