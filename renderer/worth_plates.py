"""The points of areas on a board: a plate on each, where it covers least."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import hypot
from typing import Final, TypeAlias

from renderer import text
from renderer.scene import Ink, Item, Label, On, Panel, PieceOn
from renderer.view import View
from rules.geometry import Cell, Spot, cell_of

HEIGHT_EMS: Final = 1.15
SIDES_EMS: Final = 0.45
"""The height of a plate, and its width beyond its text, in ems."""

COVERED_PLATE_COST: Final = 20.0
COVERED_PIECE_COST: Final = 4.0
"""The cost of covering another plate or a piece, in tiles away from the middle of the area."""

Box: TypeAlias = tuple[int, int, int, int]


def worth_plates(
    view: View,
    standing: Mapping[Cell, tuple[On, ...]],
    corner: Callable[[Cell], tuple[int, int]],
    middle: Callable[[Spot], tuple[int, int]],
    size: int,
    em: int,
) -> Iterator[Item]:
    """The plates of the areas of a view, small areas first, as these have the least room.

    ``standing`` are the things on each visible tile, ``corner`` and ``middle`` the places of cells
    and of spots in the picture.
    """
    pieces = [
        (left + thing.x, top + thing.y)
        for cell, things in standing.items()
        for left, top in (corner(cell),)
        for thing in things
        if isinstance(thing, PieceOn)
    ]
    taken: list[Box] = []
    for spots, words in sorted(view.worths.items(), key=lambda worth: len(worth[0])):
        points = [middle(spot) for spot in spots if view.window.has(cell_of(spot))]
        if not points:
            continue
        wide, high = text.width(words, em, True) + round(SIDES_EMS * em), round(HEIGHT_EMS * em)
        wide = max(wide, high)
        x, y = _best_point(points, (wide, high), taken, pieces, size)
        left, top = x - wide // 2, y - high // 2
        taken.append((left, top, left + wide, top + high))
        yield Panel(left - 1, top - 1, wide + 2, high + 2, Ink.DARK, radius=high // 3 + 1)
        yield Panel(left, top, wide, high, Ink.PAPER, radius=high // 3)
        yield Label(left, top, wide, high, words, em, Ink.DARK, Ink.PAPER, bold=True)


def _best_point(
    points: Sequence[tuple[int, int]],
    plate: tuple[int, int],
    taken: Sequence[Box],
    pieces: Sequence[tuple[int, int]],
    size: int,
) -> tuple[int, int]:
    """The point for the middle of a plate that covers least, near the middle of its area."""
    across = sum(x for x, _ in points) / len(points)
    along = sum(y for _, y in points) / len(points)
    wide, high = plate

    def cost(point: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        x, y = point
        left, top, right, bottom = x - wide // 2, y - high // 2, x + wide // 2, y + high // 2
        plates = sum(
            left < box[2] and box[0] < right and top < box[3] and box[1] < bottom for box in taken
        )
        reach = size // 6
        covered = sum(
            left - reach < a < right + reach and top - reach < b < bottom + reach for a, b in pieces
        )
        away = hypot(x - across, y - along) / size
        return COVERED_PLATE_COST * plates + COVERED_PIECE_COST * covered + away, point

    return min(points, key=cost)
