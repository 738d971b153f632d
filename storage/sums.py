"""A sum beside each entry of the log, so that one that has changed on the disk is not believed.

SQLite keeps none: a bit that flips in a text may well leave another move that can be played. The
sum names the file, the game and where that is played, so what was another's is not believed either.
"""

from __future__ import annotations

import sqlite3
import zlib
from typing import Final

FUNCTION: Final = "entry_crc"
"""The name by which SQL calls it, as migrations do."""
ARGUMENTS: Final = 9
IDENTITY: Final = "(SELECT value FROM settings WHERE key = 'identity')"
"""What the file calls itself, in SQL: its copies do the same, no other file does."""


def entry_crc(
    file: str | None,
    guild: int | None,
    channel: int | None,
    started_at: float | None,
    game: int,
    number: int,
    actor: int,
    text: str,
    at: float,
) -> int:
    """What is written beside an entry of a game that began there and then; None what is missing."""
    line = f"{file} {guild} {channel} {started_at!r} {game} {number} {actor} {at!r} {text}"
    return zlib.crc32(line.encode("utf-8", "surrogatepass"))


def teach(connection: sqlite3.Connection) -> None:
    """Lets a connection write sums, and read texts in which bytes have changed."""
    connection.create_function(FUNCTION, ARGUMENTS, entry_crc, deterministic=True)
    connection.text_factory = readable


def readable(stored: bytes) -> str:
    """A text as it was stored; what is none is replaced, which no sum survives."""
    return stored.decode("utf-8", "replace")
