"""Layers, and tiles as the board wants them: each rotation compiled once, when a box is opened.

A **layer** is a set of terrains whose connected zones form areas. Two layers that share a terrain
cannot be told apart by the spot alone, so each lies on a *plane* of
its own; on one plane a spot belongs to one area at most.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeAlias

from rules.geometry import CROSS, SLOTS, Cell, turned_port
from rules.moves import Deploy
from rules.pieces import Role
from rules.tiles import Terrain, Tile, Zone

NIBBLE: Final = 0xF
"""The bits of one side of a form or gap: a terrain's code, from 1; 0 where nothing is asked."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A set of terrains; ``halo`` are the cells around a zone that must be filled as well."""

    name: str
    terrains: frozenset[Terrain]
    halo: tuple[Cell, ...] = ()


def planes_of(layers: Sequence[Layer]) -> tuple[tuple[Layer, ...], ...]:
    """The layers dealt onto as few planes as keep the terrains of a plane disjoint."""
    planes: list[list[Layer]] = []
    for layer in layers:
        for plane in planes:
            if all(layer.terrains.isdisjoint(other.terrains) for other in plane):
                plane.append(layer)
                break
        else:
            planes.append([layer])
    return tuple(map(tuple, planes))


@dataclass(frozen=True, slots=True)
class Patch:
    """The zones of a tile that one layer joins within the tile.

    ``ports`` are the joints through which the patch goes on into neighbours, ``mask`` the same as
    bits; those of the n-th plane are shifted by SLOTS * n: one integer speaks of all planes.
    """

    layer: Layer
    zones: tuple[int, ...]
    ports: tuple[int, ...]
    mask: int


@dataclass(frozen=True, slots=True)
class Stand:
    """A place for a piece on a tile: the figure, its role, its plane and zone, its patch's mask."""

    figure: Deploy
    role: Role
    plane: int
    zone: int
    mask: int


Cut: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""Zones that one layer joins within a tile, and the (port, zone) pairs that meet a neighbour."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A tile in one rotation.

    ``sides`` holds the terrain code of each side, north in the lowest four bits. ``joints`` are
    the (port, zone) pairs that meet a neighbour: one where a whole side is one zone, else three.
    ``patches`` lists the patches on each plane.
    ``demands`` pairs each neighbouring cell's step with what this tile demands of that cell.
    ``stands`` are the places for a piece, by segment and then by role. ``heads`` are the first
    zones of all patches with their planes, ``halos`` the zones that have one, ``masks`` the masks
    of the patches that meet a neighbour at more than one point.
    """

    tile: Tile
    rotation: int
    sides: int
    joints: tuple[tuple[int, int], ...]
    patches: tuple[tuple[Patch, ...], ...]
    demands: tuple[tuple[Cell, int], ...]
    stands: tuple[Stand, ...]
    heads: tuple[tuple[int, int], ...]
    halos: tuple[tuple[int, tuple[Cell, ...]], ...]
    masks: tuple[int, ...]
    offers: dict[tuple[int, int, int], tuple[Deploy | None, ...]] = field(
        default_factory=dict, repr=False
    )
    """What `reach` found for this form, remembered by what is taken and what is in supply."""
    cuts: dict[str, tuple[Cut, ...]] = field(default_factory=dict, repr=False)
    """What `cut` found, by layer."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Form):
            return NotImplemented
        mine = (self.tile, self.rotation, self.patches, self.stands)
        return mine == (other.tile, other.rotation, other.patches, other.stands)

    def __hash__(self) -> int:
        return hash((self.tile.id, self.rotation))

    def cut(self, layer: str) -> tuple[Cut, ...]:
        """For each patch of a layer its zones, and the joints that lead out of it."""
        if layer not in self.cuts:
            self.cuts[layer] = tuple(
                (patch.zones, tuple((p, zone) for p, zone in self.joints if zone in patch.zones))
                for plane in self.patches
                for patch in plane
                if patch.layer.name == layer
            )
        return self.cuts[layer]

    @property
    def degrees(self) -> int:
        """The rotation in degrees clockwise."""
        return 90 * self.rotation

    def stand(self, figure: Deploy) -> Stand:
        """The place that a figure names; StopIteration where there is none."""
        return next(stand for stand in self.stands if stand.figure == figure)

    def fits(self, gap: int) -> bool:
        """Whether every side that the gap constrains matches (COM-07)."""
        return not (gap ^ self.sides) & _asked(gap)


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """The four rotations of a tile, and which of those that look different fit a kind of gap."""

    tile: Tile
    turned: tuple[Form, ...]
    distinct: tuple[Form, ...]
    same: tuple[Form, ...]
    """For each rotation the distinct form that looks like it."""
    fitting: Mapping[int, tuple[Form, ...]] = field(repr=False)
    """The distinct forms that fit a gap, by the gap's four constraints; found as it is asked."""

    def __eq__(self, other: object) -> bool:
        return self.turned == other.turned if isinstance(other, Forms) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tile.id)


class _Fitting(dict[int, tuple[Form, ...]]):
    """A table that fills itself: which of some forms fit a gap depends on nothing but the gap."""

    def __init__(self, distinct: tuple[Form, ...]) -> None:
        self.distinct = distinct

    def __missing__(self, gap: int) -> tuple[Form, ...]:
        asked = _asked(gap)
        found = self[gap] = tuple(f for f in self.distinct if not (gap ^ f.sides) & asked)
        return found


@cache
def _asked(gap: int) -> int:
    """All the bits of the sides that a gap constrains."""
    return sum(NIBBLE << shift for shift in (0, 4, 8, 12) if gap >> shift & NIBBLE)


def compile_tile(
    tile: Tile,
    planes: Sequence[Sequence[Layer]],
    roles: Sequence[Role],
    codes: Mapping[Terrain, int],
) -> Forms:
    """A tile in its four rotations, cut into patches by the layers of each plane.

    ``codes`` give each terrain a number from 1 to NIBBLE.
    """
    turned = tuple(_form(tile, quarters, planes, roles, codes) for quarters in range(4))
    distinct = tuple(turned[quarters] for quarters in tile.rotations())
    same = tuple(turned[tile.same_look(quarters)] for quarters in range(4))
    return Forms(tile, turned, distinct, same, _Fitting(distinct))


def _form(
    tile: Tile,
    quarters: int,
    planes: Sequence[Sequence[Layer]],
    roles: Sequence[Role],
    terrain_codes: Mapping[Terrain, int],
) -> Form:
    owner = {
        turned_port(port, quarters): index
        for index, zone in enumerate(tile.zones)
        for port in zone.ports
    }
    joints = tuple(
        (port, owner[port])
        for port in range(12)
        if port % 3 == 1 or owner[port] != owner[3 * (port // 3) + 1]
    )
    codes = [terrain_codes[tile.zones[owner[3 * side + 1]].terrain] for side in range(4)]
    patches = tuple(
        tuple(
            Patch(layer, zones, ports, sum(1 << port + SLOTS * number for port in ports))
            for layer in layers
            for zones in _joined_zones(tile.zones, layer)
            for ports in (tuple(port for port, zone in joints if zone in zones),)
        )
        for number, layers in enumerate(planes)
    )
    return Form(
        tile,
        quarters,
        sum(code << 4 * side for side, code in enumerate(codes)),
        joints,
        patches,
        tuple((CROSS[side], codes[side] << 4 * ((side + 2) % 4)) for side in range(4)),
        tuple(
            Stand(Deploy(role.name, zone.letter), role, plane, index, patch.mask)
            for index, zone in enumerate(tile.zones)
            for role in roles
            for plane, cut in enumerate(patches)
            for patch in cut
            if index in patch.zones and patch.layer.name == role.layer
        ),
        tuple((number, patch.zones[0]) for number, cut in enumerate(patches) for patch in cut),
        tuple((p.zones[0], p.layer.halo) for cut in patches for p in cut if p.layer.halo),
        tuple(patch.mask for cut in patches for patch in cut if len(patch.ports) > 1),
    )


def _joined_zones(zones: Sequence[Zone], layer: Layer) -> tuple[tuple[int, ...], ...]:
    """The zones of a layer in groups that touch each other within the tile."""
    groups: list[list[int]] = []
    for index, zone in enumerate(zones):
        if zone.terrain not in layer.terrains:
            continue
        near = [g for g in groups if any(zones[other].letter in zone.touches for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([index, *(other for group in near for other in group)]))
    return tuple(map(tuple, sorted(groups)))
