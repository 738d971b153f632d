"""The checksum of a log entry, stored with it to notice text that changed on the disk.

SQLite stores none: a flipped bit may leave another valid move. A checksum covers the identity of
the database and the place of the game, so an entry of another game fails it too.
"""

from __future__ import annotations

import zlib
from typing import Final

IDENTITY: Final = "(SELECT value FROM settings WHERE key = 'identity')"
"""SQL for the identity of the database, which only its copies share."""


def entry_checksum(
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
    """The CRC-32 of an entry and its game; None stands for a missing row.

    `game` is negative for a cup, whose checksums cover its number but no actor, as since version
    1.0.0.
    """
    if game < 0:
        game, actor = -game, 0
    line = f"{database} {guild} {channel} {started_at!r} {game} {number} {actor} {at!r} {text}"
    return zlib.crc32(line.encode(errors="surrogatepass"))
