"""The players of a table in pictures: each seat's name, colour and initials."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from renderer import text
from renderer.art.seat_colours import HUES

COLOURS: Final = len(HUES)
"""The number of colours, and the most seats."""

UNNAMED_SEAT: Final = "Player {number}"


@dataclass(frozen=True, slots=True)
class Colour:
    """A seat's colour: number of hue and shape, and the seat's initials.

    A class, so that a seat number is not mistaken for a colour.
    """

    number: int
    initials: str = ""


@dataclass(frozen=True, slots=True)
class Players:
    """Names and colours of seats; by default a seat has its number's colour.

    ``unnamed``: name, with ``{number}``, of a seat whose name cannot be drawn. ``levels``:
    opponents' from 1, 0 for a person; ``titles``: names with the level in words.
    """

    names: tuple[str, ...] = ()
    colours: tuple[int, ...] = ()
    unnamed: str = UNNAMED_SEAT
    levels: tuple[int, ...] = ()
    titles: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        colours: Sequence[int],
        unnamed: str = UNNAMED_SEAT,
        levels: Sequence[int] = (),
        titles: Sequence[str] = (),
    ) -> "Players":
        """Raise ValueError for an unknown colour."""
        if not all(colour in range(COLOURS) for colour in colours):
            raise ValueError(f"colours go from 0 to {COLOURS - 1}")
        return cls(tuple(names), tuple(colours), unnamed, tuple(levels), tuple(titles))

    def name(self, seat: int) -> str:
        instead = self.unnamed.format(number=seat + 1)
        return text.clean_name(self.names[seat] if seat < len(self.names) else "", instead)

    def title(self, seat: int) -> str:
        """The name, with an opponent's level in words."""
        return replace(self, names=self.titles).name(seat) if self.titles else self.name(seat)

    def level(self, seat: int) -> int:
        """An opponent's level from 1; 0 for a person."""
        return self.levels[seat] if seat < len(self.levels) else 0

    def colour(self, seat: int) -> Colour:
        number = self.colours[seat] if seat < len(self.colours) else seat
        letters = initials(self.names)[seat] if seat < len(self.names) else str(seat + 1)
        return Colour(number, letters)


UNNAMED_PLAYERS: Final = Players()
"""Seats without names, each in the colour of its number."""


@lru_cache(maxsize=256)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """One or two letters for each seat, all different, the first a capital.

    The name's first letter. If seats share it, a second letter that tells them apart, or else the
    seat's number. A name without letters has the seat's number.
    """
    seats = range(len(names))
    letters = [_letters(name) or [str(seat + 1)] for seat, name in enumerate(names)]
    firsts = [_capital(name_letters[0]) for name_letters in letters]
    texts = list(firsts)
    for first in set(firsts):
        alike = [seat for seat in seats if firsts[seat] == first]
        if len(alike) > 1:
            numbers = [str(seat + 1) for seat in alike]
            distinct = _distinct_letters(
                [tuple(map(str.lower, letters[seat][1:])) for seat in alike]
            )
            second = [letter or number for letter, number in zip(distinct, numbers, strict=True)]
            for n, seat in enumerate(alike):
                texts[seat] = first + (second if len(set(second)) == len(second) else numbers)[n]
    return tuple(texts)


def _distinct_letters(rests: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """A letter of each name that the others lack; "" if there is none."""
    for some in zip(*rests, strict=False):
        if len(set(some)) == len(some):
            return some
    if len(set(rests)) < len(rests):
        return ("",) * len(rests)
    taken: list[str] = []
    for rest in rests:
        taken.append(next((letter for letter in rest if letter not in taken), ""))
    return tuple(taken)


def _letters(name: str) -> list[str]:
    clusters = text.letter_clusters(text.drawable_name(name))
    return [cluster for cluster in clusters if unicodedata.category(cluster[0])[0] in "LN"]


def _capital(letter: str) -> str:
    upper = letter.upper()
    return upper if len(upper) == len(letter) else letter
