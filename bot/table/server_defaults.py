"""A server's settings: allowed channels, defaults of its tables, and its own features."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

CHANNELS: Final = "channels"
"""The option of allowed channels; the others are those of a new table, and of the server itself."""
LANGUAGE, PACE, SEAT_ORDER, PURIST, THREAD = "language", "pace", "order", "purist", "thread"
UNDO, STANDING_ORDERS = "undo", "orders"
PUZZLE, DIGEST = "puzzle", "digest"
POST_CHANNEL: Final = "post_channel"
"""The channel in which a server turned its puzzle or digest on, where both are posted."""
YES, NO = "yes", "no"
ANIMATION: Final = "animation"
"""The option of a server: which scores its posts animate."""
ALWAYS, NEVER = "always", "never"
ANIMATED_POINTS: Final = 10
"""The points of a move from which its scores are animated, unless the server says otherwise."""
ANIMATES: Final = "animates"
"""The preference of a player: whether scores move in private answers, YES or NO."""
RATINGS: Final = "ratings"
"""The option of a server: whether it has a leaderboard, YES or NO."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """The ``channels`` in which tables are allowed (all if empty), and the defaults ``values``.

    Defaults are by option of a new table; an option typed for a table comes first. Options of the
    server itself, such as ANIMATION, are among the values too.
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

    def wants(self, option: str) -> bool:
        """Return True if a server has opted in to the posts of an option."""
        return self.values.get(option) == YES

    @property
    def post_channel(self) -> int | None:
        """The channel of the puzzle and the digest."""
        text = self.values.get(POST_CHANNEL, "")
        return int(text) if text.isdecimal() else None

    def allow(self, *places: int | None) -> bool:
        """Return True if one of some places is allowed."""
        return not self.channels or not set(self.channels).isdisjoint(places)

    def animates(self, points: int) -> bool:
        """Return True if the scores of a move with so many points are animated."""
        match self.values.get(ANIMATION):
            case value if value == ALWAYS:
                return points > 0
            case value if value == NEVER:
                return False
            case _usual:
                return points >= ANIMATED_POINTS
