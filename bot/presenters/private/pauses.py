"""The private question how long a pause shall be, before the others are asked."""

from typing import Final

from bot.presenters.public.stalled_turn import PAUSE, VOTE
from bot.text.i18n import N_, _
from bot.text.message import Button, Message

DAY: Final = 24 * 3600
LENGTHS: Final = {3 * DAY: N_("3 days"), 7 * DAY: N_("A week"), 14 * DAY: N_("Two weeks")}
"""How long a pause may be that ends by itself, in seconds."""
_WHOLE: Final = 3600
"""A pause ends at a whole hour."""


def question(now: float, post: int | None) -> Message:
    """How long; the answer is shown on a ``post``, where there is one to be brought up to date."""
    behind = f" {post}" if post is not None else ""
    ends = {(int(now) + length) // _WHOLE * _WHOLE: label for length, label in LENGTHS.items()}
    text = _(
        "Pause this game for everybody? No clock runs then, and nobody is reminded. It takes more "
        "than half of the players; each of those who want it can end it. Until when?"
    )
    return Message(
        text,
        buttons=(
            *(Button(_(label), f"{VOTE} {PAUSE} {end}{behind}") for end, label in ends.items()),
            Button(_("Without an end"), f"{VOTE} {PAUSE} 0{behind}"),
        ),
    )
