"""A message before it meets Discord: text, pictures with their alt text, buttons."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

TEXT_LIMIT: Final = 4000
"""Characters of all texts of one layout message."""
CONTENT_LIMIT: Final = 2000
"""Characters of a plain message."""
ALT_LIMIT: Final = 1024
LABEL_LIMIT: Final = 80
BUTTONS_A_ROW: Final = 5


class Shot(StrEnum):
    """A kind of picture the renderer makes of a game."""

    TURN = "turn"
    BOARD = "board"
    LAID = "laid"
    CROP = "crop"


class Tone(StrEnum):
    """How a button looks."""

    MAIN = "main"
    PLAIN = "plain"
    GOOD = "good"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be made, and what it shows in words."""

    shot: Shot
    alt: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button and the text of what pressing it does: a word of the table or a move."""

    label: str
    does: str
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Post:
    """A message: the only ping goes to ``ping``; ``seat`` lends the message its colour."""

    text: str
    pictures: tuple[Picture, ...] = ()
    buttons: tuple[Button, ...] = ()
    ping: int | None = None
    seat: int | None = None


def shortened(text: str, limit: int) -> str:
    """The text within a number of characters, with an ellipsis where it had to be cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def pages(text: str, limit: int) -> list[str]:
    """The text cut at line ends into pieces within a limit; a longer line is shortened."""
    found: list[str] = []
    page = ""
    for line in text.split("\n"):
        line = shortened(line, limit)
        if page and len(page) + 1 + len(line) > limit:
            found.append(page)
            page = line
        else:
            page = f"{page}\n{line}" if page else line
    return [*found, page]
