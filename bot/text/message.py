"""Discord-free messages: text, pictures, buttons, menus, suggestions; cutting texts to limits.

Discord's clients at times send the label of a suggestion in place of its value. A label is a text
that is read as the value, then notes; a command reads an option with suggestions `without_notes`.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from renderer.requests import Request

CONTENT_LIMIT: Final = 1900
"""Characters of a plain message: 2000, less a margin (an emoji counts as two)."""
ALT_LIMIT: Final = 1024
LABEL_LIMIT: Final = 80
BUTTONS_PER_ROW: Final = 5
MAX_ROWS: Final = 5
"""The most rows of buttons and menus of a message."""
MAX_MENU_LINES: Final = 25
DESCRIPTION_LIMIT: Final = 90
"""Characters of the description of a menu choice, so that it is not cut."""
ID_LIMIT: Final = 100
MENU_LINE_LIMIT: Final = 100
"""Characters of a menu line's label, of its description and of what it does."""
MAX_SUGGESTIONS: Final = 25
"""The most suggestions that Discord takes for autocomplete."""
CODE_FENCE, HEADING_MARK = "```", "#"


class ButtonStyle(StrEnum):
    PRIMARY = "main"
    SECONDARY = "plain"
    SUCCESS = "good"
    DANGER = "grave"


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture to draw, and its alt text.

    ``position`` names the position that is drawn, if it is not that of the table, and ``players``
    are the names of its seats, if they differ from the table's.
    """

    request: Request
    alt: str
    position: Hashable = None
    players: tuple[int | None, ...] | None = None


NO_TABLE: Final = (0, 0)
"""The game and entry of a button about no game; games of the log count from 1."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button, and the action of pressing it: a word of the bot or a move."""

    label: str
    action: str
    tone: ButtonStyle = ButtonStyle.SECONDARY
    chosen: bool = False
    """True for the current choice, which cannot be pressed."""
    target: tuple[int, int] | None = None
    """The game and entry of the button, if they differ from the message's."""


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of a menu, and the action of choosing it; the current choice is ``chosen``."""

    label: str
    action: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A list with one choice; ``name`` is unique among the menus of a message."""

    placeholder: str
    lines: tuple[MenuLine, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A list of the server's channels with any number of choices, the ``chosen`` marked.

    The chosen ids follow the ``action``.
    """

    placeholder: str
    action: str
    chosen: tuple[int, ...] = ()


Item: TypeAlias = Button | Menu | ChannelMenu
"""A button or a menu."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message that pings only ``pings``; ``colour`` is its accent colour.

    ``buttons`` stand in rows of BUTTONS_PER_ROW; a None begins one, and a menu has one for itself.
    """

    text: str
    pictures: tuple[Illustration, ...] = ()
    buttons: tuple[Item | None, ...] = ()
    pings: tuple[int, ...] = ()
    colour: int | None = None

    def rows(self) -> list[list[Item]]:
        rows: list[list[Item]] = [[]]
        for item in self.buttons:
            menu = isinstance(item, Menu | ChannelMenu)
            if menu or item is None or len(rows[-1]) == BUTTONS_PER_ROW:
                rows.append([])
            if item is not None:
                rows[-1].append(item)
            if menu:
                rows.append([])
        return [row for row in rows if row]


def truncate(text: str, limit: int) -> str:
    """Cut a text, with an ellipsis if needed."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def join_within(phrases: Iterable[str], limit: int) -> str:
    """Join as many first phrases as fit, "" if none does."""
    first, *more = (*phrases,) or ("",)
    joined = truncate(first, limit)
    for phrase in more:
        if len(joined) + 2 + len(phrase) <= limit:
            joined += f", {phrase}"
    return joined


def split_pages(text: str, limit: int) -> list[str]:
    """Cut at line ends into pieces within a limit, without loss.

    Tables in code blocks stay whole, headings stay with the next line; only an overlong line is cut
    inside.
    """
    pages = [""]
    for block in _blocks(text, limit):
        if len(pages[-1]) + 1 + len(block) <= limit and pages[-1]:
            pages[-1] += f"\n{block}"
        elif pages[-1].strip():
            *before, last = pages[-1].split("\n")
            headed = f"{last}\n{block}"
            if last.startswith(HEADING_MARK) and before and len(headed) <= limit:
                pages[-1], block = "\n".join(before), headed
            pages.append(block)
        else:
            pages[-1] = block
    return [page for page in pages if page.strip()] or [""]


def _blocks(text: str, limit: int) -> Iterator[str]:
    fenced: list[str] = []
    for line in text.split("\n"):
        if fenced or line.startswith(CODE_FENCE):
            fenced.append(line)
            if len(fenced) > 1 and line.endswith(CODE_FENCE):
                yield from _pieces("\n".join(fenced), limit)
                fenced = []
        else:
            yield from _pieces(line, limit)
    for line in fenced:
        yield from _pieces(line, limit)


def _pieces(text: str, limit: int) -> Iterator[str]:
    yield text[:limit]
    for start in range(limit, len(text), limit):
        yield text[start : start + limit]


_SEPARATOR: Final = " · "
"""The separator before each note; no typed value contains it."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion for an option.

    Typed ``text`` means the same as ``value`` in any language; ``notes`` are only shown.
    """

    text: str
    value: str
    notes: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The text, with as many notes as fit."""
        text = self.text if len(self.text) <= MENU_LINE_LIMIT else self.value
        notes = _SEPARATOR.join(filter(None, self.notes))
        room = MENU_LINE_LIMIT - len(text) - len(_SEPARATOR)
        return f"{text}{_SEPARATOR}{truncate(notes, room)}" if notes and room > 1 else text


def without_notes(typed: str) -> str:
    return typed.partition(_SEPARATOR)[0]
