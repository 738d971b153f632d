"""A private note at a table: kept for its writer, who alone is ever shown it."""

from typing import Final

from bot.text.i18n import _
from bot.text.message import Button, Message, shortened
from bot.text.names import escaped

NOTE: Final = "note"
"""What a button does that shows a note; with DELETE behind it, that takes it away."""
DELETE: Final = "delete"
LIMIT: Final = 1000
"""Characters of a note."""
BRIEF: Final = 90
"""Characters of it that are shown beside something else: two lines on a phone."""


def note(text: str, *, new: bool = False) -> Message:
    """A note as it is kept, or how one is kept where there is none."""
    if not text:
        return Message(
            _("You have no note at this table. `/note text:` keeps one, for your eyes only.")
        )
    heading = (
        _("**Your note** is kept; only you see it.") if new else _("**Your note** at this table")
    )
    quoted = "\n".join(f"> {line}" for line in escaped(text).splitlines())
    return Message(f"{heading}\n{quoted}", buttons=(Button(_("Delete"), f"{NOTE} {DELETE}"),))


def deleted() -> Message:
    """After a note was taken away."""
    return Message(_("Your note at this table is deleted. `/note text:` keeps another."))


def brief(text: str) -> str:
    """A note in a small line, for its writer; empty where there is none."""
    said = " ".join(text.split())
    return f"-# 📝 {escaped(shortened(said, BRIEF))}" if said else ""
