"""The colours of the three worlds: few, flat and shared, so that pictures stay small."""

from dataclasses import dataclass
from typing import Final

from renderer.art.kinds import World
from renderer.art.pen import Ink


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of a world's ground, water, roads and masses."""

    ground: Ink
    ground_dark: Ink
    ground_light: Ink
    blade: Ink
    blade_light: Ink
    bank: Ink
    bank_edge: Ink
    water: Ink
    deep: Ink
    ripple: Ink
    road: Ink
    kerb: Ink
    rut: Ink
    mass: Ink
    mass_dark: Ink
    mass_shadow: Ink


HUNTERS: Final = Tones(
    ground=(159, 183, 92),
    ground_dark=(150, 175, 85),
    ground_light=(168, 191, 101),
    blade=(118, 147, 66),
    blade_light=(190, 208, 124),
    bank=(230, 214, 162),
    bank_edge=(135, 140, 78),
    water=(76, 146, 188),
    deep=(58, 122, 168),
    ripple=(142, 197, 220),
    road=(232, 220, 186),
    kerb=(122, 104, 74),
    rut=(206, 190, 150),
    mass=(48, 89, 55),
    mass_dark=(34, 64, 44),
    mass_shadow=(112, 138, 66),
)
BASE: Final = Tones(
    ground=(151, 188, 86),
    ground_dark=(143, 181, 80),
    ground_light=(162, 196, 95),
    blade=(112, 150, 60),
    blade_light=(190, 212, 118),
    bank=(222, 206, 152),
    bank_edge=(120, 138, 74),
    water=(74, 146, 196),
    deep=(56, 120, 174),
    ripple=(146, 200, 226),
    road=(236, 224, 190),
    kerb=(118, 98, 70),
    rut=(212, 196, 156),
    mass=(214, 184, 138),
    mass_dark=(194, 162, 116),
    mass_shadow=(110, 140, 62),
)
ARK: Final = Tones(
    ground=(209, 190, 118),
    ground_dark=(188, 178, 100),
    ground_light=(221, 204, 140),
    blade=(150, 144, 70),
    blade_light=(236, 222, 168),
    bank=(236, 220, 170),
    bank_edge=(160, 140, 88),
    water=(72, 152, 186),
    deep=(54, 126, 164),
    ripple=(150, 206, 220),
    road=(244, 232, 202),
    kerb=(146, 112, 70),
    rut=(224, 204, 160),
    mass=(228, 206, 164),
    mass_dark=(206, 182, 138),
    mass_shadow=(158, 138, 76),
)
TONES: Final = {World.HUNTERS: HUNTERS, World.BASE: BASE, World.ARK: ARK}
