"""Duration constants in seconds, and the `Clock` and `Sleep` types."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY

Clock: TypeAlias = Callable[[], float]
"""Return the present in Unix seconds."""
Sleep: TypeAlias = Callable[[float], Awaitable[object]]
"""Sleep for a number of seconds."""
