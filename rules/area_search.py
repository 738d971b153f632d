"""Search for connected areas, used when links change and as the slow way to find all areas."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from rules.areas import Area, Plane
from rules.forms import Form
from rules.geometry import ACROSS, HALO_PORT, PORT_MASK, Cell, Joint, Spot, cell_of
from rules.layers import Layer

Component: TypeAlias = tuple[tuple[Spot, ...], frozenset[Joint]]
"""The spots of an area, and the joints where the area is open."""


def connected_components(
    tiles: Mapping[Cell, Form],
    links: Collection[tuple[Spot, Spot]],
    layer: Layer,
    starts: Iterable[Spot] | None = None,
) -> list[Component]:
    """The connected components of a layer, each with the joints where it is open.

    With ``starts`` only the components of these spots, in their order; else all components.
    """
    name = layer.name
    if starts is None:
        starts = [cell + zone for cell, form in tiles.items() for zone in form.zone_exits(name)]
    linked: dict[Spot, list[Spot]] = {}
    for one, other in links:
        if all(spot & PORT_MASK in tiles[cell_of(spot)].zone_exits(name) for spot in (one, other)):
            linked.setdefault(one, []).append(other)
            linked.setdefault(other, []).append(one)
    components: list[Component] = []
    seen: set[Spot] = set()
    for start in starts:
        if start in seen:
            continue
        reached = [start]
        seen.add(start)
        open_joints: list[Joint] = []
        for spot in reached:
            index = spot & PORT_MASK
            cell = spot - index
            zones, ports, halo = tiles[cell].zone_exits(name)[index]
            near = [cell + other for other in zones]
            for port in ports:
                joint = cell + ACROSS[port]
                facing = joint & PORT_MASK
                neighbour = tiles.get(joint - facing)
                if neighbour is None:
                    open_joints.append(joint)
                else:
                    near.append(joint - facing + neighbour.owners[facing])
            near += linked.get(spot, ())
            for other in near:
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
            open_joints += [
                there + HALO_PORT for step in halo if (there := cell + step) not in tiles
            ]
        components.append((tuple(reached), frozenset(open_joints)))
    return components


def reconnect_layer(
    plane: Plane,
    layer: Layer,
    tiles: Mapping[Cell, Form],
    links: Collection[tuple[Spot, Spot]],
    ends: Collection[Spot],
) -> Plane:
    """The plane with the areas of one layer recomputed by `connected_components`, in its order.

    ``ends`` are the spots whose links have changed. Areas without such a spot that are unchanged
    since the last search are kept; only the others are searched.
    """
    home = plane.home.copy()
    changed_areas_names = {home[spot] for spot in ends if spot in home}
    areas: dict[Spot, Area] = {}
    layer_areas: list[Area] = []
    changed_areas: list[Area] = []
    for key, area in plane.areas.items():
        if area.layer.name != layer.name:
            areas[key] = area
        elif key not in changed_areas_names and (
            len(area.spots) == 1 or plane.laid.get(key) is area.spots
        ):
            layer_areas.append(area)
        else:
            changed_areas.append(area)
    placement_order = {cell: number for number, cell in enumerate(tiles)}

    def order(spot: Spot) -> tuple[int, int]:
        return placement_order[spot & ~PORT_MASK], spot & PORT_MASK

    starts = sorted([spot for area in changed_areas for spot in area.spots], key=order)
    pieces = [piece for area in changed_areas for piece in area.pieces]
    for spots, still_open in connected_components(tiles, links, layer, starts):
        standing = tuple([piece for piece in pieces if piece.spot in spots])
        layer_areas.append(Area(layer, spots, still_open, standing))
        for spot in spots:
            home[spot] = spots[0]
    layer_areas.sort(key=lambda area: order(area.spots[0]))
    laid = {key: spots for key, spots in plane.laid.items() if key in areas}
    laid |= {area.spots[0]: area.spots for area in layer_areas if len(area.spots) > 1}
    areas |= {area.spots[0]: area for area in layer_areas}
    return Plane.of(home, areas, laid)
