"""What is said of time under whose turn it is: who is away, and until when."""

from bot.table.table import Table
from bot.text.i18n import _
from bot.text.moments import on_day
from bot.text.names import Names


def timing(table: Table, names: Names) -> list[str]:
    """The lines about time of a table that is played, none where there is nothing to say."""
    return away(table, names)


def away(table: Table, names: Names) -> list[str]:
    """Who of those still in the game is away, in one line."""
    found = [
        _("{who} is away until {day}", who=names.shown(seat), day=on_day(names.away[user]))
        for seat, user in enumerate(table.players)
        if user is not None and user in names.away and table.seat_of(user) == seat
    ]
    return [f"🌴 {' · '.join(found)}"] if found else []
