"""Stone bridges by which a road passes what lies below it."""

import math
from typing import Final

from renderer.art.canvas import Canvas
from renderer.art.courses import Band
from renderer.art.pen import Rgba
from renderer.art.shapes import Line, oval, ribbon
from renderer.art.terrains import RIVER

STONE: Final[Rgba] = (188, 182, 170)
JOINT: Final[Rgba] = (140, 134, 124)
EDGE: Final[Rgba] = (70, 60, 52)
PARAPET: Final = 0.034
"""How thick the wall at either side of a bridge is."""


def bridges(c: Canvas, kerb: float) -> None:
    """Every bridge of a tile: its shadow, its two walls, and the road on it."""
    for bridge in c.plan.bridges:
        band = next(band for band in c.plan.bands if band.letter == bridge.upper)
        wide = band.width + kerb
        below = next(band for band in c.plan.bands if band.letter == bridge.lower)
        _shadow(c, bridge.line, wide, c.tones.deep if below.terrain == RIVER else c.tones.kerb)
        for wider, ink in ((2 * PARAPET + 0.022, EDGE), (2 * PARAPET, STONE)):
            c.fill(ribbon(bridge.line, wide + wider), ink)
        _joints(c, bridge.line, wide)
        c.fill(ribbon(bridge.line, wide), EDGE)
        c.fill(ribbon(_longer(band, bridge.line), band.width), c.tones.road)
        for at in (bridge.line[0], bridge.line[-1]):
            _piers(c, bridge.line, at, wide)


def _shadow(c: Canvas, line: Line, wide: float, ink: Rgba) -> None:
    """Darken the ground on both sides of a bridge."""
    short = line[1:-1] if len(line) > 3 else line
    c.fill(ribbon(short, wide + 2 * PARAPET + 0.075), ink)


def _joints(c: Canvas, line: Line, wide: float) -> None:
    """The joints between the stones of the walls."""
    for n in range(1, len(line) - 1):
        (ax, ay), (bx, by) = line[n - 1], line[n + 1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length, (bx - ax) / length
        x, y = line[n]
        for side in (-1, 1):
            low, high = (side * (wide / 2 + part * PARAPET) for part in (0.0, 1.0))
            ends = (x + nx * low, y + ny * low), (x + nx * high, y + ny * high)
            c.fill(ribbon(ends, 0.008), JOINT)


def _piers(c: Canvas, line: Line, at: tuple[float, float], wide: float) -> None:
    """A round stone at each end of both walls."""
    other = line[1] if at == line[0] else line[-2]
    length = math.dist(at, other) or 1.0
    nx, ny = -(other[1] - at[1]) / length, (other[0] - at[0]) / length
    for side in (-1, 1):
        far = side * (wide + PARAPET) / 2
        stone = (at[0] + nx * far, at[1] + ny * far)
        c.fill(oval(stone, 0.033, 0.033), EDGE)
        c.fill(oval(stone, 0.023, 0.023), STONE)


def _longer(band: Band, line: Line) -> Line:
    """The line of a bridge and a little more of its road on either side."""
    near = [
        min(range(len(band.line)), key=lambda n: math.dist(band.line[n], end))
        for end in (line[0], line[-1])
    ]
    return band.line[max(0, near[0] - 1) : near[1] + 2]
