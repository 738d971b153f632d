"""A pen for small upright pictures in a box of 100 by 100; colours (`Rgba`) and their shades."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from renderer.art.curves import Point, oval, smooth, straight_ribbon

Rgba: TypeAlias = tuple[int, int, int] | tuple[int, int, int, int]

OVERSAMPLING: Final = 4
DARK: Final[Rgba] = (40, 30, 24)

LIGHT_SHARE: Final = 0.5
"""The share of white in the edges of wood that face the light."""
SHADE_SHARE: Final = 0.42
"""The share of black in the sides of wood that face away from the light."""
THICKNESS: Final = 5.0
"""The depth of a piece of wood below its face, in the pen's box."""
BEVEL_WIDTH: Final = 3.4
"""The width of the lit edge of a piece of wood, in the pen's box."""


def shade(ink: Rgba, by: int) -> Rgba:
    """Make a colour lighter, or darker for a negative ``by``."""
    red, green, blue = (min(255, max(0, part + by)) for part in ink[:3])
    return red, green, blue


def lit(ink: Rgba) -> tuple[int, int, int]:
    """Painted wood's edge that faces the light."""
    red, green, blue = (round(part + (255 - part) * LIGHT_SHARE) for part in ink[:3])
    return red, green, blue


def unlit(ink: Rgba) -> tuple[int, int, int]:
    """Painted wood's side away from the light."""
    red, green, blue = (round(part * (1 - SHADE_SHARE)) for part in ink[:3])
    return red, green, blue


class Pen:
    """A pen for smooth shapes with a dark contour on a clear ground.

    ``edge``: width of the contour, ``margin``: room around the box.
    """

    def __init__(
        self, px: int, edge: float = 2.4, high: float = 100.0, margin: float = 0.0
    ) -> None:
        self._px = max(1, px)
        self._margin = margin
        self._unit = self._px * OVERSAMPLING / (100 + 2 * margin)
        self._edge = edge
        tall = max(1, round(self._px * high / 100))
        self._image = Image.new(
            "RGBA", (self._px * OVERSAMPLING, tall * OVERSAMPLING), (0, 0, 0, 0)
        )
        self._draw = ImageDraw.Draw(self._image)

    def poly(self, points: Sequence[Point], ink: Rgba, edge: float | None = None) -> None:
        """``edge``: width of the contour, 0 for none."""
        self._fill(points, ink, edge)

    def blob(self, points: Sequence[Point], ink: Rgba, edge: float | None = None) -> None:
        """A smooth closed shape through the points."""
        self._fill(smooth(points, 8), ink, edge)

    def oval(self, at: Point, rx: float, ry: float, ink: Rgba, edge: float | None = None) -> None:
        self._fill(oval(at, rx, ry, 40), ink, edge)

    def line(
        self, points: Sequence[Point], width: float, ink: Rgba, edge: float | None = None
    ) -> None:
        edge = self._edge if edge is None else edge
        if edge:
            self._stroke(points, width + 2 * edge, DARK)
        self._stroke(points, width, ink)

    def wood(
        self, outlines: Sequence[Sequence[Point]], ink: Rgba, thickness: float = THICKNESS
    ) -> None:
        """Draw one piece of painted wood from overlapping outlines.

        Light falls from the upper left: edges there are lit, sides below dark.
        """
        sides = [
            [(x + part * thickness * 0.5, y + part * thickness) for x, y in outline]
            for outline in outlines
            for part in (1.0, 0.75, 0.5, 0.25, 0.0)
        ]
        for side in sides:
            self._stroke([*side, side[0]], 2 * self._edge, DARK)
        for side in sides:
            self._fill(side, unlit(ink), 0)
        face = Image.new("L", self._image.size)
        draw = ImageDraw.Draw(face)
        for outline in outlines:
            draw.polygon(self._scaled(outline), fill=255)
        self._image.paste(ink, (0, 0), face)
        bevel = max(1, round(BEVEL_WIDTH * self._unit))
        moved = ImageChops.offset(face, bevel * 2 // 3, bevel)
        self._image.paste(lit(ink), (0, 0), ImageChops.subtract(face, moved))

    def done(self) -> Image.Image:
        return self._image.reduce(OVERSAMPLING)

    def _fill(self, points: Sequence[Point], ink: Rgba, edge: float | None) -> None:
        edge = self._edge if edge is None else edge
        self._draw.polygon(self._scaled(points), fill=ink)
        if edge:
            # half of the contour lies outside the shape, as ink does
            self._stroke([*points, points[0]], edge, DARK)

    def _stroke(self, points: Sequence[Point], width: float, ink: Rgba) -> None:
        reach = width / 2
        for x, y in points:
            corners = ((x - reach, y - reach), (x + reach, y + reach))
            self._draw.ellipse(self._scaled(corners), fill=ink)
        for start, end in pairwise(points):
            self._draw.polygon(self._scaled(straight_ribbon(start, end, width)), fill=ink)

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        margin, unit = self._margin, self._unit
        return [((x + margin) * unit, (y + margin) * unit) for x, y in points]
