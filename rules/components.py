"""The areas of a layer found from nothing but tiles and links: slow, and the measure of truth."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from rules.forms import Form
from rules.geometry import ACROSS, HALO, PORT, Cell, Joint, Spot, cell_of
from rules.layers import Layer

Component: TypeAlias = tuple[tuple[Spot, ...], frozenset[Joint]]
"""The spots of an area, and the joints where it is open."""


def components(
    tiles: Mapping[Cell, Form],
    links: Collection[tuple[Spot, Spot]],
    layer: Layer,
    starts: Iterable[Spot] | None = None,
) -> list[Component]:
    """The connected components of a layer, each with the joints where it is open.

    With ``starts`` those that these spots belong to, in their order; else all, as the tiles lie.
    """
    name = layer.name
    if starts is None:
        starts = [cell + zone for cell, form in tiles.items() for zone in form.ways(name)]
    linked: dict[Spot, list[Spot]] = {}
    for one, other in links:
        if all(spot & PORT in tiles[cell_of(spot)].ways(name) for spot in (one, other)):
            linked.setdefault(one, []).append(other)
            linked.setdefault(other, []).append(one)
    found: list[Component] = []
    seen: set[Spot] = set()
    for start in starts:
        if start in seen:
            continue
        reached = [start]
        seen.add(start)
        ahead: list[Joint] = []
        for spot in reached:
            index = spot & PORT
            here = spot - index
            zones, ports, halo = tiles[here].ways(name)[index]
            near = [here + other for other in zones]
            for port in ports:
                joint = here + ACROSS[port]
                facing = joint & PORT
                neighbour = tiles.get(joint - facing)
                if neighbour is None:
                    ahead.append(joint)
                else:
                    near.append(joint - facing + neighbour.owners[facing])
            near += linked.get(spot, ())
            for other in near:
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
            ahead += [there + HALO for step in halo if (there := here + step) not in tiles]
        found.append((tuple(reached), frozenset(ahead)))
    return found
