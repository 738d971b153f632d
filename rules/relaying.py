"""Areas found anew where links have come or gone, and nowhere else."""

from collections.abc import Collection, Mapping

from rules.areas import Area, Plane
from rules.components import components
from rules.forms import Form
from rules.geometry import PORT, Cell, Spot
from rules.layers import Layer


def relaid(
    plane: Plane,
    layer: Layer,
    tiles: Mapping[Cell, Form],
    links: Collection[tuple[Spot, Spot]],
    ends: Collection[Spot],
) -> Plane:
    """A plane whose areas of one layer are those that `components` finds, in its order.

    ``ends`` are the zones whose links have changed. What has no such zone and was found in the
    same way before stays as it is: only the rest is walked through.
    """
    home = plane.home.copy()
    moved = {home[spot] for spot in ends if spot in home}
    areas: dict[Spot, Area] = {}
    kept: list[Area] = []
    left: list[Area] = []
    for at, area in plane.areas.items():
        if area.layer.name != layer.name:
            areas[at] = area
        elif at not in moved and (len(area.spots) == 1 or plane.laid.get(at) is area.spots):
            kept.append(area)
        else:
            left.append(area)
    when = {cell: number for number, cell in enumerate(tiles)}

    def order(spot: Spot) -> tuple[int, int]:
        return when[spot & ~PORT], spot & PORT

    starts = sorted([spot for area in left for spot in area.spots], key=order)
    pieces = [piece for area in left for piece in area.pieces]
    for spots, still_open in components(tiles, links, layer, starts):
        standing = tuple([piece for piece in pieces if piece.spot in spots])
        kept.append(Area(layer, spots, still_open, standing))
        for spot in spots:
            home[spot] = spots[0]
    kept.sort(key=lambda area: order(area.spots[0]))
    laid = {at: spots for at, spots in plane.laid.items() if at in areas}
    laid |= {area.spots[0]: area.spots for area in kept if len(area.spots) > 1}
    areas |= {area.spots[0]: area for area in kept}
    return Plane.of(home, areas, laid)
