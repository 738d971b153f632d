"""The notice that an opponent takes longer than it should."""

from bot.table.table import Table
from bot.text.i18n import _
from bot.text.message import Message
from bot.text.names import Names


def late_opponent(table: Table, names: Names) -> Message:
    """Tell a table why it waits for its opponent; nobody is pinged."""
    who = names.bold_name(table.running_game.turn)
    return Message(
        _(
            "⏳ My computer is very busy, so {who} takes longer than usual. If it stays busy, {who}"
            " plays a simpler move. You don't have to do anything.",
            who=who,
        )
    )
