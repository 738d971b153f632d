"""Charts about no single game: averages side by side as bars, and a ranking with uncertainties."""

from collections.abc import Sequence
from typing import Final

from renderer import text
from renderer.requests import BarRow, RankingRow
from renderer.scene import Align, Ink, Item, Label, Panel, Scene
from rules.variants import rulebook, starting_parts

WIDTH_PIXELS: Final = 900
EM_PIXELS: Final = 33
"""The width of a chart, and its em: 11 pixels on a phone."""
LABEL_WIDTH: Final = 290
VALUE_WIDTH: Final = 115
BAR_HEIGHT: Final = 35
ROW_GAP: Final = 20
OVERHANG: Final = 5
MARGIN: Final = 24
RANK_WIDTH: Final = 66
NAME_WIDTH: Final = 290
RATING_WIDTH: Final = 250
RANK_HEIGHT: Final = 68
"""The heights and widths of a chart's parts, in pixels."""
SERIES_INKS: Final = (Ink.AMBER, Ink.FAINT)
"""Colours of the first and the second series."""


def bars_scene(series: Sequence[str], rows: Sequence[BarRow]) -> Scene:
    """Bars under each other in the ink of their series, below the legend."""
    items: list[Item] = []
    x = MARGIN
    for name, ink in zip(series, SERIES_INKS, strict=False):
        width = min(text.width(name, EM_PIXELS, True) + 8, WIDTH_PIXELS // 2 - 2 * MARGIN)
        items.append(Panel(x, MARGIN, BAR_HEIGHT, BAR_HEIGHT, ink, radius=6))
        x += BAR_HEIGHT + 10
        shown = text.shorten(name, width, EM_PIXELS, True)
        items.append(
            _label(x, MARGIN - OVERHANG, width, BAR_HEIGHT + 2 * OVERHANG, shown, bold=True)
        )
        x += width + MARGIN
    most = max((value for row in rows for value in row.values if value is not None), default=0)
    room = WIDTH_PIXELS - 2 * MARGIN - LABEL_WIDTH - VALUE_WIDTH
    y = MARGIN + BAR_HEIGHT + ROW_GAP
    for row in rows:
        series_bars = zip(row.values, row.texts, SERIES_INKS, strict=False)
        bars = [(value, words, ink) for value, words, ink in series_bars if value is not None]
        high = BAR_HEIGHT * len(bars)
        label = text.shorten(row.label, LABEL_WIDTH - 10, EM_PIXELS, False)
        items.append(_label(MARGIN, y - OVERHANG, LABEL_WIDTH - 10, high + 2 * OVERHANG, label))
        for value, words, ink in bars:
            left = MARGIN + LABEL_WIDTH
            wide = bar_width(value, most, room)
            items.append(Panel(left, y + 2, wide, BAR_HEIGHT - 4, ink, radius=4))
            items.append(_label(left + wide + 8, y, VALUE_WIDTH - 8, BAR_HEIGHT, words))
            y += BAR_HEIGHT
        y += ROW_GAP
    return _scene(y, items)


def bar_width(value: float, most: float, room: int) -> int:
    """Pixels in proportion to ``most``, never invisible."""
    return max(3, round(room * value / most)) if most > 0 and value > 0 else 3


def ranking_scene(rows: Sequence[RankingRow]) -> Scene:
    """Each number as a dot on a common scale, within its uncertainty."""
    low = min(row.number - row.uncertainty for row in rows)
    high = max(row.number + row.uncertainty for row in rows)
    left = MARGIN + RANK_WIDTH + NAME_WIDTH
    room = WIDTH_PIXELS - MARGIN - RATING_WIDTH - left
    items: list[Item] = []
    y = MARGIN
    for row in rows:
        ink = Ink.CHALK if row.is_firm else Ink.FAINT
        dot = Ink.AMBER if row.is_firm else Ink.FAINT
        middle = y + RANK_HEIGHT // 2
        first, last, at = (
            left + rating_offset(number, low, high, room)
            for number in (
                row.number - row.uncertainty,
                row.number + row.uncertainty,
                row.number,
            )
        )
        name = text.shorten(row.name, NAME_WIDTH - 16, EM_PIXELS, row.is_firm)
        items += [
            Panel(MARGIN, y + RANK_HEIGHT - 2, WIDTH_PIXELS - 2 * MARGIN, 2, Ink.GRID),
            _label(MARGIN, y, RANK_WIDTH - 8, RANK_HEIGHT, row.place, ink),
            _label(
                MARGIN + RANK_WIDTH, y, NAME_WIDTH - 16, RANK_HEIGHT, name, ink, bold=row.is_firm
            ),
            Panel(first, middle - 3, max(6, last - first), 6, Ink.BRONZE, radius=3),
            Panel(at - 9, middle - 9, 18, 18, dot, radius=9),
            Label(
                WIDTH_PIXELS - MARGIN - RATING_WIDTH,
                y,
                RATING_WIDTH,
                RANK_HEIGHT,
                f"{row.number} ± {row.uncertainty}",
                EM_PIXELS,
                ink,
                Ink.TABLE,
                Align.RIGHT,
                row.is_firm,
            ),
        ]
        y += RANK_HEIGHT
    return _scene(y + MARGIN, items)


def rating_offset(number: int, low: int, high: int, room: int) -> int:
    """Pixels from the left of the scale."""
    return round(room * (number - low) / (high - low)) if high > low else room // 2


def _label(
    x: int, y: int, width: int, height: int, words: str, ink: Ink = Ink.CHALK, *, bold: bool = False
) -> Label:
    return Label(x, y, width, height, words, EM_PIXELS, ink, Ink.TABLE, Align.LEFT, bold)


def _scene(height: int, items: Sequence[Item]) -> Scene:
    # The inks are the same for all games.
    return Scene(rulebook(starting_parts()[0]), WIDTH_PIXELS, height, tuple(items))
