"""The note to a table whose turn waits."""

from bot.presenters.words.state import turn_line
from bot.table import voting
from bot.table.table import Table
from bot.text.i18n import _, listed
from bot.text.message import Message
from bot.text.names import Names


def note(table: Table, names: Names, waited: float) -> Message:
    """What shall be done about a turn that has ``waited`` so many seconds; pings who has a say."""
    missing = sorted(voting.others(table) - set(table.poll))
    text = _(
        "⏳ The turn of {who} has waited for {hours} hours. {players}, what shall be done?",
        who=names.shown(table.running_game.turn),
        hours=int(waited // 3600),
        players=listed(f"<@{user}>" for user in missing),
    )
    return Message(f"{text}\n{turn_line(table, names)}", pings=tuple(missing))
