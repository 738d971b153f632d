"""The time controls of a table in words."""

from collections.abc import Mapping
from typing import Final

from bot.text.i18n import N_, _

CHOICES: Final[Mapping[str, str]] = {
    "live": N_("live: 25 minutes, and 30 seconds a move"),
    "day": N_("a day a move"),
    "week": N_("a week a move"),
    "none": N_("no clock"),
}
"""The time controls to choose from, by name."""
_TOLD: Final[Mapping[str, str]] = {
    "live": N_("🕐 Live: 25 minutes each, and 30 seconds more a move"),
    "day": N_("🕐 A day a move"),
    "week": N_("🕐 A week a move"),
}


def told(pace: str) -> str:
    """The time control of a table, if there is a clock; else empty."""
    return _(_TOLD[pace]) if pace in _TOLD else ""
