"""Durations short enough for a button."""

from bot.durations import DAY, HOUR, MINUTE
from bot.text.i18n import _


def format_duration(seconds: float) -> str:
    """Return ``40 min``, ``9 h`` or ``3 d``: rounded down, in hours up to two days."""
    if seconds < HOUR:
        return _("{number} min", number=int(max(0, seconds)) // MINUTE)
    if seconds < 2 * DAY:
        return _("{number} h", number=int(seconds) // HOUR)
    return _("{number} d", number=int(seconds) // DAY)
