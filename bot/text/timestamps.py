"""Discord timestamps, shown to each reader in their own language and time zone."""


def date_timestamp(unix_seconds: float) -> str:
    """Return ``3 December 2026``, for Unix seconds."""
    return _timestamp(unix_seconds, "D")


def datetime_timestamp(unix_seconds: float) -> str:
    """Return ``3 December 2026 12:00``, for Unix seconds."""
    return _timestamp(unix_seconds, "f")


def relative_timestamp(unix_seconds: float) -> str:
    """Return ``in 3 hours`` or ``2 days ago``, for Unix seconds."""
    return _timestamp(unix_seconds, "R")


def _timestamp(unix_seconds: float, style: str) -> str:
    return f"<t:{int(unix_seconds)}:{style}>"
