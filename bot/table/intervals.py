"""The times of turns and pauses of a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PauseState:
    """A pause: its begin and end in Unix seconds, and the users who voted for it."""

    since: float
    until: float | None
    by: frozenset[int]

    def is_active(self, now: float) -> bool:
        """Return True if the pause has not ended by itself."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class WaitInterval:
    """The time of a turn of a seat, in Unix seconds."""

    seat: int
    began: float
    ended: float
