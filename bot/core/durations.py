"""Duration constants in seconds, and the types `Clock`, `Timer` and `Sleep`."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final, TypeAlias

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

Clock: TypeAlias = Callable[[], float]
"""Return the present in Unix seconds."""
Timer: TypeAlias = Annotated[Callable[[], float], "monotonic"]
"""Return seconds that never go back, to measure a time."""
Sleep: TypeAlias = Callable[[float], Awaitable[object]]
"""Sleep for a number of seconds."""
