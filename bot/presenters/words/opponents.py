"""Opponents in words: how well each level plays, and the menus to choose one."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from bot.presenters.words.actions import AddOpponent, ButtonAction, RemovePlayer, Substitute
from bot.text import colours
from bot.text.i18n import N_, _
from bot.text.message import Menu, MenuLine, Message
from bot.text.names import Names
from bot.text.opponents import GRANDMASTER, LEVELS

SUBSTITUTE: Final = "substitute"
"""The button that asks which opponent shall play an open seat."""
_LEVEL_DESCRIPTIONS: Final = {
    "novice": N_("plays fast and not always well"),
    "villager": N_("weighs what each move could bring"),
    "master": N_("thinks ahead for a second or two"),
    GRANDMASTER: N_("thinks further ahead, about five seconds"),
}


def level_lines() -> tuple[str, ...]:
    """Return a line for each level: how well it plays."""
    return tuple(
        f"- **{_(word)}** {_(_LEVEL_DESCRIPTIONS[level])}" for level, word in LEVELS.items()
    )


def add_lines() -> tuple[MenuLine, ...]:
    """Return a menu line for each level of opponent that can be added."""
    return _levels(AddOpponent)


def removal_lines(seats: Iterable[int], names: Names) -> tuple[MenuLine, ...]:
    """Return a menu line for each player that can be removed."""
    return tuple(
        MenuLine(_("Remove {who}", who=names.plain_name(seat)), str(RemovePlayer(seat)))
        for seat in seats
    )


def substitute_question(seats: Iterable[int], names: Names) -> Message:
    """Ask for the level of a substitute opponent, and for which of the open seats."""
    several = len(open_seats := sorted(seats)) > 1
    lines: list[MenuLine] = []
    for seat in open_seats:
        which = (
            f"{colours.emblem(names.colour(seat))} {names.plain_name(seat)} · " if several else ""
        )
        lines += _levels(partial(Substitute, seat), which)
    text = _("The opponent keeps the same meeples and points. How strong should it be?")
    return Message(text, buttons=(Menu(_("Choose an opponent"), tuple(lines)),))


def _levels(action: Callable[[str], ButtonAction], which: str = "") -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(f"🤖 {which}{_(word)}", str(action(level)), _(_LEVEL_DESCRIPTIONS[level]))
        for level, word in LEVELS.items()
    )
