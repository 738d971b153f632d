"""What was found of one thing."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Mark(Enum):
    """How it is with it: well, worth knowing, or to be put right."""

    OK = "ok"
    NOTE = "note"
    WRONG = "WRONG"

    def coloured(self) -> str:
        """The mark as a terminal shows it, in five columns."""
        number = {Mark.OK: 32, Mark.NOTE: 33, Mark.WRONG: 31}[self]
        return f"\x1b[{number}m{self.value:<5}\x1b[0m"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a subject: a line, or a few."""

    mark: Mark
    subject: str
    text: str
    more: Sequence[str] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """All of them."""
        return self.text, *self.more


def shown(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """So many of the lines, and how many more there are."""
    rest = len(lines) - most
    return (*lines[:most], *([f"and {rest} more"] if rest > 0 else []))
