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
    kinds, at = [], len(PNG)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (crc,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert zlib.crc32(kind + data) == crc
        kinds.append(kind)
        at += 12 + length
    return kinds


def hidden_tiles(game: Game) -> set[str]:
    """The tiles of which no copy has been seen."""
    seen = {e.tile for e in game.story if isinstance(e, TileDrawn | TileDiscarded)}
    return set(game.book.forms) - seen - {game.book.start}
