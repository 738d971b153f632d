"""The menu of colours before the game starts."""

from collections.abc import Iterable

from bot.presenters.words.actions import ChooseColour
from bot.text import colours
from bot.text.i18n import _
from bot.text.message import Menu, MenuLine, Message


def colour_menu(free: Iterable[int], card: int | None, *, seated: bool) -> Message:
    """A menu of the free colours; for a person without a seat it takes one as well."""
    lines = tuple(
        MenuLine(
            f"{colours.emblem(colour)} {colours.name(colour)}",
            str(ChooseColour(colour, card)),
        )
        for colour in free
    )
    text = _("Which colour do you want?") if seated else _("Which colour do you want to join with?")
    return Message(text, buttons=(Menu(_("Choose a colour"), lines),))
