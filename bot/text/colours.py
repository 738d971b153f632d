"""The names of the seat colours: a hue and a shape each."""

from typing import Final

from bot.text.i18n import N_, _

NAMES: Final = (N_("red"), N_("blue"), N_("white"), N_("black"), N_("purple"), N_("green"))
EMBLEMS: Final = ("🔴", "🔵", "⚪", "⚫", "🟣", "🟢")


def name(colour: int) -> str:
    """Return ``red``."""
    return _(NAMES[colour])


def emblem(colour: int) -> str:
    """Return the colour as a character to put before a name."""
    return EMBLEMS[colour]
