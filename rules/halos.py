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
    """Fill a halo cell in place, and add the empty cells of the tile's own halos to ``waiting``.

    ``tiles`` are the filled cells, the new one included. Return the (plane, spot) whose halos
    contained the cell.
    """
    fresh: list[tuple[int, Spot]] = []
    for spot in waiting.pop(cell, ()):
        for number, plane in enumerate(planes):
            if spot in plane.home:
                key = plane.home[spot]
                layer, spots, still_open, pieces = plane.areas[key]
                plane.areas[key] = Area(layer, spots, still_open - {cell + HALO_PORT}, pieces)
                fresh.append((number, spot))
    for zone, halo in form.halos:
        spot = cell + zone
        around = [empty_cell for step in halo if (empty_cell := cell + step) not in tiles]
        for empty_cell in around:
            waiting[empty_cell] = (*waiting.get(empty_cell, ()), spot)
        for plane in planes:
            if spot in plane.home:
                layer, spots, still_open, pieces = plane.areas[spot]
                still_open = still_open.union([empty_cell + HALO_PORT for empty_cell in around])
                plane.areas[spot] = Area(layer, spots, still_open, pieces)
    return fresh
