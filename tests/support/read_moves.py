"""Read moves in the notation of all games together."""

from rules import notation
from rules.moves import Move
from rules.variants import PARTS


def read(text: str) -> list[Move]:
    """Read the moves of a text in the notation of all parts together."""
    return notation.read(text, [move for part in PARTS.values() for move in part.moves])
