"""What stands around the cells of a table: both axes, and signs to the gaps that lie outside."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from renderer import text
from renderer.scene import Align, Heading, Ink, Item, Label, Pointer
from renderer.view import View
from rules.analysis.sight import Window
from rules.geometry import xy

HIGH: Final = 1.25
"""The ems of a line."""

LEFT: Final = 1.9
RIGHT: Final = 0.6
TOP: Final = 0.6
BOTTOM: Final = 1.5
"""The margins of a table in ems: the axes are labelled on the left and at the bottom."""

ROOM: Final = 1.8
"""The ems that a sign takes at the left or the right."""

ARROW: Final = 0.62
"""The ems of the arrow of a sign."""


@dataclass(frozen=True, slots=True)
class Margins:
    """What a table leaves free around its cells, in ems."""

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
    """The margins of a view, wider where a sign says that gaps lie outside."""
    out = _beyond(view)
    return Margins(
        LEFT + (ROOM if Heading.LEFT in out else 0.0),
        HIGH + 0.2 if Heading.UP in out else TOP,
        RIGHT + (ROOM if Heading.RIGHT in out else 0.0),
        BOTTOM + (HIGH if Heading.DOWN in out else 0.0),
    )


def axes(window: Window, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """The columns under the table and the rows to its left, as many as there is room to name."""
    high = round(HIGH * em)
    bottom = top + window.rows * size + round(0.1 * em)
    widest = max(text.width(str(x), em, False) for x in (window.west, window.east))
    for x in _named(window.west, window.east, size, widest + em // 2):
        at = left + (x - window.west) * size + size // 2
        box = (at - 2 * em, bottom, 4 * em, high)
        yield Label(*box, str(x), em, Ink.CHALK, Ink.TABLE)
    for y in _named(window.south, window.north, size, high):
        at = top + (window.north - y) * size + (size - high) // 2
        box = (0, at, left - round(0.3 * em), high)
        yield Label(*box, str(y), em, Ink.CHALK, Ink.TABLE, Align.RIGHT)


def signs(view: View, left: int, top: int, size: int, em: int) -> Iterable[Item]:
    """How many gaps lie beyond each side, beside the table and nearest to where they are."""
    window = view.window
    wide, high, line = window.columns * size, window.rows * size, round(HIGH * em)
    arrow = round(ARROW * em)
    for way, places in sorted(_beyond(view).items()):
        words = str(len(places))
        written = text.width(words, em, True) + 4
        length = arrow + em // 5 + written
        x = left + round((_mean(x for x, _ in places) - window.west + 0.5) * size) - length // 2
        y = top + round((window.north - _mean(y for _, y in places) + 0.5) * size) - line // 2
        x = min(max(x, left), left + max(0, wide - length))
        y = min(max(y, top), top + max(0, high - line))
        match way:
            case Heading.UP:
                y = round(0.05 * em)
            case Heading.DOWN:
                y = top + high + round((BOTTOM - 0.15) * em)
            case Heading.RIGHT:
                x = left + wide + round(0.25 * em)
            case Heading.LEFT:
                x = round(0.25 * em)
        first, second = 0, length - written
        if way is Heading.RIGHT:
            first, second = length - arrow, 0
        yield Pointer(x + first, y + (line - arrow) // 2, arrow, way, Ink.GAP, Ink.TABLE)
        yield Label(x + second, y, written, line, words, em, Ink.GAP, Ink.TABLE, bold=True)


def _beyond(view: View) -> dict[Heading, list[tuple[int, int]]]:
    """The gaps outside the window by the side they lie beyond."""
    window = view.window
    out: dict[Heading, list[tuple[int, int]]] = {}
    for x, y in (xy(cell) for cell in view.gaps if not window.has(cell)):
        if x > window.east or x < window.west:
            out.setdefault(Heading.RIGHT if x > window.east else Heading.LEFT, []).append((x, y))
        else:
            out.setdefault(Heading.UP if y > window.north else Heading.DOWN, []).append((x, y))
    return out


def _mean(numbers: Iterable[int]) -> float:
    found: Sequence[int] = tuple(numbers)
    return sum(found) / len(found)


def _named(low: int, high: int, size: int, room: int) -> list[int]:
    """The numbers of an axis that can be written at their cells without touching."""
    step = next((step for step in (1, 2, 5, 10, 20) if step * size >= room), 50)
    return [n for n in range(low, high + 1) if n % step == 0]
