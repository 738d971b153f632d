"""Roads with kerbs, yards beside and on them, the squares where roads end together, jetties."""

from renderer.art.bridges import bridges
from renderer.art.canvas import Canvas
from renderer.art.courses import Band
from renderer.art.shapes import mix, oval, ribbon
from renderer.art.skeleton import HUBS
from renderer.art.terrains import ROAD

KERB = 0.03
"""How much wider a road is with its kerbs."""


def roads(c: Canvas) -> None:
    """Every road of a tile with what belongs to it."""
    tones = c.tones
    bands = [band for band in c.plan.bands if band.terrain == ROAD]
    for yard in c.plan.yards.values():
        c.fill(oval(yard.at, yard.plot.reach + 0.008, yard.plot.reach + 0.008), tones.kerb)
        if yard.plot.ink is not None:
            reach = yard.plot.reach - 0.006
            c.fill(oval(yard.at, reach, reach), yard.plot.ink)
    for wider, ink in ((KERB, tones.kerb), (0.0, tones.road)):
        for band in bands:
            # a road that ends at a quay must not run on over the water
            quay = c.plan.tile.zone(band.letter).inner_end == "quay"
            c.fill(ribbon(band.visible() if quay else band.line, band.width + wider), ink)
    for yard in c.plan.yards.values():
        if yard.plot.ink is None:
            reach = yard.plot.reach - 0.006
            c.fill(oval(yard.at, reach, reach), tones.road)
    bridges(c, KERB)
    for site in c.plan.sites:
        if site.node.kind in HUBS:
            # roads that meet here end here: the square between them is none of theirs
            for reach, ink in ((0.115, tones.kerb), (0.096, tones.mass_dark)):
                c.fill(oval(site.node.at, reach, reach), ink)
    for band in bands:
        if c.plan.tile.zone(band.letter).inner_end == "quay":
            _jetty(c, band)


def _jetty(c: Canvas, band: Band) -> None:
    """Planks from the end of a road out over the water."""
    last = len(band.line) - 1
    foot = band.line[round(max(0.0, band.seen - 0.07) * last)]
    tip = mix(foot, band.line[-1], 0.34)
    c.fill(ribbon((foot, tip), 0.118), (74, 50, 32))
    c.fill(ribbon((foot, tip), 0.098), (190, 136, 80))
    for k in range(1, 4):
        at = mix(foot, tip, k / 4)
        ahead = mix(foot, tip, k / 4 + 0.08)
        c.fill(ribbon((at, ahead), 0.094), (134, 90, 52))
