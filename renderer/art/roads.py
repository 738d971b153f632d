"""Draw a tile's roads, jetties and bridges, and the walls and pavement of its cities."""

import math
from typing import Final

from renderer.art.canvas import Canvas
from renderer.art.curves import Line, interpolate, oval, ribbon, straight_ribbon
from renderer.art.pen import Rgba, shade
from renderer.art.plan.skeleton import HUBS
from renderer.art.plan.zone_shapes import WALL_WIDTH, Band, Mass
from renderer.art.streets import STREET_WIDTH, streets
from renderer.art.terrains import RIVER, ROAD

STONE: Final[Rgba] = (188, 182, 170)
JOINT: Final[Rgba] = (140, 134, 124)
EDGE: Final[Rgba] = (70, 60, 52)
PARAPET_WIDTH: Final = 0.034
"""The width of the wall at either side of a bridge."""


def bridges(c: Canvas, kerb: float) -> None:
    """Draw each bridge: shadow, two walls, and the road."""
    for bridge in c.plan.bridges:
        band = next(band for band in c.plan.bands if band.letter == bridge.upper)
        wide = band.width + kerb
        below = next(band for band in c.plan.bands if band.letter == bridge.lower)
        _shadow(c, bridge.line, wide, c.tones.deep if below.terrain == RIVER else c.tones.kerb)
        for wider, ink in ((2 * PARAPET_WIDTH + 0.022, EDGE), (2 * PARAPET_WIDTH, STONE)):
            c.fill(ribbon(bridge.line, wide + wider), ink)
        _joints(c, bridge.line, wide)
        c.fill(ribbon(bridge.line, wide), EDGE)
        c.fill(ribbon(_extended_line(band, bridge.line), band.width), c.tones.road)
        for at in (bridge.line[0], bridge.line[-1]):
            _piers(c, bridge.line, at, wide)


def _shadow(c: Canvas, line: Line, wide: float, ink: Rgba) -> None:
    short = line[1:-1] if len(line) > 3 else line
    c.fill(ribbon(short, wide + 2 * PARAPET_WIDTH + 0.075), ink)


def _joints(c: Canvas, line: Line, wide: float) -> None:
    for n in range(1, len(line) - 1):
        (ax, ay), (bx, by) = line[n - 1], line[n + 1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length, (bx - ax) / length
        x, y = line[n]
        for side in (-1, 1):
            low, high = (side * (wide / 2 + part * PARAPET_WIDTH) for part in (0.0, 1.0))
            ends = (x + nx * low, y + ny * low), (x + nx * high, y + ny * high)
            c.fill(ribbon(ends, 0.008), JOINT)


def _piers(c: Canvas, line: Line, at: tuple[float, float], wide: float) -> None:
    other = line[1] if at == line[0] else line[-2]
    length = math.dist(at, other) or 1.0
    nx, ny = -(other[1] - at[1]) / length, (other[0] - at[0]) / length
    for side in (-1, 1):
        far = side * (wide + PARAPET_WIDTH) / 2
        stone = (at[0] + nx * far, at[1] + ny * far)
        c.fill(oval(stone, 0.033, 0.033), EDGE)
        c.fill(oval(stone, 0.023, 0.023), STONE)


def _extended_line(band: Band, line: Line) -> Line:
    near = [
        min(range(len(band.line)), key=lambda n: math.dist(band.line[n], end))
        for end in (line[0], line[-1])
    ]
    return band.line[max(0, near[0] - 1) : near[1] + 2]


def walls(c: Canvas, mass: Mass) -> None:
    """Draw walls along a city's edges, with battlements outwards."""
    stone = c.plan.look.land.walls
    for rim in mass.edges:
        c.fill(ribbon(rim, WALL_WIDTH + 0.02), c.tones.mass_shadow)
    for rim in mass.edges:
        c.fill(ribbon(rim, WALL_WIDTH), (74, 60, 48))
        c.fill(ribbon(rim, 0.042), stone)
        c.fill(ribbon(rim, 0.012), shade(stone, -40))
        for i in range(1, len(rim) - 1):
            (ax, ay), (bx, by) = rim[i - 1], rim[i + 1]
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * 0.021, (bx - ax) / length * 0.021
            x, y = rim[i]
            for sign in (-1, 1):
                end = (x + sign * nx, y + sign * ny)
                near = interpolate((x, y), end, 0.45)
                c.fill(straight_ribbon(near, end, 0.011), shade(stone, -62))


def pavement(c: Canvas) -> None:
    """A city's streets and squares, with a light ring on each square."""
    tones = c.tones
    for city in streets(c.plan):
        for line in city.lines:
            c.fill(ribbon(line, STREET_WIDTH), tones.mass_dark)
        for part, ink in ((1.0, tones.mass_dark), (0.72, tones.mass), (0.6, tones.mass_dark)):
            c.fill(oval(city.square, part * city.radius, part * city.radius), ink)


KERB_WIDTH = 0.03
"""The width that kerbs add to a road."""


def roads(c: Canvas) -> None:
    tones = c.tones
    bands = [band for band in c.plan.bands if band.terrain == ROAD]
    for yard in c.plan.yards.values():
        c.fill(oval(yard.at, yard.plot.reach + 0.008, yard.plot.reach + 0.008), tones.kerb)
        if yard.plot.ink is not None:
            reach = yard.plot.reach - 0.006
            c.fill(oval(yard.at, reach, reach), yard.plot.ink)
    for wider, ink in ((KERB_WIDTH, tones.kerb), (0.0, tones.road)):
        for band in bands:
            # a road that ends at a quay must not run on over the water
            quay = c.plan.tile.zone(band.letter).inner_end == "quay"
            c.fill(ribbon(band.visible() if quay else band.line, band.width + wider), ink)
    for yard in c.plan.yards.values():
        if yard.plot.ink is None:
            reach = yard.plot.reach - 0.006
            c.fill(oval(yard.at, reach, reach), tones.road)
    bridges(c, KERB_WIDTH)
    for site in c.plan.sites:
        if site.node.kind in HUBS:
            for reach, ink in ((0.115, tones.kerb), (0.096, tones.mass_dark)):
                c.fill(oval(site.node.at, reach, reach), ink)
    for band in bands:
        if c.plan.tile.zone(band.letter).inner_end == "quay":
            _jetty(c, band)


def _jetty(c: Canvas, band: Band) -> None:
    """Planks from the end of a road out over the water."""
    last = len(band.line) - 1
    foot = band.line[round(max(0.0, band.seen - 0.07) * last)]
    tip = interpolate(foot, band.line[-1], 0.34)
    c.fill(ribbon((foot, tip), 0.118), (74, 50, 32))
    c.fill(ribbon((foot, tip), 0.098), (190, 136, 80))
    for k in range(1, 4):
        at = interpolate(foot, tip, k / 4)
        ahead = interpolate(foot, tip, k / 4 + 0.08)
        c.fill(ribbon((at, ahead), 0.094), (134, 90, 52))
