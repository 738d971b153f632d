"""Hidden tiles of a game, and the parts of a PNG that might name them."""

import re
from typing import Final

from rules.game import Game
from rules.story import TileDiscarded, TileDrawn
from rules.variants import rulebook

PNG: Final = b"\x89PNG\r\n\x1a\n"
TILE: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, rulebook('hunters').forms))})\b")
"""The id of any tile of the game."""


def hidden_tiles(game: Game) -> set[str]:
    seen = {e.tile for e in game.story if isinstance(e, TileDrawn | TileDiscarded)}
    return set(game.book.forms) - seen - {game.book.start}
