"""A map of a tile's zones on a small grid: shapes drawn in, open land assigned; its check.

Contradictions to the tile's data are listed.
"""

import re
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from renderer.art.curves import CORNERS, Line, port_point, scale_points
from renderer.art.drawing import Extent
from renderer.art.look import Look
from rules.tiles import Zone

MAP_PIXELS: Final = 96
"""The width of a zone map in pixels."""
UNASSIGNED: Final = 255
"""The number of land not assigned to a zone; the corners that masses leave stay unassigned."""


def pixel(x: float, y: float) -> tuple[int, int]:
    return min(MAP_PIXELS - 1, max(0, int(x * MAP_PIXELS))), min(
        MAP_PIXELS - 1, max(0, int(y * MAP_PIXELS))
    )


class ZoneMap:
    """Zone numbers on a small grid; ``mismatches`` lists contradictions to the tile data."""

    def __init__(self, look: Look) -> None:
        self.look, self.tile = look, look.tile
        self.image = Image.new("L", (MAP_PIXELS, MAP_PIXELS), UNASSIGNED)
        self.mismatches: list[str] = []
        self._draw = ImageDraw.Draw(self.image)
        self._numbers = b""

    def add(self, letter: str, shape: Line) -> None:
        if len(shape) > 2:
            points = [(x - 0.5, y - 0.5) for x, y in scale_points(shape, MAP_PIXELS)]
            self._draw.polygon(points, fill=self.tile.index(letter))

    def clear(self, letter: str, shape: Line, terrain: str) -> None:
        """Give a zone the land of a terrain within an outline, after `settle`."""
        within = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(within).polygon(scale_points(shape, MAP_PIXELS), fill=255)
        for index, zone in enumerate(self.tile.zones):
            if zone.terrain == terrain:
                part = ImageChops.darker(within, self.mask(index))
                self.image.paste(self.tile.index(letter), mask=part)
        self._numbers = self.image.tobytes()

    def settle(self) -> None:
        """Assign each piece of open land to the zone at its border."""
        labels = _open_components(self.image)
        owner: dict[int, int] = {}
        for index, zone in enumerate(self.tile.zones):
            if self.look.extent(zone) is not Extent.OPEN:
                continue
            for port in zone.ports:
                label = labels.at(*pixel(*port_point(port, 0.03)))
                if label is None:
                    self.mismatches.append(f"{zone.letter} is not at port {port}")
                elif owner.setdefault(label, index) != index:
                    other = self.tile.zones[owner[label]].letter
                    self.mismatches.append(f"{zone.letter} runs into {other}")
        self._inner(labels, owner)
        self._numbers = self.image.tobytes()
        self._check_border()

    def _inner(self, labels: "_Labels", owner: dict[int, int]) -> None:
        """Give the largest pieces left to open zones without a border, the rest to masses."""
        corners = {labels.at(*pixel(*corner)) for corner in CORNERS}
        left = sorted(
            (label for label in labels.sizes if label not in owner),
            key=lambda label: -labels.sizes[label],
        )
        homeless = [
            index
            for index, zone in enumerate(self.tile.zones)
            if self.look.extent(zone) is Extent.OPEN and index not in owner.values()
        ]
        masses = [
            index
            for index, zone in enumerate(self.tile.zones)
            if self.look.extent(zone) is Extent.MASS
        ]
        for label in left:
            if homeless:
                owner[label] = homeless.pop(0)
            elif label in corners:
                continue
            elif masses:
                owner[label] = masses[0]
            else:
                owner[label] = min(owner.values(), default=0)
        self.mismatches += [f"{self.tile.zones[index].letter} has no place" for index in homeless]
        for (x, y, end), label in labels.runs.items():
            self._draw.line((x, y, end - 1, y), fill=owner.get(labels.root(label), UNASSIGNED))

    def _check_border(self) -> None:
        for port in range(12):
            zone = self.tile.at_port(port)
            shown_zone = self.zone_at(*port_point(port, 0.03))
            if shown_zone is not zone:
                shown = shown_zone.letter if shown_zone else "nothing"
                self.mismatches.append(f"port {port} shows {shown}, not {zone.letter}")

    def zone_at(self, x: float, y: float) -> Zone | None:
        """The zone after `settle`; None for unassigned land."""
        column, row = pixel(x, y)
        number = self._numbers[row * MAP_PIXELS + column]
        return self.tile.zones[number] if number != UNASSIGNED else None

    def mask(self, index: int) -> Image.Image:
        """255 in a zone, else 0."""
        return self.image.point([255 if value == index else 0 for value in range(256)])

    def land(self, *extents: Extent) -> Image.Image:
        """255 in zones of some extents, else 0; unassigned land is open."""
        alike = [255 if self.look.extent(zone) in extents else 0 for zone in self.tile.zones]
        rest = [255 if Extent.OPEN in extents else 0] * (256 - len(alike))
        return self.image.point([*alike, *rest])


class _Labels:
    def __init__(self) -> None:
        self.runs: dict[tuple[int, int, int], int] = {}
        self.sizes: dict[int, int] = {}
        self._parent: list[int] = []

    def root(self, label: int) -> int:
        while self._parent[label] != label:
            label = self._parent[label]
        return label

    def new(self) -> int:
        self._parent.append(len(self._parent))
        return len(self._parent) - 1

    def join(self, a: int, b: int) -> None:
        self._parent[self.root(a)] = self.root(b)

    def at(self, x: int, y: int) -> int | None:
        for (start, row, end), label in self.runs.items():
            if row == y and start <= x < end:
                return self.root(label)
        return None


def _open_components(image: Image.Image) -> _Labels:
    """Connected by sides, not corners."""
    labels = _Labels()
    data = image.tobytes()
    above: list[tuple[int, int, int]] = []
    for y in range(MAP_PIXELS):
        row: list[tuple[int, int, int]] = []
        for run in re.finditer(b"\xff+", data[y * MAP_PIXELS : (y + 1) * MAP_PIXELS]):
            start, end = run.span()
            label = labels.new()
            for a, b, other in above:
                if a < end and start < b:
                    labels.join(label, other)
            row.append((start, end, label))
            labels.runs[start, y, end] = label
        above = row
    for (start, _, end), label in labels.runs.items():
        root = labels.root(label)
        labels.sizes[root] = labels.sizes.get(root, 0) + end - start
    return labels
