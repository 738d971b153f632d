"""The rim of a table: both axes, and signs to the gaps that lie outside."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from renderer import text
from renderer.scene import Align, Heading, Ink, Item, Label, Pointer
from renderer.view import View
from rules.analysis.viewport import Window
from rules.geometry import xy

LINE_EMS: Final = 1.25
"""The ems of a line."""

LEFT_EMS: Final = 1.9
RIGHT_EMS: Final = 0.6
TOP_EMS: Final = 0.6
BOTTOM_EMS: Final = 1.5
"""The margins of a table in ems: the axes are labelled on the left and at the bottom."""

ARROW_EMS: Final = 0.62
"""The ems of the arrow of a sign."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The free margins of a table around its cells, in ems."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def across(self) -> float:
        """On the left and on the right together."""
        return self.left + self.right

    @property
    def along(self) -> float:
        """Above and below together."""
        return self.top + self.bottom


def margins(view: View) -> Margins:
    """The margins of a view, with a line above where signs say that gaps lie outside."""
    above = any(way is not Heading.DOWN for way in _count_gaps_outside(view))
    return Margins(LEFT_EMS, LINE_EMS + 0.2 if above else TOP_EMS, RIGHT_EMS, BOTTOM_EMS)


def axes(window: Window, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """The columns under the table and the rows to its left, as many as there is room to name."""
    high = round(LINE_EMS * em)
    bottom = top + window.rows * size + round(0.1 * em)
    widest = max(text.width(str(x), em, False) for x in (window.west, window.east))
    for x in _axis_numbers(window.west, window.east, size, widest + em // 2):
        at = left + (x - window.west) * size + size // 2
        box = (at - 2 * em, bottom, 4 * em, high)
        yield Label(*box, str(x), em, Ink.CHALK, Ink.TABLE)
    for y in _axis_numbers(window.south, window.north, size, high):
        at = top + (window.north - y) * size + (size - high) // 2
        box = (0, at, left - round(0.3 * em), high)
        yield Label(*box, str(y), em, Ink.CHALK, Ink.TABLE, Align.RIGHT)


def outside_signs(view: View, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """How many gaps lie beyond each side, in corners that nothing else needs.

    Those in the south at the foot of the rows, the others in a line above the table.
    """
    wide, line, arrow = view.window.columns * size, round(LINE_EMS * em), round(ARROW_EMS * em)
    for way, number in sorted(_count_gaps_outside(view).items()):
        words = str(number)
        written = text.width(words, em, True) + 4
        length = arrow + em // 5 + written
        x, y = {
            Heading.LEFT: (round(0.3 * em), round(0.05 * em)),
            Heading.UP: (left + (wide - length) // 2, round(0.05 * em)),
            Heading.RIGHT: (left + wide - length, round(0.05 * em)),
            Heading.DOWN: (round(0.3 * em), top + view.window.rows * size + round(0.1 * em)),
        }[way]
        first, second = 0, length - written
        if way is Heading.RIGHT:
            first, second = length - arrow, 0
        yield Pointer(x + first, y + (line - arrow) // 2, arrow, way, Ink.GAP, Ink.TABLE)
        yield Label(x + second, y, written, line, words, em, Ink.GAP, Ink.TABLE, bold=True)


def _count_gaps_outside(view: View) -> Counter[Heading]:
    """How many gaps are outside the window, by the side they lie beyond."""
    window = view.window
    out = Counter[Heading]()
    for x, y in (xy(cell) for cell in view.gaps if not window.has(cell)):
        if x > window.east or x < window.west:
            out[Heading.RIGHT if x > window.east else Heading.LEFT] += 1
        else:
            out[Heading.UP if y > window.north else Heading.DOWN] += 1
    return out


def _axis_numbers(low: int, high: int, size: int, room: int) -> list[int]:
    """The numbers of an axis that can be written at their cells without touching."""
    step = next((step for step in (1, 2, 5, 10, 20) if step * size >= room), 50)
    return [n for n in range(low, high + 1) if n % step == 0]
