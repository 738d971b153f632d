"""Hidden tiles of a game, and the parts of a PNG that might name them."""

import re
import struct
import zlib
from typing import Final

from rules.game import Game
from rules.story import TileDiscarded, TileDrawn
from rules.variants import rulebook

PNG: Final = b"\x89PNG\r\n\x1a\n"
TILE: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, rulebook('hunters').forms))})\b")
"""The id of any tile of the game."""


def png_chunks(png: bytes) -> list[bytes]:
    """The kinds of the chunks of a PNG file, each with its checksum verified."""
    assert png.startswith(PNG)
    kinds, offset = [], len(PNG)
    while offset < len(png):
        (length,) = struct.unpack(">I", png[offset : offset + 4])
        kind, data = png[offset + 4 : offset + 8], png[offset + 8 : offset + 8 + length]
        (crc,) = struct.unpack(">I", png[offset + 8 + length : offset + 12 + length])
        assert zlib.crc32(kind + data) == crc
        kinds.append(kind)
        offset += 12 + length
    return kinds


def hidden_tiles(game: Game) -> set[str]:
    """The tiles of which no copy has been seen."""
    seen = {e.tile for e in game.story if isinstance(e, TileDrawn | TileDiscarded)}
    return set(game.book.forms) - seen - {game.book.start}
