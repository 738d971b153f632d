"""Idle tables: when a table is archived, and until when it can be restored."""

from typing import Final

from bot.durations import DAY
from bot.table.table import Table

IDLE_DAYS: Final = 60
"""Days without an entry after which a table is archived."""
ARCHIVED_DAYS: Final = 300
"""Days after archiving during which a table can be restored."""


def idle_since(table: Table, newest: float) -> float:
    """Return the Unix time since which a table is idle; ``newest`` is the time of its newest entry.

    A pause with an end counts as idle time only after its end.
    """
    until = table.paused.until if table.paused is not None else None
    return newest if until is None else max(newest, until)


def restorable_until(table: Table) -> float:
    """Return the Unix time until which an archived table can be restored."""
    return table.since + ARCHIVED_DAYS * DAY
