"""Roads with kerbs and ruts, the ground of oases, jetties."""

from renderer.art.canvas import Canvas
from renderer.art.courses import HUB, PLOT, WIDTHS, Band
from renderer.art.shapes import mix, oval, ribbon
from renderer.art.terrains import ROAD


def roads(c: Canvas) -> None:
    tones = c.tones
    bands = [band for band in c.plan.bands if band.terrain == ROAD]
    hubs = [site.node.at for site in c.plan.sites if site.node.kind in ("village", "crossing")]
    plots = list(c.plan.plots.values())
    for at in plots:
        c.fill(oval(at, PLOT + 0.008, PLOT + 0.008), tones.kerb)
        c.fill(oval(at, PLOT - 0.006, PLOT - 0.006), (160, 172, 88))
    for wider, ink in ((0.03, tones.kerb), (0.0, tones.road)):
        for band in bands:
            # a road that ends at a quay must not run on over the water
            quay = c.plan.tile.zone(band.letter).inner_end == "quay"
            c.fill(ribbon(band.visible() if quay else band.line, WIDTHS[ROAD] + wider), ink)
        for at in hubs:
            reach = HUB * 0.72 + wider / 2
            c.fill(oval(at, reach, reach), ink)
    for band in bands:
        for i in range(2, round((len(band.line) - 1) * band.seen) - 2, 4):
            a, b = band.line[i], mix(band.line[i], band.line[i + 2], 0.8)
            c.fill(ribbon((a, b), 0.012), tones.rut)
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
