"""Opponents in words: how well each level plays, and the menus to choose one."""

import re
from collections.abc import Iterable
from typing import Final

from bot.text import colours
from bot.text.i18n import N_, _
from bot.text.message import Menu, MenuLine, Message
from bot.text.names import Names
from bot.text.opponents import GRANDMASTER, LEVELS

OPPONENT: Final = "opponent"
"""The menu line that adds an opponent by its level, or removes the one on a seat."""
SUBSTITUTE: Final = "substitute"
"""The menu line that lets an opponent play an open seat; without number and level it asks."""
_LEVEL_DESCRIPTIONS: Final = {
    "novice": N_("plays fast and not always well"),
    "villager": N_("weighs what each move could bring"),
    "master": N_("thinks ahead for a second or two"),
    GRANDMASTER: N_("thinks further ahead, about five seconds"),
}
_ADD_PATTERN: Final = re.compile(rf"{OPPONENT} ({'|'.join(LEVELS)})")
_REMOVE_PATTERN: Final = re.compile(rf"{OPPONENT} away ([0-9])")
_SUBSTITUTE_PATTERN: Final = re.compile(rf"{SUBSTITUTE} ([0-9]) ({'|'.join(LEVELS)})")


def add_lines() -> tuple[MenuLine, ...]:
    """Return a menu line for each level of opponent that can be added."""
    return _levels(OPPONENT)


def removal_lines(seats: Iterable[int], names: Names) -> tuple[MenuLine, ...]:
    """Return a menu line for each opponent that can be removed."""
    return tuple(
        MenuLine(_("Remove {who}", who=names.plain_name(seat)), f"{OPPONENT} away {seat}")
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
        lines += _levels(f"{SUBSTITUTE} {seat}", which)
    text = _("The opponent keeps the same meeples and points. How strong should it be?")
    return Message(text, buttons=(Menu(_("Choose an opponent"), tuple(lines)),))


def _levels(action: str, which: str = "") -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(f"🤖 {which}{_(word)}", f"{action} {level}", _(_LEVEL_DESCRIPTIONS[level]))
        for level, word in LEVELS.items()
    )


def read_added_level(action: str) -> str | None:
    """Read the level of a line that adds an opponent. Return None if it is no such line."""
    match = _ADD_PATTERN.fullmatch(action)
    return match[1] if match is not None else None


def read_removed_seat(action: str) -> int | None:
    """Read the seat of a line that removes an opponent. Return None if it is no such line."""
    match = _REMOVE_PATTERN.fullmatch(action)
    return int(match[1]) if match is not None else None


def read_substitute(action: str) -> tuple[int, str] | None:
    """Read seat and level of a line that substitutes. Return None if it is no such line."""
    match = _SUBSTITUTE_PATTERN.fullmatch(action)
    return (int(match[1]), match[2]) if match is not None else None
