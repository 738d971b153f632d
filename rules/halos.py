"""Halos: the cells around a zone that must be filled before its area is closed."""

from collections.abc import Collection, Sequence

from rules.areas import Area, Plane
from rules.forms import Form
from rules.geometry import HALO_PORT, Cell, Spot


def fill_halo_cell(
    planes: Sequence[Plane],
    waiting: dict[Cell, tuple[Spot, ...]],
    cell: Cell,
    form: Form,
    tiles: Collection[Cell],
) -> list[tuple[int, Spot]]:
    """Note in place that a tile fills a cell, and which empty cells its own zones wait for.

    ``tiles`` are the cells that are filled, it among them. Which zones had waited for it, with
    their planes.
    """
    fresh: list[tuple[int, Spot]] = []
    for spot in waiting.pop(cell, ()):
        for number, plane in enumerate(planes):
            if spot in plane.home:
                at = plane.home[spot]
                layer, spots, still_open, pieces = plane.areas[at]
                plane.areas[at] = Area(layer, spots, still_open - {cell + HALO_PORT}, pieces)
                fresh.append((number, spot))
    for zone, halo in form.halos:
        spot = cell + zone
        around = [there for step in halo if (there := cell + step) not in tiles]
        for there in around:
            waiting[there] = (*waiting.get(there, ()), spot)
        for plane in planes:
            if spot in plane.home:
                layer, spots, still_open, pieces = plane.areas[spot]
                still_open = still_open.union([there + HALO_PORT for there in around])
                plane.areas[spot] = Area(layer, spots, still_open, pieces)
    return fresh
