"""Roads with kerbs, the ground of oases, the squares where roads end together, jetties."""

from renderer.art.canvas import Canvas
from renderer.art.courses import PLOT, WIDTHS, Band
from renderer.art.shapes import mix, oval, ribbon
from renderer.art.skeleton import HUBS
from renderer.art.terrains import ROAD


def roads(c: Canvas) -> None:
    tones = c.tones
    bands = [band for band in c.plan.bands if band.terrain == ROAD]
    for at in c.plan.plots.values():
        c.fill(oval(at, PLOT + 0.008, PLOT + 0.008), tones.kerb)
        c.fill(oval(at, PLOT - 0.006, PLOT - 0.006), (160, 172, 88))
    for wider, ink in ((0.03, tones.kerb), (0.0, tones.road)):
        for band in bands:
            # a road that ends at a quay must not run on over the water
            quay = c.plan.tile.zone(band.letter).inner_end == "quay"
            c.fill(ribbon(band.visible() if quay else band.line, WIDTHS[ROAD] + wider), ink)
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
