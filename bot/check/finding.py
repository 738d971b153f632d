"""The result of one check."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class Grade(Enum):
    """The grade of a result: fine, worth knowing, or to be fixed."""

    OK = "ok"
    NOTE = "note"
    WRONG = "WRONG"

    def coloured(self) -> str:
        """Return the grade for a terminal, coloured and five columns wide."""
        number = {Grade.OK: 32, Grade.NOTE: 33, Grade.WRONG: 31}[self]
        return f"\x1b[{number}m{self.value:<5}\x1b[0m"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of checking one subject, in one line or several."""

    grade: Grade
    subject: str
    text: str
    more: Sequence[str] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return self.text, *self.more


def first_lines(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the first lines, and the number of those left out."""
    rest = len(lines) - most
    return (*lines[:most], *([f"and {rest} more"] if rest > 0 else []))
