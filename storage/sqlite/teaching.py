"""How a connection of SQLite reads text."""

from __future__ import annotations

import sqlite3


def teach(connection: sqlite3.Connection) -> None:
    """Let a connection read text whose bytes were damaged on the disk."""
    connection.text_factory = readable


def readable(stored: bytes) -> str:
    """Stored bytes as text; invalid bytes are replaced, so the checksum of the entry fails."""
    return stored.decode("utf-8", "replace")
