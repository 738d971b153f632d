"""Small phrases used in many posts: a side, a place on the board, points gained, a duration."""

from collections.abc import Mapping
from typing import Final

from bot.core.durations import DAY, HOUR, MINUTE
from bot.text.i18n import N_, _
from bot.text.names import Names
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


def gains_text(points: Mapping[int, int], names: Names) -> str:
    """Return ``3 for Ana, 1 for Bo``, for points by seat."""
    return ", ".join(
        _("{points} for {players}", points=f"**{more}**", players=names.bold_name(seat))
        for seat, more in points.items()
    )


def format_duration(seconds: float) -> str:
    """``40 min``, ``9 h`` or ``3 d``, short enough for a button.

    Rounded down, in hours up to two days.
    """
    if seconds < HOUR:
        return _("{number} min", number=int(max(0, seconds)) // MINUTE)
    if seconds < 2 * DAY:
        return _("{number} h", number=int(seconds) // HOUR)
    return _("{number} d", number=int(seconds) // DAY)
