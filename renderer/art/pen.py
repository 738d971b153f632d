"""A pen for small upright pictures: a box of 100 by 100, drawn large and reduced once."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from renderer.art.curves import Point, oval, ribbon, smooth

Rgba: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]

OVERSAMPLING: Final = 4
DARK: Final[Rgba] = (40, 30, 24)


def shade(ink: Rgba, by: int) -> Rgba:
    """Make a colour lighter, or darker if ``by`` is negative."""
    red, green, blue = (min(255, max(0, part + by)) for part in ink[:3])
    return red, green, blue


class Pen:
    """Draws smooth shapes with a dark contour on a clear ground."""

    def __init__(self, px: int, edge: float = 2.4, high: float = 100.0) -> None:
        self._px = max(1, px)
        self._unit = self._px * OVERSAMPLING / 100
        self._edge = edge
        tall = max(1, round(self._px * high / 100))
        self._image = Image.new(
            "RGBA", (self._px * OVERSAMPLING, tall * OVERSAMPLING), (0, 0, 0, 0)
        )
        self._draw = ImageDraw.Draw(self._image)

    def poly(self, points: Sequence[Point], ink: Rgba, edge: float | None = None) -> None:
        """A polygon; ``edge`` is the width of its contour, 0 for none."""
        self._fill(points, ink, edge)

    def blob(self, points: Sequence[Point], ink: Rgba, edge: float | None = None) -> None:
        """A smooth closed shape through the points."""
        self._fill(smooth(points, 8), ink, edge)

    def oval(self, at: Point, rx: float, ry: float, ink: Rgba, edge: float | None = None) -> None:
        """An ellipse."""
        self._fill(oval(at, rx, ry, 40), ink, edge)

    def line(
        self, points: Sequence[Point], width: float, ink: Rgba, edge: float | None = None
    ) -> None:
        """A line with round ends."""
        edge = self._edge if edge is None else edge
        if edge:
            self._stroke(points, width + 2 * edge, DARK)
        self._stroke(points, width, ink)

    def done(self) -> Image.Image:
        """The finished picture."""
        return self._image.reduce(OVERSAMPLING)

    def _fill(self, points: Sequence[Point], ink: Rgba, edge: float | None) -> None:
        edge = self._edge if edge is None else edge
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        self._draw.polygon(scaled, fill=ink)
        if edge:
            # half of the contour lies outside the shape, as ink does
            self._stroke([*points, points[0]], edge, DARK)

    def _stroke(self, points: Sequence[Point], width: float, ink: Rgba) -> None:
        reach = width / 2
        for x, y in points:
            box = (x - reach, y - reach, x + reach, y + reach)
            self._draw.ellipse([part * self._unit for part in box], fill=ink)
        for start, end in pairwise(points):
            band = ribbon((start, end), width)
            self._draw.polygon([(x * self._unit, y * self._unit) for x, y in band], fill=ink)
