"""Rivers, lakes and springs: bank, deep rim, water and light ripples, joined without seams."""

import math
from typing import Final

from renderer.art.canvas import Canvas
from renderer.art.curves import Line, Point, bezier, interpolate, oval, ribbon, seeded_random
from renderer.art.plan.mass_outlines import WIDE_STRIP_WIDTH
from renderer.art.plan.zone_shapes import Band, Site
from renderer.art.terrains import RIVER

LANES: Final = (-0.3, -0.14, 0.02, 0.16, 0.31)
"""The offsets of a wide stream's strokes from its middle, in its widths."""


def water(c: Canvas) -> None:
    tones = c.tones
    rivers = [band for band in c.plan.bands if band.terrain == RIVER]
    lakes = [site.outline for site in c.plan.sites if site.node.wet]
    springs = c.plan.springs
    for wider, ink in ((0.072, tones.bank_edge), (0.052, tones.bank), (0.0, tones.deep)):
        for band in rivers:
            c.fill(ribbon(band.line, band.width + wider), ink)
        for spring in springs:
            reach = spring.reach + wider / 2 - 0.01
            c.fill(oval(spring.at, reach, reach), ink)
        for lake in lakes:
            c.fill(_enlarged(lake, wider / 2), ink)
    for band in rivers:
        c.fill(ribbon(band.line, band.width - 0.026), tones.water)
    for spring in springs:
        c.fill(oval(spring.at, spring.reach - 0.022, spring.reach - 0.022), tones.water)
    for lake in lakes:
        # a lake is not part of its rivers: its rim continues at their mouths
        c.fill(_enlarged(lake, 0.004), tones.deep)
        c.fill(_enlarged(lake, -0.014), tones.lake)
    for band in rivers:
        if band.width > WIDE_STRIP_WIDTH:
            _currents(c, band)
        else:
            _ripples(c, band)
    for site in c.plan.sites:
        if site.node.wet:
            _waves(c, site)
    for spring in springs:
        for part in (9 / 17, 24 / 85):
            _ring(c, spring.at, part * spring.reach)


def _currents(c: Canvas, band: Band) -> None:
    chance = seeded_random(c.plan.tile.id, band.letter, "currents")
    last = round((len(band.line) - 1) * band.seen) - (0 if band.through else 2)
    lane = chance.randrange(len(LANES))
    i = 2
    while i < last - 2:
        length = chance.choice((3, 4, 5))
        stretch = band.line[i : min(i + length, last) + 1]
        if len(stretch) > 2:
            c.fill(_tapered(_offset_line(stretch, LANES[lane] * band.width), 0.014), c.tones.ripple)
        lane = (lane + chance.choice((2, 3))) % len(LANES)
        i += chance.choice((1, 2, 2))


def _offset_line(line: Line, by: float) -> Line:
    half = ribbon(line, 2 * abs(by))
    return half[: len(line)] if by > 0 else tuple(reversed(half[len(line) :]))


def _tapered(line: Line, width: float) -> Line:
    outline, last = ribbon(line, width), len(line) - 1
    parts = [math.sin(math.pi * (0.08 + 0.84 * n / last)) for n in range(last + 1)]
    middle = (*line, *reversed(line))
    parts += reversed(parts)
    return tuple(interpolate(a, b, part) for a, b, part in zip(middle, outline, parts, strict=True))


def _ring(c: Canvas, at: Point, reach: float) -> None:
    box = [(at[0] - reach) * c.n, (at[1] - reach) * c.n]
    box += [(at[0] + reach) * c.n, (at[1] + reach) * c.n]
    c.draw.ellipse(box, outline=c.tones.ripple, width=max(1, round(c.n * 0.009)))


def _waves(c: Canvas, site: Site) -> None:
    chance = seeded_random(c.plan.tile.id, site.node.zone, "waves")
    taken = [(mark.at, mark.size * 0.75) for mark in c.plan.marks]
    taken += [(at, printed.width * 0.6) for printed, at in c.plan.strip_end_drawings()]
    for _ in range(12):
        angle, reach = chance.uniform(0, math.tau), site.node.radius * chance.uniform(0, 0.72)
        at = (
            site.node.at[0] + reach * math.cos(angle),
            site.node.at[1] + reach * math.sin(angle),
        )
        if any(math.dist(at, other) < room for other, room in taken):
            continue
        taken.append((at, 0.075))
        ends = (at[0] - 0.03, at[1]), (at[0] + 0.03, at[1])
        top = (at[0], at[1] - 0.02)
        c.fill(ribbon(bezier(ends[0], top, top, ends[1], 6), 0.0115), c.tones.ripple)


def _ripples(c: Canvas, band: Band) -> None:
    chance = seeded_random(c.plan.tile.id, band.letter, "ripples")
    last = round((len(band.line) - 1) * band.seen)
    side, i = chance.choice((-1, 1)), 3
    while i < last - 3:
        (ax, ay), (bx, by) = band.line[i - 1], band.line[i + 1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / length, (by - ay) / length
        x, y = (band.line[i][k] + side * 0.019 * (-uy, ux)[k] for k in (0, 1))
        a, b = (x - uy * 0.019, y + ux * 0.019), (x + uy * 0.019, y - ux * 0.019)
        top = (x + ux * 0.02, y + uy * 0.02)
        c.fill(ribbon(bezier(a, top, top, b, 6), 0.011), c.tones.ripple)
        side, i = -side, i + chance.choice((3, 4, 6))


def _enlarged(shape: Line, by: float) -> Line:
    x = math.fsum(point[0] for point in shape) / len(shape)
    y = math.fsum(point[1] for point in shape) / len(shape)
    out = []
    for point in shape:
        length = math.dist(point, (x, y)) or 1.0
        part = (length + by) / length
        out.append((x + (point[0] - x) * part, y + (point[1] - y) * part))
    return tuple(out)
