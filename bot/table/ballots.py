"""Ballots: votes about a stalled turn, and consent to an undo."""

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class UndoVote:
    """A request to undo moves that others have played on; it needs the consent of all.

    ``entry`` is the number of the asking entry, ``number`` that of the first entry to be dropped.
    """

    entry: int
    number: int
    user: int | None
    agreed: frozenset[int | None]


VOTES: Final = ("wait", "skip", "open", "pause", "end")
"""The possible votes about a stalled turn: nothing, a skip, another player for the seat, a pause
of the table, the final scoring.
"""


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote about a turn; ``until`` is the end of a pause in Unix seconds."""

    word: str
    until: float | None = None
    number: int = field(default=0, compare=False)
    """The number of its entry."""
