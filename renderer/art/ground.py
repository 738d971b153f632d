"""The ground of a tile, north up: land, masses' floors, banks, water and roads.

All that lies flat is drawn here once and then turned; what stands up is drawn afterwards.
"""

import math
import random

from PIL import Image, ImageDraw, ImageFilter

from renderer.art.kinds import Form, World, form
from renderer.art.palette import PALETTES, Palette
from renderer.art.pen import Ink, shade
from renderer.art.plan import HUB, PLOT, SPRING, Band, Mass, Plan
from renderer.art.shapes import (
    Line,
    Point,
    mix,
    oval,
    pebble,
    port_point,
    rng,
    scaled,
    strip,
)
from rules.tiles import Terrain

WALLS: dict[World, Ink] = {World.BASE: (206, 200, 188), World.ARK: (246, 232, 198)}
RIVER = 0.125
ROAD = 0.085


class Ground:
    """A canvas ``n`` pixels wide with the flat part of one tile."""

    def __init__(self, plan: Plan, n: int) -> None:
        self.plan = plan
        self.n = n
        self.colours: Palette = PALETTES[plan.world]
        self.image = Image.new("RGB", (n, n), self.colours.ground[:3])
        self._draw = ImageDraw.Draw(self.image)

    def paint(self) -> Image.Image:
        """Draws everything flat, back to front."""
        self._land()
        for mass in self.plan.masses:
            if self.plan.tile.zone(mass.letter).terrain is Terrain.FOREST:
                self._forest_floor(mass)
            else:
                for shape in (mass.outline, *mass.tongues):
                    self._fill(shape, self.colours.mass)
        self._yards()
        self._water()
        self._roads()
        if any(zone.terrain is Terrain.CITY for zone in self.plan.tile.zones):
            self._pavement()
            for mass in self.plan.masses:
                self._walls(mass)
        return self.image

    def _forest_floor(self, mass: Mass) -> None:
        """Dark ground under the trees, drawn in from the edge so that crowns hide its rim."""
        mask = self.plan.zones.mask(self.plan.tile.index(mass.letter))
        mask = mask.filter(ImageFilter.GaussianBlur(1.6)).resize((self.n, self.n))
        self.image.paste(self.colours.mass[:3], (0, 0), mask.point([0] * 176 + [255] * 80))

    def _yards(self) -> None:
        """The walled garden of a monastery, the terrace of a temple."""
        for spot in self.plan.places:
            if spot.node.kind in ("monastery", "temple"):
                terrace = spot.node.kind == "temple"
                for reach, ink in (
                    (0.215, self.colours.kerb if terrace else (92, 126, 58)),
                    (0.2, self.colours.mass_dark if terrace else (126, 160, 70)),
                    (0.185, self.colours.mass if terrace else (176, 204, 112)),
                ):
                    self._fill(oval(spot.node.at, reach, reach), ink)

    def _walls(self, mass: Mass) -> None:
        """Walls along the inner edges of a city, with battlements outwards."""
        stone = WALLS[self.plan.world]
        for rim in mass.rims:
            self._fill(strip(rim, 0.078), self.colours.mass_shadow)
        for rim in mass.rims:
            self._fill(strip(rim, 0.058), (74, 60, 48))
            self._fill(strip(rim, 0.042), stone)
            self._fill(strip(rim, 0.012), shade(stone, -40))
            for i in range(1, len(rim) - 1):
                (ax, ay), (bx, by) = rim[i - 1], rim[i + 1]
                length = math.hypot(bx - ax, by - ay) or 1.0
                nx, ny = -(by - ay) / length * 0.021, (bx - ax) / length * 0.021
                x, y = rim[i]
                for sign in (-1, 1):
                    end = (x + sign * nx, y + sign * ny)
                    near = mix((x, y), end, 0.45)
                    self._fill(strip((near, end), 0.011), shade(stone, -62))

    def _fill(self, shape: Line, ink: Ink) -> None:
        if len(shape) > 2:
            self._draw.polygon(scaled(shape, self.n), fill=ink)

    def _land(self) -> None:
        """Soft patches in two tones; those on the border are the same on every tile."""
        chance = rng(self.plan.tile.id, "land")
        colours = self.colours
        patches: list[tuple[Point, float, Ink]] = []
        for port in (0, 2, 3, 5, 6, 8, 9, 11):
            tone = colours.ground_dark if port % 3 == 0 else colours.ground_light
            if form(self.plan.tile, self.plan.tile.at_port(port)) is Form.OPEN:
                # both halves of a patch on the border look the same from either tile
                self._fill(oval(port_point(port), 0.1, 0.1), colours.ground_dark)
        calm = self.plan.world is World.BASE
        for _ in range(5 if calm else 9):
            at = (chance.uniform(0.16, 0.84), chance.uniform(0.16, 0.84))
            tone = chance.choice((colours.ground_dark, colours.ground_light))
            patches.append((at, chance.uniform(0.05, 0.125), tone))
        for at, size, tone in patches:
            self._fill(pebble(at, size * 1.25, size * 0.8, 0.28, chance), tone)
        if calm:
            self._furrows(chance)

    def _furrows(self, chance: random.Random) -> None:
        """A ploughed field or two: an oval of parallel rows."""
        for _ in range(2):
            x, y = chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8)
            angle, tone = chance.uniform(0, math.pi), self.colours.ground_light
            ux, uy = math.cos(angle), math.sin(angle)
            for row in range(-3, 4):
                half = 0.13 * math.sqrt(1 - (row / 4) ** 2)
                mx, my = x - uy * row * 0.033, y + ux * row * 0.033
                ends = (mx - ux * half, my - uy * half), (mx + ux * half, my + uy * half)
                self._fill(strip(ends, 0.019), tone)

    def _pavement(self) -> None:
        """Paving in a city: small stones, darker here and there."""
        chance = rng(self.plan.tile.id, "paving")
        for _ in range(70):
            x, y = chance.uniform(0.02, 0.98), chance.uniform(0.02, 0.98)
            zone = self.plan.tile.zones[self.plan.zones.index_at(x, y)]
            if zone.terrain is Terrain.CITY:
                stone = oval((x, y), 0.016, 0.011, 8)
                self._fill(stone, self.colours.mass_dark)

    def _water(self) -> None:
        colours = self.colours
        rivers = [band for band in self.plan.bands if band.terrain is Terrain.RIVER]
        lakes = [spot.outline for spot in self.plan.places if spot.node.kind == "lake"]
        springs = self.plan.springs
        for wider, ink in ((0.068, colours.bank_edge), (0.048, colours.bank), (0.0, colours.deep)):
            for band in rivers:
                self._fill(strip(band.line, RIVER + wider), ink)
            for at in springs:
                self._fill(oval(at, SPRING + wider / 2 - 0.01, SPRING + wider / 2 - 0.01), ink)
            for lake in lakes:
                self._fill(_grown(lake, wider / 2), ink)
        for band in rivers:
            self._fill(strip(band.line, RIVER - 0.026), colours.water)
        for at in springs:
            self._fill(oval(at, SPRING - 0.022, SPRING - 0.022), colours.water)
        for lake in lakes:
            self._fill(_grown(lake, -0.014), colours.water)
        for band in rivers:
            self._ripples(band)
        for at in springs:
            for reach in (0.045, 0.024):
                self._ring(at, reach)

    def _ring(self, at: Point, reach: float) -> None:
        box = [(at[0] - reach) * self.n, (at[1] - reach) * self.n]
        box += [(at[0] + reach) * self.n, (at[1] + reach) * self.n]
        self._draw.ellipse(box, outline=self.colours.ripple, width=max(1, round(self.n * 0.009)))

    def _ripples(self, band: Band) -> None:
        """Short light strokes along the current."""
        chance = rng(self.plan.tile.id, band.letter, "ripples")
        line = band.line
        last = round((len(line) - 1) * band.seen)
        for i in range(3, last - 4, 4):
            aside = chance.uniform(-0.028, 0.028)
            (ax, ay), (bx, by) = line[i], line[i + 2]
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / length * aside, (bx - ax) / length * aside
            stroke = strip(((ax + nx, ay + ny), (bx + nx, by + ny)), 0.0115)
            self._fill(stroke, self.colours.ripple)

    def _roads(self) -> None:
        colours = self.colours
        roads = [band for band in self.plan.bands if band.terrain is Terrain.ROAD]
        hubs = [spot.node.at for spot in self.plan.places if spot.node.kind in ("village", "crossing")]
        plots = list(self.plan.plots.values())
        for at in plots:
            self._fill(oval(at, PLOT + 0.008, PLOT + 0.008), colours.kerb)
            self._fill(oval(at, PLOT - 0.006, PLOT - 0.006), (160, 172, 88))
        for wider, ink in ((0.03, colours.kerb), (0.0, colours.road)):
            for band in roads:
                self._fill(strip(band.line, ROAD + wider), ink)
            for at in hubs:
                reach = HUB * 0.72 + wider / 2
                self._fill(oval(at, reach, reach), ink)
        for band in roads:
            for i in range(2, round((len(band.line) - 1) * band.seen) - 2, 4):
                a, b = band.line[i], mix(band.line[i], band.line[i + 2], 0.8)
                self._fill(strip((a, b), 0.012), colours.rut)
            if self.plan.tile.zone(band.letter).inner_end == "quay":
                self._jetty(band)

    def _jetty(self, band: Band) -> None:
        """Planks from the end of a road out over the water."""
        last = len(band.line) - 1
        foot = band.line[round(max(0.0, band.seen - 0.06) * last)]
        tip = mix(foot, band.line[-1], 0.42)
        self._fill(strip((foot, tip), 0.118), (74, 50, 32))
        self._fill(strip((foot, tip), 0.098), (190, 136, 80))
        for k in range(1, 5):
            at = mix(foot, tip, k / 5)
            ahead = mix(foot, tip, k / 5 + 0.06)
            self._fill(strip((at, ahead), 0.094), (134, 90, 52))


def _grown(shape: Line, by: float) -> Line:
    """A round outline made wider by a margin."""
    x = sum(point[0] for point in shape) / len(shape)
    y = sum(point[1] for point in shape) / len(shape)
    out = []
    for point in shape:
        length = math.dist(point, (x, y)) or 1.0
        part = (length + by) / length
        out.append((x + (point[0] - x) * part, y + (point[1] - y) * part))
    return tuple(out)

