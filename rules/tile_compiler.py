"""Tiles compiled for the layers of a game, once, when a box is opened."""

from collections.abc import Iterable, Mapping, Sequence

from rules.forms import Form, Forms, FormsByGap, Stand
from rules.geometry import CROSS, MAX_CELL_COORDINATE, SLOTS_PER_CELL, Side, turned_port
from rules.layers import SIDE_MASK, Layer, ZonePatch
from rules.moves import Deploy
from rules.pieces import Role
from rules.tiles import Terrain, Tile, Zone


def side_terrains(tiles: Iterable[Tile]) -> tuple[Terrain, ...]:
    """The terrains of the sides of some tiles, sorted; the n-th has the code n + 1."""
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
    """Compile the four rotations of each tile, cut into patches by the layers of each plane."""
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
            ZonePatch(
                layer, zones, ports, sum(1 << port + SLOTS_PER_CELL * number for port in ports)
            )
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
        tuple(owner[port] for port in range(12)),
        tuple(tuple(map(tile.index, zone.touches)) for zone in tile.zones),
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
    )


def _joined_zones(zones: Sequence[Zone], layer: Layer) -> tuple[tuple[int, ...], ...]:
    """The zones of a layer, grouped by touching each other within the tile."""
    groups: list[list[int]] = []
    for index, zone in enumerate(zones):
        if zone.terrain not in layer.terrains:
            continue
        near = [g for g in groups if any(zones[other].letter in zone.touches for other in g)]
        groups = [g for g in groups if g not in near]
        groups.append(sorted([index, *(other for group in near for other in group)]))
    return tuple(map(tuple, sorted(groups)))
