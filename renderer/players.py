"""Who sits at the table as pictures show them: each seat's name and livery."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NewType

from renderer import text
from renderer.art.liveries import INKS

Livery = NewType("Livery", int)
"""A colour, a shape and a letter, from 0; what is drawn for a seat is drawn in its livery.

A type of its own, so that no seat is ever taken for its livery.
"""

LIVERIES: Final = len(INKS)
"""How many liveries there are to choose from."""


@dataclass(frozen=True, slots=True)
class Players:
    """The names and liveries of the seats; a seat without one wears the livery of its number."""

    names: tuple[str, ...] = ()
    liveries: tuple[int, ...] = ()

    @classmethod
    def of(cls, names: Sequence[str], liveries: Sequence[int]) -> "Players":
        """The players of a table; ValueError for a livery that there is not."""
        if not all(livery in range(LIVERIES) for livery in liveries):
            raise ValueError(f"liveries go from 0 to {LIVERIES - 1}")
        return cls(tuple(names), tuple(liveries))

    def name(self, seat: int) -> str:
        """What a seat is called in a picture."""
        return text.clean(self.names[seat] if seat < len(self.names) else "", f"Player {seat + 1}")

    def livery(self, seat: int) -> Livery:
        """What a seat wears."""
        return Livery(self.liveries[seat] if seat < len(self.liveries) else seat)


NOBODY: Final = Players()
"""Seats without names, each in the livery of its number."""
