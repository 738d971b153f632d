"""Tables to which nobody comes: when they are put away, and how long they can come back."""

from typing import Final

from bot.durations import DAY
from bot.table.table import Table

IDLE_DAYS: Final = 60
"""After so many days without an entry a table is put away."""
ARCHIVED_DAYS: Final = 300
"""For so many days more it can be brought back."""


def idle_since(table: Table, newest: float) -> float:
    """Since when nobody has come to a table whose newest entry is of that time, in Unix seconds.

    A pause with an end was agreed upon: it counts from there. One without ends as any other wait.
    """
    until = table.paused.until if table.paused is not None else None
    return newest if until is None else max(newest, until)


def brought_back_until(table: Table) -> float:
    """Until when a table that was put away can be brought back, in Unix seconds."""
    return table.since + ARCHIVED_DAYS * DAY
