"""The menu of colours before the game starts."""

import re
from collections.abc import Iterable
from typing import Final

from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Menu, MenuLine, Message

CHOOSE_COLOUR: Final = "wear"
"""The menu line that chooses a colour: the colour follows, then the post to edit, if any."""
_COLOUR_PATTERN: Final = re.compile(rf"{CHOOSE_COLOUR} ([0-9])(?: ([0-9]{{1,19}}))?")


def colour_menu(free: Iterable[int], card: int | None, *, seated: bool) -> Message:
    """A menu of the free colours; for a person without a seat it takes one as well."""
    lines = tuple(
        MenuLine(
            f"{colours.emblem(colour)} {colours.name(colour)}",
            f"{CHOOSE_COLOUR} {colour}" + (f" {card}" if card is not None else ""),
        )
        for colour in free
    )
    text = _("Which colour do you want?") if seated else _("Which colour do you want to join with?")
    return Message(text, buttons=(Menu(_("Choose a colour"), lines),))


def read_colour_choice(action: str) -> tuple[int, int | None] | None:
    """Read the colour and the post of a menu line. Return None if it is no line of this menu."""
    match = _COLOUR_PATTERN.fullmatch(action)
    if match is None or int(match[1]) >= len(colours.NAMES):
        return None
    return int(match[1]), int(match[2]) if match[2] else None
