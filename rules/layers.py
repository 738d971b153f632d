"""Layers, the patches they cut tiles into, and how these meet the neighbours of a tile.

A **layer** is a set of terrains whose connected zones form areas. Two layers that share a terrain
cannot be told apart by the spot alone, so each lies on a *plane* of
its own; on one plane a spot belongs to one area at most.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from rules.geometry import ACROSS, CROSS, SLOTS_PER_CELL, Cell
from rules.tiles import Terrain

SIDE_MASK: Final = 0xF
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


@cache
def constraint_mask(gap: int) -> int:
    """All the bits of the sides that a gap constrains."""
    return sum(SIDE_MASK << shift for shift in (0, 4, 8, 12) if gap >> shift & SIDE_MASK)


class Touch(NamedTuple):
    """A patch of a form that has neighbours on some of its sides.

    ``met`` are its joints to these. ``steps`` lead from the cell to the joints that change: those
    of ``met``, which are filled, and those of gaps, which open; ``onward`` says of the latter to
    which cell and at which bit of `Patch.mask` they look into it.
    """

    layer: Layer
    zones: tuple[int, ...]
    met: tuple[int, ...]
    steps: tuple[int, ...]
    onward: tuple[tuple[Cell, int], ...]


class Contact(NamedTuple):
    """A form that has neighbours on some of its sides.

    ``demands`` are those of `Form.demands` that go to gaps; ``met`` the joints to neighbours,
    ``ahead`` the steps to the joints of gaps with the zones that look there; ``touches`` the
    patches on each plane.
    """

    demands: tuple[tuple[Cell, int], ...]
    met: tuple[int, ...]
    ahead: tuple[tuple[int, int], ...]
    touches: tuple[tuple[Touch, ...], ...]

    @classmethod
    def of(
        cls,
        joints: tuple[tuple[int, int], ...],
        demands: tuple[tuple[Cell, int], ...],
        patches: Sequence[Sequence[Patch]],
        sides: int,
    ) -> "Contact":
        """The contact of a form, by the bits of the sides with a neighbour."""
        return cls(
            tuple(
                demand for side, demand in enumerate(demands) if not _has_neighbour(sides, 3 * side)
            ),
            tuple(port for port, _ in joints if _has_neighbour(sides, port)),
            tuple((ACROSS[port], zone) for port, zone in joints if not _has_neighbour(sides, port)),
            tuple(
                tuple(
                    _touch(
                        *(patch.layer, number, patch.zones, patch.ports),
                        tuple(port for port in patch.ports if _has_neighbour(sides, port)),
                    )
                    for patch in cut
                )
                for number, cut in enumerate(patches)
            ),
        )


def _has_neighbour(sides: int, port: int) -> bool:
    """Return True if a border point lies on one of some sides."""
    return bool(sides >> 4 * (port // 3) & SIDE_MASK)


@cache  # Most patches are like one of another tile.
def _touch(
    layer: Layer, number: int, zones: tuple[int, ...], ports: tuple[int, ...], met: tuple[int, ...]
) -> Touch:
    """A patch of the n-th plane that meets neighbours at some of its ports."""
    return Touch(
        *(layer, zones, met),
        tuple(port if port in met else ACROSS[port] for port in ports),
        tuple(
            (CROSS[port // 3], 1 << ACROSS[port] % SLOTS_PER_CELL + SLOTS_PER_CELL * number)
            for port in ports
            if port not in met
        ),
    )
