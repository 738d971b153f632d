"""Draw a tile's flat ground, north up: land, forest floors and yards, then water and roads on it.

Flat things are drawn here once and then turned; upright things are drawn afterwards.
"""

import math
import random
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderer.art.canvas import Canvas
from renderer.art.curves import CORNERS, Point, oval, pebble, ribbon, scale_points, seeded_random
from renderer.art.drawing import Extent
from renderer.art.pen import Rgba
from renderer.art.plan.mass_outlines import TIP_DISTANCE, tips
from renderer.art.plan.tile_plan import Plan
from renderer.art.plan.zone_map import MAP_PIXELS
from renderer.art.plan.zone_shapes import STONE_RADIUS, Mass
from renderer.art.roads import pavement, roads, walls
from renderer.art.terrains import CITY, FOREST
from renderer.art.water import water

ROCK: Final[tuple[Rgba, ...]] = ((104, 100, 92), (158, 156, 148), (206, 204, 196))
YARD: Final = (0.215, 0.2, 0.185)
"""The radii of a building's yard, from rim to middle."""


def ground(plan: Plan, n: int) -> Image.Image:
    """``n`` pixels wide, back to front."""
    c = Canvas(plan, n)
    _land(c)
    for mass in plan.masses:
        if plan.tile.zone(mass.letter).terrain == FOREST:
            _forest_floor(c, mass)
        else:
            for shape in (mass.outline, *mass.tongues):
                c.fill(shape, c.tones.mass)
    _yards(c)
    water(c)
    roads(c)
    if any(zone.terrain == CITY for zone in plan.tile.zones):
        pavement(c)
        for mass in plan.masses:
            walls(c, mass)
    for at in (stone for mass in plan.masses for stone in mass.stones):
        _stone(c, at)
    return c.image


def _stone(c: Canvas, at: Point) -> None:
    chance = seeded_random(c.plan.tile.id, "stone", at)
    c.fill(pebble(at, STONE_RADIUS, STONE_RADIUS, 0.05, chance), ROCK[0])
    c.fill(pebble(at, 0.8 * STONE_RADIUS, 0.8 * STONE_RADIUS, 0.05, chance), ROCK[1])
    c.fill(
        oval(
            (at[0] - 0.25 * STONE_RADIUS, at[1] - 0.25 * STONE_RADIUS),
            0.4 * STONE_RADIUS,
            0.35 * STONE_RADIUS,
        ),
        ROCK[2],
    )


def _forest_floor(c: Canvas, mass: Mass) -> None:
    """Dark ground, drawn in from the edge so that crowns hide its rim."""
    zone = c.plan.tile.zone(mass.letter)
    mask = c.plan.zones.mask(c.plan.tile.index(mass.letter))
    # the floor extends under adjacent water: no meadow shows between them
    near = mask.filter(ImageFilter.BoxBlur(4)).point([0] + [255] * 255)
    wet = c.plan.zones.land(Extent.STRIP, Extent.WATER)
    mask = ImageChops.lighter(mask, ImageChops.darker(near, wet))
    draw = ImageDraw.Draw(mask)
    for x, y in (CORNERS[corner] for corner in tips(c.plan.look, zone)):
        draw.polygon(scale_points(oval((x, y), TIP_DISTANCE, TIP_DISTANCE), MAP_PIXELS), fill=0)
    # a wide blur rounds sharp corners, where no tree hides the ground
    mask = mask.filter(ImageFilter.GaussianBlur(3.2)).resize((c.n, c.n))
    c.image.paste(c.tones.mass[:3], (0, 0), mask.point([0] * 168 + [255] * 88))


def _yards(c: Canvas) -> None:
    """The ground around buildings: a walled garden, a terrace."""
    for site in c.plan.sites:
        building = c.plan.look.building(site.node.kind)
        if building is not None:
            for reach, ink in zip(YARD, building.yard, strict=True):
                c.fill(oval(site.node.at, reach, reach), ink)


def _land(c: Canvas) -> None:
    """Soft patches in two tones, none cut off by a border."""
    chance = seeded_random(c.plan.tile.id, "land")
    land, tones = c.plan.look.land, c.tones
    patches: list[tuple[Point, float, Rgba]] = []
    for _ in range(land.patches):
        size = chance.uniform(0.05, 0.115)
        room = 1.6 * size
        at = (chance.uniform(room, 1 - room), chance.uniform(room, 1 - room))
        tone = chance.choice((tones.ground_dark, tones.ground_light))
        patches.append((at, size, tone))
    for at, size, tone in patches:
        c.fill(pebble(at, size * 1.25, size * 0.8, 0.28, chance), tone)
    if land.furrows:
        _furrows(c, chance)


def _furrows(c: Canvas, chance: random.Random) -> None:
    """A ploughed field or two: an oval of parallel rows."""
    for _ in range(2):
        x, y = chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8)
        angle, tone = chance.uniform(0, math.pi), c.tones.ground_light
        ux, uy = math.cos(angle), math.sin(angle)
        for row in range(-3, 4):
            half = 0.13 * math.sqrt(1 - (row / 4) ** 2)
            mx, my = x - uy * row * 0.033, y + ux * row * 0.033
            ends = (mx - ux * half, my - uy * half), (mx + ux * half, my + uy * half)
            c.fill(ribbon(ends, 0.019), tone)
