"""The action of a button or menu line: a word and its arguments, in one line of a custom id."""

import re
from dataclasses import dataclass
from typing import Final

_NUMBER: Final = re.compile("[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class Action:
    """An action such as ``vote pause 1795953600``: its word, and what it is applied to.

    ``Action.read(action.write()) == action``. An argument is a word without spaces.
    """

    word: str
    arguments: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> "Action":
        """Read an action; an empty text gives an empty word."""
        word, *arguments = text.split(" ") if text else [""]
        return cls(word, tuple(arguments))

    def write(self) -> str:
        """Return the action as the text of a custom id."""
        return " ".join((self.word, *self.arguments))

    @property
    def rest(self) -> str:
        """All arguments as one text; "" without arguments."""
        return " ".join(self.arguments)

    @property
    def number(self) -> int:
        """The only argument as a number; 0 if there is no such argument."""
        return int(self.rest) if _NUMBER.fullmatch(self.rest) else 0

    def argument(self, index: int) -> str:
        """Return the argument at an index; "" if there is none."""
        return self.arguments[index] if index < len(self.arguments) else ""
