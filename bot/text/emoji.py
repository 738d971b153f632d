"""Put the bot's emoji into texts or take them out; names and signs of the seat colours."""

import re
from collections.abc import Mapping
from typing import Final

from bot.text.i18n import N_, _

_MARKUP: Final = re.compile(r"(<:\w{2,32}:[0-9]{15,20}>) ?")
_uploaded: dict[str, str] = {}
"""The markup of each uploaded emoji, by name."""


def use_emoji(markup_by_name: Mapping[str, str]) -> None:
    _uploaded.clear()
    _uploaded.update(markup_by_name)


def seat_sign(colour: int, instead: str) -> str:
    return _uploaded.get(f"seat_{colour + 1}", instead)


def figure_sign(role: str, colour: int) -> str:
    """A figure in a seat colour, then a space; "" if there is no emoji."""
    return _with_space(f"{role.replace(' ', '_')}_{colour + 1}")


def mark_sign(mark: str) -> str:
    """A printed mark, then a space; "" if there is no emoji."""
    return _with_space(mark.replace(" ", "_"))


def without_emoji(text: str) -> str:
    """Remove the bot's own emoji, where only plain characters show."""
    return _MARKUP.sub("", text).strip() if _MARKUP.search(text) else text


def split_emoji(label: str) -> tuple[str | None, str]:
    """A label's first emoji, or None, and the label without emoji."""
    match = _MARKUP.search(label)
    return (match[1] if match else None), without_emoji(label)


def _with_space(name: str) -> str:
    markup = _uploaded.get(name, "")
    return f"{markup} " if markup else ""


NAMES: Final = (N_("red"), N_("blue"), N_("white"), N_("black"), N_("purple"), N_("green"))
EMBLEMS: Final = ("🔴", "🔵", "⚪", "⚫", "🟣", "🟢")


def name(colour: int) -> str:
    """Return ``red``."""
    return _(NAMES[colour])


def emblem(colour: int) -> str:
    """A sign to put before a name: the bot's own emoji, or a character."""
    return seat_sign(colour, EMBLEMS[colour])
