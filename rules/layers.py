"""Layers, the patches they cut tiles into, and how these meet the neighbours of a tile.

A **layer** is a set of terrains whose connected zones form areas. Two layers that share a terrain
lie on different *planes*, so that on one plane a spot belongs to one area at most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from rules.geometry import ACROSS, CROSS, FACING, Cell
from rules.tiles import Terrain

SIDE_MASK: Final = 0xF
"""The bits of one side of a form or gap: a terrain's code from 1, or 0 for no constraint."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A set of terrains; ``halo`` are the steps to the cells that must be filled around a zone."""

    name: str
    terrains: frozenset[Terrain]
    halo: tuple[Cell, ...] = ()


def planes_of(layers: Sequence[Layer]) -> tuple[tuple[Layer, ...], ...]:
    """Distribute layers over as few planes as possible, no terrain twice on a plane."""
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
class ZonePatch:
    """Zones of a tile that one layer joins within it.

    ``ports``: joints to neighbours, ``mask``: the same as bits.
    """

    layer: Layer
    zones: tuple[int, ...]
    ports: tuple[int, ...]
    mask: int


@cache
def constraint_mask(gap: int) -> int:
    """The bits of all sides that a gap constrains."""
    return sum(SIDE_MASK << shift for shift in (0, 4, 8, 12) if gap >> shift & SIDE_MASK)


class Touch(NamedTuple):
    """A patch of a form that has neighbours on some sides.

    ``met``: its joints to them. ``steps`` lead from the cell to the joints that change: those of
    ``met``, which are filled, and the joints of gaps, which open.
    """

    layer: Layer
    zones: tuple[int, ...]
    met: tuple[int, ...]
    steps: tuple[int, ...]


class Contact(NamedTuple):
    """A form that has neighbours on some sides.

    ``demands``: the `Form.demands` on gaps; ``met``: joints to neighbours, each with the step to
    the neighbour and the port there; ``touches``: patches by plane.
    """

    demands: tuple[tuple[Cell, int], ...]
    met: tuple[tuple[int, Cell, int], ...]
    touches: tuple[tuple[Touch, ...], ...]

    @classmethod
    def of(
        cls,
        joints: tuple[tuple[int, int], ...],
        demands: tuple[tuple[Cell, int], ...],
        patches: Sequence[Sequence[ZonePatch]],
        sides: int,
    ) -> "Contact":
        """``sides``: bits of the sides with a neighbour."""
        return cls(
            tuple(
                demand for side, demand in enumerate(demands) if not _has_neighbour(sides, 3 * side)
            ),
            tuple(
                (port, CROSS[port // 3], FACING[port])
                for port, _ in joints
                if _has_neighbour(sides, port)
            ),
            tuple(
                tuple(
                    _touch(
                        *(patch.layer, patch.zones, patch.ports),
                        tuple(port for port in patch.ports if _has_neighbour(sides, port)),
                    )
                    for patch in cut
                )
                for cut in patches
            ),
        )


def _has_neighbour(sides: int, port: int) -> bool:
    return bool(sides >> 4 * (port // 3) & SIDE_MASK)


@cache  # most patches equal one of another tile
def _touch(
    layer: Layer, zones: tuple[int, ...], ports: tuple[int, ...], met: tuple[int, ...]
) -> Touch:
    return Touch(layer, zones, met, tuple(port if port in met else ACROSS[port] for port in ports))
