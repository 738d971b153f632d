"""What the seats wear, in words: a colour, a shape and a letter each."""

from typing import Final

from bot.words import N_, _

NAMES: Final = (N_("red"), N_("blue"), N_("white"), N_("black"), N_("purple"))
EMBLEMS: Final = ("🔴", "🔵", "⚪", "⚫", "🟣")


def name(livery: int) -> str:
    """``red``."""
    return _(NAMES[livery])


def emblem(livery: int) -> str:
    """The colour as a character, to stand before a name."""
    return EMBLEMS[livery]
