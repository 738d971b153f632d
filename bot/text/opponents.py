"""Opponents: seats played by the program, each by a name and a level.

The user number of an opponent is negative, so code that addresses people must check it first.
Logs contain these numbers: names and levels may only be added, never reordered.
"""

from collections.abc import Collection
from typing import Final

from bot.text.i18n import N_, _

GRANDMASTER: Final = "grandmaster"
"""The level whose answers take seconds, and follow in a post of their own."""
LEVELS: Final = {
    "novice": N_("novice"),
    "villager": N_("villager"),
    "master": N_("master"),
    GRANDMASTER: N_("grandmaster"),
}
"""The levels of play, the weakest first."""
OPPONENT_NAMES: Final = (
    *("Odile", "Gaston", "Hermine", "Josse", "Lambert", "Mahaut"),
    *("Perrin", "Renaud", "Sibylle", "Thibaut", "Ursule", "Yvain"),
)
_NAMES_PER_LEVEL: Final = 1000
"""An upper bound of the names at one level."""
_LEVELS: Final = tuple(LEVELS)


THE_CHANNEL: Final = -(10**9)
"""The user number of the seat for which the people of a channel vote."""


def is_impersonal(user: object) -> bool:
    """True for an opponent or the channel: never pinged, never rated."""
    return isinstance(user, int) and user < 0


def is_opponent(user: object) -> bool:
    return is_impersonal(user) and user != THE_CHANNEL


def opponent_number(name: str, level: str) -> int:
    """Raise ValueError for an unknown name or level."""
    return -1 - _NAMES_PER_LEVEL * _LEVELS.index(level) - OPPONENT_NAMES.index(name)


def opponent_name(user: int) -> str:
    return OPPONENT_NAMES[(-1 - user) % _NAMES_PER_LEVEL]


def opponent_level(user: int) -> str:
    return _LEVELS[(-1 - user) // _NAMES_PER_LEVEL]


def opponent_title(user: int) -> str:
    """Return ``Odile (master)``."""
    return _("{name} ({level})", name=opponent_name(user), level=_(LEVELS[opponent_level(user)]))


def free_names(players: Collection[int | None]) -> tuple[str, ...]:
    taken = {opponent_name(user) for user in players if user is not None and is_opponent(user)}
    return tuple(name for name in OPPONENT_NAMES if name not in taken)
