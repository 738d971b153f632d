"""City walls with battlements, and the paving within."""

import math

from renderer.art.canvas import Canvas
from renderer.art.courses import WALL, Mass
from renderer.art.pen import shade
from renderer.art.shapes import mix, oval, ribbon, rng
from renderer.art.terrains import CITY


def walls(c: Canvas, mass: Mass) -> None:
    """Walls along the edges of a city, with battlements outwards."""
    stone = c.plan.look.land.walls
    for rim in mass.edges:
        c.fill(ribbon(rim, WALL + 0.02), c.tones.mass_shadow)
    for rim in mass.edges:
        c.fill(ribbon(rim, WALL), (74, 60, 48))
        c.fill(ribbon(rim, 0.042), stone)
        c.fill(ribbon(rim, 0.012), shade(stone, -40))
        for i in range(1, len(rim) - 1):
            (ax, ay), (bx, by) = rim[i - 1], rim[i + 1]
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * 0.021, (bx - ax) / length * 0.021
            x, y = rim[i]
            for sign in (-1, 1):
                end = (x + sign * nx, y + sign * ny)
                near = mix((x, y), end, 0.45)
                c.fill(ribbon((near, end), 0.011), shade(stone, -62))


def pavement(c: Canvas) -> None:
    """Paving in a city: small stones, darker here and there."""
    chance = rng(c.plan.tile.id, "paving")
    for _ in range(70):
        x, y = chance.uniform(0.02, 0.98), chance.uniform(0.02, 0.98)
        zone = c.plan.zones.zone_at(x, y)
        if zone is not None and zone.terrain == CITY:
            stone = oval((x, y), 0.016, 0.011, 8)
            c.fill(stone, c.tones.mass_dark)
