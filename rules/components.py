"""The areas of a layer found from nothing but tiles and links: slow, and the measure of truth."""

from collections.abc import Collection, Mapping
from typing import TypeAlias

from rules.forms import Form
from rules.geometry import ACROSS, HALO, PORT, Cell, Joint, Spot
from rules.layers import Layer

Component: TypeAlias = tuple[tuple[Spot, ...], frozenset[Joint]]
"""The spots of an area, and the joints where it is open."""


def components(
    tiles: Mapping[Cell, Form], links: Collection[tuple[Spot, Spot]], layer: Layer
) -> list[Component]:
    """The connected components of a layer, each with the joints where it is open."""
    near: dict[Spot, list[Spot]] = {}
    still_open: dict[Spot, list[Joint]] = {}
    owner: dict[Joint, Spot] = {}
    for cell, form in tiles.items():
        for zones, joints in form.cut(layer.name):
            first = cell + zones[0]
            if len(zones) == 1:
                near[first] = []
            else:
                spots = [cell + zone for zone in zones]
                for spot in spots:
                    near[spot] = [other for other in spots if other != spot]
            if layer.halo:
                still_open[first] = [
                    c + HALO for step in layer.halo if (c := cell + step) not in tiles
                ]
            for port, zone in joints:
                owner[cell + port] = cell + zone
    for joint, spot in owner.items():
        port = joint & PORT
        across = joint - port + ACROSS[port]
        neighbour = owner.get(across)
        if neighbour is None:
            still_open.setdefault(spot, []).append(across)
        else:
            near[spot].append(neighbour)
    for one, other in links:
        if one in near and other in near:
            near[one].append(other)
            near[other].append(one)
    found: list[Component] = []
    seen: set[Spot] = set()
    for start in near:
        if start in seen:
            continue
        reached = [start]
        seen.add(start)
        for spot in reached:
            for other in near[spot]:
                if other not in seen:
                    seen.add(other)
                    reached.append(other)
        ahead = frozenset([joint for spot in reached for joint in still_open.get(spot, ())])
        found.append((tuple(reached), ahead))
    return found
