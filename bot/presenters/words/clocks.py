"""Times in words: the clock of the player to move, absences, all clocks."""

from bot.table.clock import left, zero
from bot.table.table import Phase, Table
from bot.text.durations import lasting
from bot.text.i18n import _
from bot.text.names import Names
from bot.text.timestamps import at_time, from_now, on_day


def timing(table: Table, names: Names) -> list[str]:
    """The lines about time of a running table; empty where there is nothing to say."""
    return [*clock(table, names), *away(table, names)]


def away(table: Table, names: Names) -> list[str]:
    """The absent players of the game, in one line."""
    found = [
        _("{who} is away until {day}", who=names.shown(seat), day=on_day(names.away[user]))
        for seat, user in enumerate(table.players)
        if user is not None and user in names.away and table.seat_of(user) == seat
    ]
    return [f"🌴 {' · '.join(found)}"] if found else []


def clocks(table: Table, names: Names) -> list[str]:
    """The time left on each player's clock, in one line; empty where there are no clocks."""
    game, now = table.game, names.now
    if table.phase is not Phase.PLAYING or game is None or now is None:
        return []
    found = [
        f"{names.shown(seat)} {lasting(rest)}"
        for seat in range(game.seats)
        if seat not in game.out and (rest := left(table, seat, now, names.absent)) is not None
    ]
    return [f"🕐 {' · '.join(found)}"] if found else []


def clock(table: Table, names: Names) -> list[str]:
    """The end of the time for this turn; empty where the clock stands or there is none."""
    end = zero(table, names.now, names.absent) if names.now is not None else None
    if end is None or names.now is None:
        return []
    if end <= names.now:
        return [_("🕐 The time for this turn is over.")]
    return [_("🕐 Time until {until} ({when}).", until=at_time(end), when=from_now(end))]
