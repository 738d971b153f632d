"""Discord timestamps, shown to each reader in their own language and time zone."""


def date_timestamp(at: float) -> str:
    """Return ``3 December 2026``, for Unix seconds."""
    return _timestamp(at, "D")


def datetime_timestamp(at: float) -> str:
    """Return ``3 December 2026 12:00``, for Unix seconds."""
    return _timestamp(at, "f")


def relative_timestamp(at: float) -> str:
    """Return ``in 3 hours`` or ``2 days ago``, for Unix seconds."""
    return _timestamp(at, "R")


def _timestamp(at: float, style: str) -> str:
    return f"<t:{int(at)}:{style}>"
