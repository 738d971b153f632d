"""The choice of a colour, before the game starts."""

from collections.abc import Iterable

from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Menu, MenuLine, Message

WEAR = "wear"
"""What choosing a line does; the colour follows, then the post to be brought up to date, if any."""


def offered(free: Iterable[int], card: int | None, *, seated: bool) -> Message:
    """A menu of the colours nobody wears; who has no seat takes one with it."""
    lines = tuple(
        MenuLine(
            f"{colours.emblem(colour)} {colours.name(colour)}",
            f"{WEAR} {colour}" + (f" {card}" if card is not None else ""),
        )
        for colour in free
    )
    text = _("Which colour do you want?") if seated else _("Take a seat in which colour?")
    return Message(text, buttons=(Menu(_("Choose a colour"), lines),))
