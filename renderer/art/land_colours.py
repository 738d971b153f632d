"""`Tones`, the type of a country's colours: for ground, water, roads, and cities or forests."""

from dataclasses import dataclass

from renderer.art.pen import Rgba


@dataclass(frozen=True, slots=True)
class Tones:
    """The colours of a country's ground, water, roads and masses."""

    ground: Rgba
    ground_dark: Rgba
    ground_light: Rgba
    blade: Rgba
    blade_light: Rgba
    bank: Rgba
    bank_edge: Rgba
    water: Rgba
    deep: Rgba
    lake: Rgba
    ripple: Rgba
    road: Rgba
    kerb: Rgba
    mass: Rgba
    mass_dark: Rgba
    mass_shadow: Rgba
