"""Autocomplete suggestions, whose label can be typed in place of the value.

Discord's clients at times send the label. A label is a text that is read as the value, then notes;
a command reads an option with suggestions `without_notes`.
"""

from dataclasses import dataclass
from typing import Final

from bot.text.message import MENU_LINE_LIMIT, truncate

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
