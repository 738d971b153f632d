"""Editions: numbered versions of the engine's outcomes, so that old games replay unchanged.

A record names the number of its edition; a record without that line has the first one. A fix that
changes outcomes adds an edition, and the one place that acts on the fix asks for its number.
"""

from dataclasses import dataclass
from typing import Final

from rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class Edition:
    """The version of the engine's outcomes by which a game is played."""

    number: int


FIRST: Final = Edition(1)
EDITIONS: Final = {FIRST.number: FIRST}
"""All editions by number; a released one is never removed."""
CURRENT: Final = FIRST
"""The edition of new games."""


def edition(number: int) -> Edition:
    """Raise RulesError, naming the existing editions, if unknown."""
    if number not in EDITIONS:
        raise RulesError(f"there is no edition {number}; this version plays {edition_range()}")
    return EDITIONS[number]


def edition_range() -> str:
    return "1" if len(EDITIONS) == 1 else f"1 to {max(EDITIONS)}"
