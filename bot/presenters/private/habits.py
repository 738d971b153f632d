"""A player's own settings, which hold at all tables."""

from typing import Final

from bot.text.i18n import _
from bot.text.message import Button, Message

HABITS: Final = "habits"
"""What a button does that shows how a player likes to play."""
ASK: Final = "ask"
AT_ONCE: Final = "at-once"
CHOICES: Final = frozenset({ASK, AT_ONCE})
"""What a button may say of a player's moves: confirmed each, or made at once."""


def opened() -> Button:
    """The button that shows the settings."""
    return Button(_("Settings"), HABITS)


def settings(*, confirming: bool) -> Message:
    """How the player likes to play now, and the buttons that change it."""
    text = (
        _(
            "**Your settings.** What you choose on the panel is shown first, and made when you "
            "confirm it."
        )
        if confirming
        else _("**Your settings.** What you choose on the panel is your move, and made at once.")
    )
    return Message(
        text,
        buttons=(
            Button(_("Make my moves at once"), f"{HABITS} {AT_ONCE}", chosen=not confirming),
            Button(_("Let me confirm them"), f"{HABITS} {ASK}", chosen=confirming),
        ),
    )
