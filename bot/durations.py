"""Durations in seconds, of which all constants of the bot that are times are made; and `Sleep`."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY

Sleep: TypeAlias = Callable[[float], Awaitable[object]]
"""Sleep for a number of seconds."""
