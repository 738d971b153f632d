"""Rivers, lakes and springs: bank, deep rim, water and light ripples, joined without seams."""

import math

from renderer.art.canvas import Canvas
from renderer.art.courses import SPRING, WIDTHS, Band, Site
from renderer.art.shapes import Line, Point, bezier, oval, ribbon, rng
from renderer.art.terrains import RIVER


def water(c: Canvas) -> None:
    tones = c.tones
    rivers = [band for band in c.plan.bands if band.terrain == RIVER]
    lakes = [site.outline for site in c.plan.sites if site.node.wet]
    springs = c.plan.springs
    for wider, ink in ((0.072, tones.bank_edge), (0.052, tones.bank), (0.0, tones.deep)):
        for band in rivers:
            c.fill(ribbon(band.line, WIDTHS[RIVER] + wider), ink)
        for at in springs:
            c.fill(oval(at, SPRING + wider / 2 - 0.01, SPRING + wider / 2 - 0.01), ink)
        for lake in lakes:
            c.fill(_grown(lake, wider / 2), ink)
    for band in rivers:
        c.fill(ribbon(band.line, WIDTHS[RIVER] - 0.026), tones.water)
    for at in springs:
        c.fill(oval(at, SPRING - 0.022, SPRING - 0.022), tones.water)
    for lake in lakes:
        # a lake is no part of its rivers: its rim goes on where they come in
        c.fill(_grown(lake, 0.004), tones.deep)
        c.fill(_grown(lake, -0.014), tones.lake)
    for band in rivers:
        _ripples(c, band)
    for site in c.plan.sites:
        if site.node.wet:
            _waves(c, site)
    for at in springs:
        for reach in (0.045, 0.024):
            _ring(c, at, reach)


def _ring(c: Canvas, at: Point, reach: float) -> None:
    box = [(at[0] - reach) * c.n, (at[1] - reach) * c.n]
    box += [(at[0] + reach) * c.n, (at[1] + reach) * c.n]
    c.draw.ellipse(box, outline=c.tones.ripple, width=max(1, round(c.n * 0.009)))


def _waves(c: Canvas, site: Site) -> None:
    """A few light arcs on a lake, clear of its fish."""
    chance = rng(c.plan.tile.id, site.node.zone, "waves")
    taken = [(mark.at, mark.size * 0.75) for mark in c.plan.marks]
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
    """Small waves across the current, now on one side and now on the other."""
    chance = rng(c.plan.tile.id, band.letter, "ripples")
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


def _grown(shape: Line, by: float) -> Line:
    """A round outline made wider by a margin."""
    x = math.fsum(point[0] for point in shape) / len(shape)
    y = math.fsum(point[1] for point in shape) / len(shape)
    out = []
    for point in shape:
        length = math.dist(point, (x, y)) or 1.0
        part = (length + by) / length
        out.append((x + (point[0] - x) * part, y + (point[1] - y) * part))
    return tuple(out)
