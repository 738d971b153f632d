"""A server's settings for its tables: allowed channels, and defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

CHANNELS: Final = "channels"
"""The option of allowed channels; all others are options of a new table."""
LANGUAGE, PACE, ORDER, PURIST, THREAD = "language", "pace", "order", "purist", "thread"
UNDO, ORDERS = "undo", "orders"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Defaults:
    """The ``channels`` in which tables are allowed (all if empty), and the defaults ``values``.

    Defaults are by option of a new table; an option typed for a table comes first.
    """

    channels: tuple[int, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, stored: Mapping[str, str]) -> "Defaults":
        """Read stored defaults; a value unknown to this version is ignored."""
        values = dict(stored)
        channels = values.pop(CHANNELS, "").split()
        return cls(tuple(int(channel) for channel in channels if channel.isdecimal()), values)

    def of(self, option: str, typed: str | None, usual: str) -> str:
        """Return the value of an option for a table."""
        return typed or self.values.get(option) or usual

    def allow(self, *places: int | None) -> bool:
        """Return True if one of some places is allowed."""
        return not self.channels or not set(self.channels).isdisjoint(places)
