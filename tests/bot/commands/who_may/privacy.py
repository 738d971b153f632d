"""Whoever they are, they may see what is stored about them, and bring back what they played."""

from __future__ import annotations

from typing import Final

from tests.bot.commands.who_may import MAY, TOLD, each

EVERYWHERE: Final = {"privacy": TOLD}
PRESSED_EVERYWHERE: Final = {
    **each(("privacy", "privacy export", "privacy delete"), TOLD),
    "privacy forget": MAY,
    "unarchive": "The game has gone on since",
}
ACTIONS: Final = {
    word: word
    for word in ("privacy", "privacy export", "privacy delete", "privacy forget", "unarchive")
}
