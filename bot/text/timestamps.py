"""Moments as Discord shows them: to everybody in their own language and time zone."""


def on_day(at: float) -> str:
    """``3 December 2026``, of a moment in Unix seconds."""
    return _shown(at, "D")


def at_time(at: float) -> str:
    """``3 December 2026 12:00``."""
    return _shown(at, "f")


def from_now(at: float) -> str:
    """``in 3 hours``, or ``2 days ago``."""
    return _shown(at, "R")


def _shown(at: float, style: str) -> str:
    return f"<t:{int(at)}:{style}>"
