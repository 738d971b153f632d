"""Discord timestamps, shown to each reader in their own language and time zone."""


def on_day(at: float) -> str:
    """Return ``3 December 2026``, for Unix seconds."""
    return _shown(at, "D")


def at_time(at: float) -> str:
    """Return ``3 December 2026 12:00``, for Unix seconds."""
    return _shown(at, "f")


def from_now(at: float) -> str:
    """Return ``in 3 hours`` or ``2 days ago``, for Unix seconds."""
    return _shown(at, "R")


def _shown(at: float, style: str) -> str:
    return f"<t:{int(at)}:{style}>"
