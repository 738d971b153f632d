"""Cells, rotations and sides of a tile as text: ``3 -1``, ``↻ 90°``, ``north``."""

from collections.abc import Mapping
from typing import Final

from bot.text.i18n import N_, _
from rules.geometry import Cell, Side, Spot, xy

_SIDES: Final[Mapping[Side, str]] = {
    Side.NORTH: N_("north"),
    Side.EAST: N_("east"),
    Side.SOUTH: N_("south"),
    Side.WEST: N_("west"),
}


def side_name(which: Side) -> str:
    """Return ``north``."""
    return _(_SIDES[which])


def coordinates(place: Cell | Spot) -> str:
    x, y = xy(place)
    return f"{x} {y}"


def rotation_text(quarters: int) -> str:
    """Return ``↻ 90°``, for clockwise quarter turns."""
    return f"↻ {90 * quarters}°"
