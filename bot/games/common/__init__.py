"""What is the same in every game: refusals of what every game has, and words for it."""

from collections.abc import Mapping
from typing import Final

REFUSALS: Final[Mapping[str, str | None]] = {
    "not-now": "turn",
    "complete": "turn",
    "game-over": "end",
    "out": "resigning",
    "far": "placing",
    "occupied": "placing",
    "apart": "placing",
    "mismatch": "placing",
    "nowhere-here": "placing",
    "no-role": "deploying",
    "no-letter": "deploying",
    "wrong-terrain": "deploying",
    "no-place": "deploying",
    "which-segment": "deploying",
    "supply": "home",
    "alone": "deploying",
    "taken": "taken",
    # How a move is written is no rule of a game.
    "no-move": None,
    "no-words": None,
    "no-rotation": None,
    "no-coordinate": None,
    "no-figure": None,
    "long-letter": None,
    "no-spot": None,
    "no-cell": None,
}
"""By the reason of a refusal the key of the topic that explains it, None if it explains itself."""
