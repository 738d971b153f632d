"""The names of the seat colours: a hue and a shape each."""

from typing import Final

from bot.text.emoji import seat_sign
from bot.text.i18n import N_, _

NAMES: Final = (N_("red"), N_("blue"), N_("white"), N_("black"), N_("purple"), N_("green"))
EMBLEMS: Final = ("🔴", "🔵", "⚪", "⚫", "🟣", "🟢")


def name(colour: int) -> str:
    """Return ``red``."""
    return _(NAMES[colour])


def emblem(colour: int) -> str:
    """Return the colour as a sign to put before a name: the bot's own emoji, or a character."""
    return seat_sign(colour, EMBLEMS[colour])
