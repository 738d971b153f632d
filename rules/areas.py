"""Areas, and how they grow and join when a tile is placed."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.components import Component
from rules.geometry import ACROSS, PORT, SLOTS, Cell, Joint, Spot, cell_of
from rules.layers import Layer, Patch
from rules.pieces import Piece


class Area(NamedTuple):
    """A connected component of a layer.

    ``open`` is what is missing to close it: the joints of gaps that it looks into, and the
    unfilled cells of its halo, as their joint `HALO`. ``pieces`` stand on it, in the order they
    came.
    """

    layer: Layer
    spots: tuple[Spot, ...]
    open: frozenset[Joint]
    pieces: tuple[Piece, ...]

    @property
    def closed(self) -> bool:
        """Whether nothing is missing any more."""
        return not self.open

    def cells(self) -> tuple[Cell, ...]:
        """The cells it covers, each once, in the order of the spots."""
        return tuple(dict.fromkeys(cell_of(spot) for spot in self.spots))


class Plane(NamedTuple):
    """The areas of layers that share no terrain: ``home`` says which area a spot belongs to."""

    home: dict[Spot, Spot]
    areas: dict[Spot, Area]


def taken_points(planes: Sequence[Plane]) -> dict[Cell, int]:
    """What `Board.taken` says, found from nothing but the areas."""
    found: dict[Cell, int] = {}
    for number, plane in enumerate(planes):
        for area in plane.areas.values():
            for joint in area.open if area.pieces else ():
                port = joint & PORT
                found[joint - port] = found.get(joint - port, 0) | 1 << port + SLOTS * number
    return found


def grown(
    plane: Plane,
    number: int,
    patches: Sequence[Patch],
    cell: Cell,
    met: Mapping[int, Spot],
    taken: dict[Cell, int],
) -> Plane:
    """A plane after a tile is placed whose ports meet some spots; ``taken`` is kept up in place."""
    home, areas = dict(plane.home), dict(plane.areas)
    for patch in patches:
        spots = tuple([cell + zone for zone in patch.zones])
        joined: list[Spot] = []
        # Each port fills a joint of the cell that a neighbour was open at, or opens a new one.
        turned: list[Joint] = []
        for port in patch.ports:
            if port in met:
                turned.append(cell + port)
                at = home[met[port]]
                if at not in joined:
                    joined.append(at)
            else:
                turned.append(cell + ACROSS[port])
        if not joined:
            into = spots[0]
            area = Area(patch.layer, spots, frozenset(turned), ())
        else:
            into, area = _joined(home, areas, joined, spots, turned)
            if area.pieces:
                # Joining several areas may have brought a piece to where there was none.
                for joint in turned if len(joined) == 1 else area.open:
                    port = joint & PORT
                    there = joint - port
                    if there != cell:
                        taken[there] = taken.get(there, 0) | 1 << port + SLOTS * number
        for spot in spots:
            home[spot] = into
        areas[into] = area
    return Plane(home, areas)


def _joined(
    home: dict[Spot, Spot],
    areas: dict[Spot, Area],
    joined: Sequence[Spot],
    spots: tuple[Spot, ...],
    turned: Sequence[Joint],
) -> tuple[Spot, Area]:
    """New spots and the areas they touch as one, under the name of the largest of these."""
    into = joined[0]
    if len(joined) > 1:
        into = max(joined, key=lambda at: len(areas[at].spots))
    layer, all_spots, still_open, pieces = areas[into]
    for at in joined:
        if at != into:
            other = areas.pop(at)
            for spot in other.spots:
                home[spot] = into
            all_spots += other.spots
            still_open |= other.open
            pieces += other.pieces
    return into, Area(layer, all_spots + spots, still_open.symmetric_difference(turned), pieces)


def relaid(plane: Plane, layer: Layer, found: Sequence[Component]) -> Plane:
    """A plane whose areas of one layer are replaced by components found anew."""
    pieces = [
        p for area in plane.areas.values() if area.layer.name == layer.name for p in area.pieces
    ]
    home = dict(plane.home)
    areas = {at: area for at, area in plane.areas.items() if area.layer.name != layer.name}
    for spots, still_open in found:
        standing = tuple(piece for piece in pieces if piece.spot in spots)
        areas[spots[0]] = Area(layer, spots, still_open, standing)
        for spot in spots:
            home[spot] = spots[0]
    return Plane(home, areas)
