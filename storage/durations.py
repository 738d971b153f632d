"""Durations in seconds."""

from __future__ import annotations

from typing import Final

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
YEAR: Final = 366 * DAY
