"""What is asked of the players of a table, and what they say to it."""

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class UndoVote:
    """A wish to take back what the others have played upon: it takes the consent of all.

    ``entry`` is the number of the asking entry, ``number`` that of the first entry to be dropped.
    """

    entry: int
    number: int
    user: int | None
    agreed: frozenset[int | None]


VOTES: Final = ("wait", "skip", "open", "pause", "end")
"""What may become of a turn that waits: no more than that, a skip, another player for the seat, a
pause of the whole table, the final scoring."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """What somebody says shall become of a turn; ``until`` when a pause would end, in Unix s."""

    word: str
    until: float | None = None
    number: int = field(default=0, compare=False)
    """That of its entry."""
