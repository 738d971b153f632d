"""The times of a table: turns that took theirs, and pauses, in which nothing is waited for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paused:
    """A pause: since when and until when, in Unix seconds, and the users who wanted it."""

    since: float
    until: float | None
    by: frozenset[int]

    def lasts(self, now: float) -> bool:
        """Return True if the pause has not ended by itself."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class WaitInterval:
    """The time a turn took, in Unix seconds: that of a seat."""

    seat: int
    began: float
    ended: float
