"""Messages of a private note at a table: the note, its deletion, and its line beside a panel."""

from typing import Final

from bot.text.i18n import _
from bot.text.message import Button, Message, truncate
from bot.text.names import escape_markdown
from bot.words.actions import ShowNote

DELETE: Final = "delete"
MAX_NOTE_LENGTH: Final = 1000
"""The most characters of a note."""
BRIEF_LENGTH: Final = 90
"""Characters of a note shown beside something else: two lines on a phone."""


def note_message(text: str, *, new: bool = False) -> Message:
    if not text:
        return Message(
            _("You don't have a note for this game. Write one with `/note text:`; only you see it.")
        )
    heading = _("**Note saved.** Only you can see it.") if new else _("**Your note** for this game")
    quoted = "\n".join(f"> {line}" for line in escape_markdown(text).splitlines())
    return Message(f"{heading}\n{quoted}", buttons=(Button(_("Delete"), str(ShowNote(DELETE))),))


def deleted_notice() -> Message:
    return Message(_("Your note is deleted. Write another one with `/note text:`."))


def note_line(text: str) -> str:
    """A small line; "" without a note."""
    one_line = " ".join(text.split())
    return f"-# 📝 {escape_markdown(truncate(one_line, BRIEF_LENGTH))}" if one_line else ""
