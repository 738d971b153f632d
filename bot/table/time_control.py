"""How fast a table is to be played: chosen when it is opened, and shown to all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.durations import DAY, MINUTE


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time in seconds: for each ``move``, or a ``bank`` that each move adds to.

    Without either there is no clock. At zero nothing is done by itself: it is offered to the table.
    """

    move: float | None = None
    bank: float = 0.0
    increment: float = 0.0


NONE: Final = "none"
PACES: Final[Mapping[str, TimeControl]] = {
    NONE: TimeControl(),
    "live": TimeControl(bank=25 * MINUTE, increment=MINUTE / 2),
    "day": TimeControl(move=DAY),
    "week": TimeControl(move=7 * DAY),
}
"""By the word that stands in the log."""
