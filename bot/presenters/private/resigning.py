"""What a player is asked who wants to leave a running game."""

from typing import Final

from bot.text.i18n import _
from bot.text.message import Button, Message, Tone

OPEN: Final = "open"
"""Leaves one's own seat to whoever takes it."""


def question() -> Message:
    """Whether to leave for good, or so that another can play on."""
    lines = [
        _("Leave the game?"),
        _(
            "*Leave my seat to others*: whoever takes it plays on with your figures and points. "
            "While it is open, you too can take it again."
        ),
        _(
            "*Resign for good*: your figures stay on the board and your turns are skipped. "
            "This cannot be taken back."
        ),
    ]
    buttons = (
        Button(_("Leave my seat to others"), OPEN, Tone.MAIN),
        Button(_("Resign for good"), "resign", Tone.GRAVE),
    )
    return Message("\n".join(lines), buttons=buttons)
