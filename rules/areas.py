"""Areas, and how they grow and join when a tile is placed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from rules.geometry import HALO_PORT, PORT_MASK, SLOTS_PER_CELL, Cell, Joint, Spot
from rules.layers import Layer, Touch
from rules.pieces import Piece


class Area(NamedTuple):
    """A connected component of a layer.

    ``open`` lists what is missing to close the area: its joints in gaps, and the empty cells of its
    halo as their joint `HALO_PORT`. ``pieces`` stand on it, in the order of deployment.
    """

    layer: Layer
    spots: tuple[Spot, ...]
    open: frozenset[Joint]
    pieces: tuple[Piece, ...]

    @property
    def closed(self) -> bool:
        """Return True if the area has no open end and no empty cell in its halo."""
        return not self.open

    def cells(self) -> tuple[Cell, ...]:
        """The cells of the area, each once, in the order of the spots."""
        return tuple(dict.fromkeys([spot - spot % SLOTS_PER_CELL for spot in self.spots]))


class Plane(NamedTuple):
    """The areas of layers that share no terrain.

    ``home`` maps each spot to the key of its area, ``held`` are the keys of areas with pieces, in
    no particular order. ``laid`` holds the spots of areas at their last search
    (`rules.area_search`): an area with the same spots tuple is unchanged since.
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
        """Build a plane from its areas."""
        return cls(home, areas, tuple([key for key, area in areas.items() if area.pieces]), laid)


def find_taken_ports(planes: Sequence[Plane]) -> dict[Cell, int]:
    """Compute the value of `Board.taken` from the areas alone."""
    taken: dict[Cell, int] = {}
    for number, plane in enumerate(planes):
        for key in plane.held:
            mark_taken(taken, number, plane.areas[key].open)
    return taken


def mark_taken(taken: dict[Cell, int], number: int, joints: Iterable[Joint]) -> None:
    """Mark in ``taken`` that an open area of the n-th plane holds a piece."""
    for joint in joints:
        port = joint & PORT_MASK
        if port != HALO_PORT:
            cell = joint - port
            taken[cell] = taken.get(cell, 0) | 1 << port + SLOTS_PER_CELL * number


def unmark_taken(taken: dict[Cell, int], number: int, joints: Iterable[Joint]) -> None:
    """Mark in ``taken`` that an open area of the n-th plane holds no piece any more."""
    for joint in joints:
        port = joint & PORT_MASK
        if port != HALO_PORT:
            cell = joint - port
            taken[cell] = taken.get(cell, 0) & ~(1 << port + SLOTS_PER_CELL * number)


def extend_areas(
    plane: Plane,
    number: int,
    touches: Sequence[Touch],
    cell: Cell,
    met: Mapping[int, Spot],
    taken: dict[Cell, int],
) -> Plane:
    """The plane after a tile is placed at ports that meet ``met``; ``taken`` is updated."""
    home, areas, held = plane.home.copy(), plane.areas.copy(), plane.held
    for layer, zones, ports, steps, onward in touches:
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
            if pieces and others:
                # A join may connect open ports to a piece for the first time.
                mark_taken(taken, number, area.open)
            elif pieces:
                for step, bit in onward:
                    taken[cell + step] = taken.get(cell + step, 0) | bit
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
