"""Opponents in words: how well each level plays, and the menus from which one is chosen."""

import re
from collections.abc import Iterable
from typing import Final

from bot.text import colours
from bot.text.i18n import N_, _
from bot.text.message import Menu, MenuLine, Message
from bot.text.names import Names
from bot.text.opponents import LEVELS

OPPONENT: Final = "opponent"
"""Has an opponent sit down, by its level; with a seat it sends the one away who has it."""
SUBSTITUTE: Final = "substitute"
"""Has an opponent play on for an open seat, by its number and the level; without them it asks."""
_HOW: Final = {
    "novice": N_("plays for the moment, and often not the best"),
    "villager": N_("looks at what a move may come to"),
    "master": N_("looks ahead, and takes a second or two"),
}
_ADDED: Final = re.compile(rf"{OPPONENT} ({'|'.join(LEVELS)})")
_SENT_AWAY: Final = re.compile(rf"{OPPONENT} away ([0-9])")
_SUBSTITUTED: Final = re.compile(rf"{SUBSTITUTE} ([0-9]) ({'|'.join(LEVELS)})")


def to_add() -> tuple[MenuLine, ...]:
    """A line for each level of an opponent who may sit down."""
    return _levels(OPPONENT)


def to_send_away(seats: Iterable[int], names: Names) -> tuple[MenuLine, ...]:
    """A line for each opponent who may go."""
    return tuple(
        MenuLine(_("Send {who} away", who=names.plain(seat)), f"{OPPONENT} away {seat}")
        for seat in seats
    )


def to_substitute(seats: Iterable[int], names: Names) -> Message:
    """The question how well an opponent shall play on, and for which of the open seats."""
    several = len(open_seats := sorted(seats)) > 1
    lines: list[MenuLine] = []
    for seat in open_seats:
        which = f"{colours.emblem(names.colour(seat))} {names.plain(seat)} · " if several else ""
        lines += _levels(f"{SUBSTITUTE} {seat}", which)
    text = _("An opponent plays on with the same figures and points. How well shall it play?")
    return Message(text, buttons=(Menu(_("Choose an opponent"), tuple(lines)),))


def _levels(action: str, which: str = "") -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(f"🤖 {which}{_(word)}", f"{action} {level}", _(_HOW[level]))
        for level, word in LEVELS.items()
    )


def added(action: str) -> str | None:
    """The level that what a line does names; None if it is none that has an opponent sit down."""
    found = _ADDED.fullmatch(action)
    return found[1] if found is not None else None


def sent_away(action: str) -> int | None:
    """The seat that what a line does names; None if it is none that sends an opponent away."""
    found = _SENT_AWAY.fullmatch(action)
    return int(found[1]) if found is not None else None


def substituted(action: str) -> tuple[int, str] | None:
    """The seat and the level that what a line does names; None if no line of ours does that."""
    found = _SUBSTITUTED.fullmatch(action)
    return (int(found[1]), found[2]) if found is not None else None
