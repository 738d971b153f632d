"""Editions: named sets of outcomes, so that old games replay as they were played.

A record names its edition; a record without the line is of the first. A fix that changes outcomes
adds an edition with a switch, and the switch is looked at in the one place that acts on it.
"""

from dataclasses import dataclass
from typing import Final

from rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class Edition:
    """A named set of outcomes that a game is played by."""

    number: int


FIRST: Final = Edition(1)
EDITIONS: Final = {FIRST.number: FIRST}
"""All editions by number; those of released versions are never removed."""
CURRENT: Final = FIRST
"""The edition of new games."""


def edition(number: int) -> Edition:
    """The edition with a number. Raise RulesError, naming the existing ones, if unknown."""
    if number not in EDITIONS:
        raise RulesError(f"there is no edition {number}; this version plays {known_editions()}")
    return EDITIONS[number]


def known_editions() -> str:
    """The numbers of the editions, as in ``1`` or ``1 to 2``."""
    return "1" if len(EDITIONS) == 1 else f"1 to {max(EDITIONS)}"
