"""Tiles compiled for a game: each rotation, the gaps that it fits, and its places for pieces."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.geometry import CROSS, MAX_CELL_COORDINATE, SLOTS_PER_CELL, Cell, Side, turned_port
from rules.layers import SIDE_MASK, Contact, Layer, ZonePatch, constraint_mask
from rules.moves import Deploy
from rules.pieces import Role
from rules.tiles import Terrain, Tile, Zone


@dataclass(frozen=True, slots=True)
class Stand:
    """A place for a piece on a tile: the figure, its role, its plane and zone."""

    figure: Deploy
    role: Role
    plane: int
    zone: int


ZoneExits: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[Cell, ...]]
"""The exits of a zone on a layer: connected zones of the tile, joints, and halo steps.

In a patch of several zones only the first zone has the halo.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """A tile in one rotation.

    ``sides`` holds the terrain code of each side, north in the lowest four bits. ``joints`` are the
    (port, zone) pairs that meet a neighbour: one where a whole side is one zone, else three.
    ``owners``: zones at all border points; ``borders``: the zones that each zone touches on the
    tile where that matters to a rule; ``patches`` by plane; ``demands`` pairs the step to each
    neighbouring cell with the demand on it; ``stands``: places for a piece, by segment, then role;
    ``heads``: first zones of all patches with their planes; ``halos``: zones with a halo.
    """

    tile: Tile
    rotation: int
    sides: int
    joints: tuple[tuple[int, int], ...]
    owners: tuple[int, ...]
    borders: tuple[tuple[int, ...], ...]
    patches: tuple[tuple[ZonePatch, ...], ...]
    demands: tuple[tuple[Cell, int], ...]
    stands: tuple[Stand, ...]
    heads: tuple[tuple[int, int], ...]
    halos: tuple[tuple[int, tuple[Cell, ...]], ...]
    passages: dict[str, Mapping[int, ZoneExits]] = field(default_factory=dict, repr=False)
    """The results of `zone_exits`, by layer."""
    contacts: dict[int, Contact] = field(default_factory=dict, repr=False)
    """The results of `contact`, by the sides that have a neighbour."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Form):
            return NotImplemented
        mine = (self.tile, self.rotation, self.patches, self.stands)
        return mine == (other.tile, other.rotation, other.patches, other.stands)

    def __hash__(self) -> int:
        return hash((self.tile.id, self.rotation))

    def __reduce__(self) -> tuple[type["Form"], tuple[object, ...]]:
        # The caches are left out and refilled on demand.
        geometry = (self.tile, self.rotation, self.sides, self.joints, self.owners, self.borders)
        return Form, (
            *geometry,
            self.patches,
            self.demands,
            self.stands,
            self.heads,
            self.halos,
        )

    def zone_exits(self, layer: str) -> Mapping[int, ZoneExits]:
        """Exits of each zone of a layer, patch by patch."""
        exits = self.passages.get(layer)
        if exits is None:
            exits = self.passages[layer] = {
                zone: (
                    tuple(other for other in patch.zones if other != zone),
                    tuple(port for port, owner in self.joints if owner == zone),
                    patch.layer.halo if zone == patch.zones[0] else (),
                )
                for plane in self.patches
                for patch in plane
                if patch.layer.name == layer
                for zone in patch.zones
            }
        return exits

    def contact(self, gap: int) -> Contact:
        """The contact with a gap that the form fits; the gap 0 has no neighbours."""
        sides = constraint_mask(gap)
        contact = self.contacts.get(sides)
        if contact is None:
            contact = self.contacts[sides] = Contact.of(
                self.joints, self.demands, self.patches, sides
            )
        return contact

    @property
    def degrees(self) -> int:
        return 90 * self.rotation

    def stand(self, figure: Deploy) -> Stand:
        """Raise KeyError if the tile has no such place."""
        role, letter = figure.role, figure.letter
        for stand in self.stands:
            if stand.figure.letter == letter and stand.figure.role == role:
                return stand
        raise KeyError(figure)

    def fits(self, gap: int) -> bool:
        """True if every side that the gap constrains matches (COM-07)."""
        return not (gap ^ self.sides) & constraint_mask(gap)


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """A tile's four rotations, the distinct ones, and which of these fit a kind of gap."""

    tile: Tile
    turned: tuple[Form, ...]
    distinct: tuple[Form, ...]
    same: tuple[Form, ...]
    """For each rotation the distinct form with the same look."""
    fitting: Mapping[int, tuple[Form, ...]] = field(repr=False)
    """The distinct forms that fit a gap, by the gap's four constraints."""

    def __eq__(self, other: object) -> bool:
        return self.turned == other.turned if isinstance(other, Forms) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.tile.id)


class FormsByGap(dict[int, tuple[Form, ...]]):
    """The distinct forms that fit a gap, by its constraints; filled lazily."""

    def __init__(self, distinct: tuple[Form, ...]) -> None:
        self.distinct = distinct

    def __reduce__(self) -> tuple[type["FormsByGap"], tuple[tuple[Form, ...]]]:
        return FormsByGap, (self.distinct,)

    def __missing__(self, gap: int) -> tuple[Form, ...]:
        mask = constraint_mask(gap)
        forms = self[gap] = tuple(f for f in self.distinct if not (gap ^ f.sides) & mask)
        return forms


def side_terrains(tiles: Iterable[Tile]) -> tuple[Terrain, ...]:
    """The terrains, sorted; the n-th has the code n + 1."""
    return tuple(sorted({tile.terrain(side) for tile in tiles for side in Side}))


def check_capacity(name: str, tiles: Sequence[Tile], copies: int) -> None:
    """Raise ValueError for a game that exceeds the compiled format."""
    for what, number, most in (
        ("terrains at the sides of tiles", len(side_terrains(tiles)), SIDE_MASK),
        ("zones on a tile", max(len(tile.zones) for tile in tiles), SLOTS_PER_CELL),
        ("tiles, which could lie in one line,", copies, MAX_CELL_COORDINATE),
    ):
        if number > most:
            raise ValueError(f"{name} has {number} {what}; there is room for {most}")


def compile_tiles(
    tiles: Iterable[Tile],
    planes: Sequence[Sequence[Layer]],
    roles: Sequence[Role],
    terrains: Sequence[Terrain],
) -> dict[str, Forms]:
    """Compile the four rotations of each tile, cut into patches by layer and plane."""
    codes = {terrain: code for code, terrain in enumerate(terrains, 1)}
    compiled: dict[str, Forms] = {}
    for tile in tiles:
        turned = tuple(_compile_form(tile, quarters, planes, roles, codes) for quarters in range(4))
        distinct = tuple(turned[quarters] for quarters in tile.rotations())
        same = tuple(turned[tile.same_look(quarters)] for quarters in range(4))
        compiled[tile.id] = Forms(tile, turned, distinct, same, FormsByGap(distinct))
    return compiled


def _compile_form(
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
            ZonePatch(layer, zones, ports, sum(1 << port for port in ports))
            for layer in layers
            for zones in _joined_zones(tile.zones, layer)
            for ports in (tuple(port for port, zone in joints if zone in zones),)
        )
        for layers in planes
    )
    return Form(
        tile,
        quarters,
        sum(code << 4 * side for side, code in enumerate(codes)),
        joints,
        tuple(owner[port] for port in range(12)),
        tuple(tuple(map(tile.index, zone.touches)) for zone in tile.zones),
        patches,
        tuple((CROSS[side], codes[side] << 4 * ((side + 2) % 4)) for side in range(4)),
        tuple(
            Stand(Deploy(role.name, zone.letter), role, plane, index)
            for index, zone in enumerate(tile.zones)
            for role in roles
            for plane, cut in enumerate(patches)
            for patch in cut
            if index in patch.zones and patch.layer.name == role.layer
        ),
        tuple((number, patch.zones[0]) for number, cut in enumerate(patches) for patch in cut),
        tuple((p.zones[0], p.layer.halo) for cut in patches for p in cut if p.layer.halo),
    )


def _joined_zones(zones: Sequence[Zone], layer: Layer) -> tuple[tuple[int, ...], ...]:
    """The zones of a layer, grouped by touch within the tile."""
    groups: list[list[int]] = []
    for index, zone in enumerate(zones):
        if zone.terrain not in layer.terrains:
            continue
        near = [g for g in groups if any(zones[other].letter in zone.touches for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([index, *(other for group in near for other in group)]))
    return tuple(map(tuple, sorted(groups)))
