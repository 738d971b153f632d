"""The line that tells a table that one of its players is away."""

from bot.text.i18n import _
from bot.text.message import Message
from bot.text.names import Names
from bot.text.timestamps import on_day


def gone(user: int, until: float, names: Names) -> Message:
    """Who is away, and until when; nobody is pinged."""
    return Message(
        _(
            "🌴 {who} is away until {day}, or until their next move.",
            who=names.user(user),
            day=on_day(until),
        )
    )
