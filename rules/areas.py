"""Areas: they grow and join when a tile is placed, and are searched when links change."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from rules.forms import Form
from rules.geometry import (
    ACROSS,
    HALO_PORT,
    PORT_MASK,
    SLOTS_PER_CELL,
    Cell,
    Joint,
    Spot,
    cell_of,
)
from rules.layers import Layer, Touch
from rules.pieces import Piece

Component: TypeAlias = tuple[tuple[Spot, ...], frozenset[Joint]]
"""The spots of an area, and the joints where the area is open."""


class Area(NamedTuple):
    """A connected component of a layer.

    ``open``: what is missing to close it: its joints in gaps, and the empty cells of its halo as
    their joint `HALO_PORT`. ``pieces`` are in order of deployment.
    """

    layer: Layer
    spots: tuple[Spot, ...]
    open: frozenset[Joint]
    pieces: tuple[Piece, ...]

    @property
    def closed(self) -> bool:
        """True without an open end or an empty halo cell."""
        return not self.open

    def cells(self) -> tuple[Cell, ...]:
        """The cells, each once, in the order of the spots."""
        return tuple(dict.fromkeys([spot - spot % SLOTS_PER_CELL for spot in self.spots]))


class Plane(NamedTuple):
    """The areas of layers that share no terrain.

    ``home`` maps spots to their area's key; ``held``: keys of areas with pieces, unordered.
    ``laid`` holds the spots of areas at their last search (`reconnect_layer`): an area with the
    same spots tuple is unchanged since.
    """

    home: dict[Spot, Spot]
    areas: dict[Spot, Area]
    held: tuple[Spot, ...]
    laid: Mapping[Spot, tuple[Spot, ...]]

    @classmethod
    def of(
        cls,
        home: dict[Spot, Spot],
        areas: dict[Spot, Area],
        laid: Mapping[Spot, tuple[Spot, ...]],
    ) -> "Plane":
        return cls(home, areas, tuple([key for key, area in areas.items() if area.pieces]), laid)


def extend_areas(
    plane: Plane, touches: Sequence[Touch], cell: Cell, met: Mapping[int, Spot]
) -> Plane:
    """Place a tile at ports that meet ``met``."""
    home, areas, held = plane.home.copy(), plane.areas.copy(), plane.held
    for layer, zones, ports, steps in touches:
        key = cell + zones[0]
        spots = (key,) if len(zones) == 1 else tuple([cell + zone for zone in zones])
        joints = [cell + step for step in steps]
        if not ports:
            area = Area(layer, spots, frozenset(joints), ())
        else:
            key = home[met[ports[0]]]
            others = {home[met[port]] for port in ports} - {key} if len(ports) > 1 else ()
            if others:
                # Each once, in the order of the ports.
                joined = [*dict.fromkeys([home[met[port]] for port in ports])]
                key, held = _join_areas(home, areas, held, joined)
            layer, old, still_open, pieces = areas[key]
            area = Area(layer, old + spots, still_open.symmetric_difference(joints), pieces)
        areas[key] = area
        for spot in spots:
            home[spot] = key
    return Plane(home, areas, held, plane.laid)


def _join_areas(
    home: dict[Spot, Spot],
    areas: dict[Spot, Area],
    held: tuple[Spot, ...],
    joined: Sequence[Spot],
) -> tuple[Spot, tuple[Spot, ...]]:
    """Merge areas in place into the largest. Return its key and the new ``held``."""
    largest = max(joined, key=lambda key: len(areas[key].spots))
    layer, spots, still_open, pieces = areas[largest]
    for key in joined:
        if key != largest:
            other = areas.pop(key)
            for spot in other.spots:
                home[spot] = largest
            spots += other.spots
            still_open |= other.open
            pieces += other.pieces
    areas[largest] = Area(layer, spots, still_open, pieces)
    if pieces:
        held = (*[key for key in held if key not in joined], largest)
    return largest, held


def connected_components(
    tiles: Mapping[Cell, Form],
    links: Collection[tuple[Spot, Spot]],
    layer: Layer,
    starts: Iterable[Spot] | None = None,
) -> list[Component]:
    """The components of a layer, each with the joints where it is open.

    With ``starts`` only those of these spots, in their order.
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
    """Recompute the areas of one layer by `connected_components`, in its order.

    ``ends``: spots whose links changed. Areas without such a spot that are unchanged since the last
    search are kept.
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
