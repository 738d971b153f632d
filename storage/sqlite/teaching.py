"""What a connection of SQLite is taught: sums, as a migration writes them, and to read any text."""

from __future__ import annotations

import sqlite3
from typing import Final

from storage.sums import entry_crc

FUNCTION: Final = "entry_crc"
"""The name by which SQL calls it, as migrations do."""
ARGUMENTS: Final = 9


def teach(connection: sqlite3.Connection) -> None:
    """Lets a connection write sums, and read texts in which bytes have changed."""
    connection.create_function(FUNCTION, ARGUMENTS, entry_crc, deterministic=True)
    connection.text_factory = readable


def readable(stored: bytes) -> str:
    """A text as it was stored; what is none is replaced, which no sum survives."""
    return stored.decode("utf-8", "replace")
