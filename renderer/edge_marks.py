"""Marks at the edge of a board for the spaces outside: an arrow, and the label if it is short."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from renderer import text
from renderer.scene import Heading, Ink, Item, Label, Panel, Pointer
from renderer.view import View
from rules.geometry import xy

HEIGHT_EMS: Final = 1.2
ARROW_EMS: Final = 0.62
PADDING_EMS: Final = 0.16
"""The height of a mark, its arrow, and the free space around both, in ems."""

REACH_EMS: Final = 0.3
"""The ems by which a mark lies outside the cells, up to the labels of rows and columns."""

RANK_EMS: Final = 0.6
MAX_RANKS: Final = 24
"""The ems between marks that have no room beside each other, and how often they step in."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

Exits: TypeAlias = tuple[tuple[Heading, int], ...]
"""The edges at which a mark may stand, the better first, each with the column or row on it."""


def edge_marks(view: View, left: int, top: int, size: int, em: int) -> Iterator[Item]:
    """The marks of the spaces outside a window whose cells begin at a corner.

    Each mark is where the way to its space leaves the window, or as near as there is room beside
    the spaces in the window, the newest tile and other marks: at another edge that the way crosses,
    or further in. Marks without a label are one if they would be in one place.
    """
    window = view.window
    edges = (left, top, left + window.columns * size, top + window.rows * size)
    newest = [cell for cell, _seat in view.frames[-1:]]
    taken = [
        (x, y, x + size, y + size)
        for x, y in (
            (left + (column - window.west) * size, top + (window.north - row) * size)
            for column, row in map(xy, filter(window.has, (*view.gaps, *newest)))
        )
    ]
    arrow, pad, high = (round(part * em) for part in (ARROW_EMS, PADDING_EMS, HEIGHT_EMS))
    for exits, label in _marks(view):
        written = text.width(label, em, True) + 2 if label else 0
        for rank, (way, at) in ((rank, each) for rank in range(MAX_RANKS) for each in exits):
            across = way in (Heading.LEFT, Heading.RIGHT)
            wide = arrow + 2 * pad + (written + pad if label else 0)
            tall = high if label or not across else wide
            middle = (top if across else left) + at * size + size // 2
            reach = round((REACH_EMS - rank * RANK_EMS) * em)
            box = _free_box(way, middle, (wide, tall), edges, taken, reach)
            if box is not None:
                taken.append(box)
                yield from _mark(way, label, box, em)
                break


def _marks(view: View) -> Sequence[tuple[Exits, str]]:
    """The exits and the label of each mark, in reading order."""
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
    way: Heading, middle: int, size: tuple[int, int], edges: Box, taken: Sequence[Box], reach: int
) -> Box | None:
    """The box of a mark nearest to the middle on an edge, that covers nothing; None without one."""
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
        if low <= begin <= high and all(b <= begin or begin + length <= a for a, b in spans)
    ]
    if not free:
        return None
    begin = min(free, key=lambda one: abs(one - start))
    x, y = (near, begin) if across else (begin, near)
    return x, y, x + wide, y + tall


def _mark(way: Heading, label: str, box: Box, em: int) -> Iterator[Item]:
    """A card with an arrow towards the edge, and the label on the other side."""
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
