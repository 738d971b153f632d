"""The time control of a table, chosen when it is opened and shown to all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.durations import DAY, MINUTE


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The seconds for each move, or a ``bank`` of seconds to which each move adds ``increment``.

    Without either there is no clock. A clock at zero lets the table decide; it ends nothing by
    itself.
    """

    move_seconds: float | None = None
    bank: float = 0.0
    increment: float = 0.0


NO_CLOCK: Final = "none"
TIME_CONTROLS: Final[Mapping[str, TimeControl]] = {
    NO_CLOCK: TimeControl(),
    "live": TimeControl(bank=25 * MINUTE, increment=MINUTE / 2),
    "day": TimeControl(move_seconds=DAY),
    "week": TimeControl(move_seconds=7 * DAY),
}
"""The time controls by the word in the log."""
