"""Tiles as the board wants them: each rotation compiled once, when a box is opened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.geometry import Cell
from rules.layers import Contact, Patch, constrained
from rules.moves import Deploy
from rules.pieces import Role
from rules.tiles import Tile


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
    contacts: dict[int, Contact] = field(default_factory=dict, repr=False)
    """What `contact` found, by the sides that have a neighbour."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Form):
            return NotImplemented
        mine = (self.tile, self.rotation, self.patches, self.stands)
        return mine == (other.tile, other.rotation, other.patches, other.stands)

    def __hash__(self) -> int:
        return hash((self.tile.id, self.rotation))

    def __reduce__(self) -> tuple[type["Form"], tuple[object, ...]]:
        # What it remembers is found again as it is asked for.
        said = (self.tile, self.rotation, self.sides, self.joints, self.patches, self.demands)
        return Form, (*said, self.stands, self.heads, self.halos, self.masks)

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

    def contact(self, gap: int) -> Contact:
        """How it lies in a gap that it fits; the gap 0 has no neighbours."""
        sides = constrained(gap)
        found = self.contacts.get(sides)
        if found is None:
            found = self.contacts[sides] = Contact.of(
                self.joints, self.demands, self.patches, sides
            )
        return found

    @property
    def degrees(self) -> int:
        """The rotation in degrees clockwise."""
        return 90 * self.rotation

    def stand(self, figure: Deploy) -> Stand:
        """The place that a figure names; KeyError where there is none."""
        role, letter = figure.role, figure.letter
        for stand in self.stands:
            if stand.figure.letter == letter and stand.figure.role == role:
                return stand
        raise KeyError(figure)

    def fits(self, gap: int) -> bool:
        """Whether every side that the gap constrains matches (COM-07)."""
        return not (gap ^ self.sides) & constrained(gap)


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


class Fitting(dict[int, tuple[Form, ...]]):
    """A table that fills itself: which of some forms fit a gap depends on nothing but the gap."""

    def __init__(self, distinct: tuple[Form, ...]) -> None:
        self.distinct = distinct

    def __reduce__(self) -> tuple[type["Fitting"], tuple[tuple[Form, ...]]]:
        return Fitting, (self.distinct,)

    def __missing__(self, gap: int) -> tuple[Form, ...]:
        asked = constrained(gap)
        found = self[gap] = tuple(f for f in self.distinct if not (gap ^ f.sides) & asked)
        return found
