"""A sum beside each entry of the log, so that one that has changed on the disk is not believed.

SQLite keeps none: a bit that flips in a text may well leave another move that can be played. The
sum names the database, the game and where that is played, so what was another's is not believed.
"""

from __future__ import annotations

import zlib
from typing import Final

IDENTITY: Final = "(SELECT value FROM settings WHERE key = 'identity')"
"""What the database calls itself, in SQL: its copies do the same, no other does."""


def entry_crc(
    database: str | None,
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
    line = f"{database} {guild} {channel} {started_at!r} {game} {number} {actor} {at!r} {text}"
    return zlib.crc32(line.encode("utf-8", "surrogatepass"))
