"""Who sits at the table as pictures show them: each seat's name and colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NewType

from renderer import text
from renderer.art.colours import HUES

Colour = NewType("Colour", int)
"""A colour, a shape and a letter, from 0; what is drawn for a seat is drawn in its colour.

A type of its own, so that no seat is ever taken for its colour.
"""

COLOURS: Final = len(HUES)
"""How many colours there are to choose from."""


@dataclass(frozen=True, slots=True)
class Players:
    """The names and colours of the seats; a seat without one has the colour of its number."""

    names: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()

    @classmethod
    def of(cls, names: Sequence[str], colours: Sequence[int]) -> "Players":
        """The players of a table; ValueError for a colour that there is not."""
        if not all(colour in range(COLOURS) for colour in colours):
            raise ValueError(f"colours go from 0 to {COLOURS - 1}")
        return cls(tuple(names), tuple(colours))

    def name(self, seat: int) -> str:
        """What a seat is called in a picture."""
        return text.clean(self.names[seat] if seat < len(self.names) else "", f"Player {seat + 1}")

    def colour(self, seat: int) -> Colour:
        """The colour of a seat."""
        return Colour(self.colours[seat] if seat < len(self.colours) else seat)


NOBODY: Final = Players()
"""Seats without names, each in the colour of its number."""
