"""Editions: what a fix that changes outcomes has changed, so that old games replay as they were.

A record names its edition; one that names none is of the first. What an edition does differently
is a named switch here, looked at in the one place that does it.
"""

from dataclasses import dataclass
from typing import Final

from rules.errors import RulesError


@dataclass(frozen=True, slots=True)
class Edition:
    """The outcomes a game goes by.

    ``sees_turns_out``: the turn of a seat that resigns in its middle is scored to its end
    (COM-24); before, what it had finished was lost if one seat was left, and a tile could stay
    without what it needs. ``reletters``: a typed rotation that looks like the offered one is
    read together with its letters (COM-25); before, the letters were those of the offered one.
    """

    number: int
    sees_turns_out: bool
    reletters: bool


FIRST: Final = Edition(1, sees_turns_out=False, reletters=False)
SECOND: Final = Edition(2, sees_turns_out=True, reletters=True)
EDITIONS: Final = {edition.number: edition for edition in (FIRST, SECOND)}
CURRENT: Final = SECOND
"""What new games go by."""


def edition(number: int) -> Edition:
    """An edition by its number; RulesError names those there are."""
    if number not in EDITIONS:
        raise RulesError(f"there is no edition {number}; this version plays 1 to {CURRENT.number}")
    return EDITIONS[number]
