"""Who may give a seat of a running game away, or take one."""

from bot.table.archiving import ARCHIVED_DAYS, brought_back_until
from bot.table.checks import running
from bot.table.refusals import Refusal
from bot.table.table import Phase, Table


def may_open(table: Table, user: int, seat: int | None, *, manager: bool) -> int:
    """Who plays the seat, and who may manage the server; gives the seat, None being one's own."""
    running(table)
    own = table.seat_of(user)
    if seat is None:
        if own is None:
            raise Refusal("resigned" if user in table.players else "not-seated")
        seat = own
    _in_play(table, seat)
    if seat in table.open_seats:
        raise Refusal("seat-open")
    if seat != own and not manager:
        raise Refusal("not-your-seat")
    return seat


def may_take(table: Table, user: int, seat: int, *, invited: bool) -> int:
    """Who has no seat at the table: one that is open, or to which they were ``invited``."""
    running(table)
    if user in table.players:
        raise Refusal("joined-already" if table.seat_of(user) is not None else "resigned")
    _in_play(table, seat)
    if seat not in table.open_seats and not invited:
        raise Refusal("seat-taken", user=table.players[seat])
    return seat


def may_unarchive(table: Table, user: int, *, now: float, manager: bool) -> None:
    """Who played at a table that was put away, and who may manage the server; for so many days."""
    if table.phase is not Phase.ARCHIVED:
        raise Refusal("late")
    if user not in table.voters() and not manager:
        raise Refusal("archived-by-others")
    if now >= brought_back_until(table):
        raise Refusal("archived-for-good", days=ARCHIVED_DAYS)


def _in_play(table: Table, seat: int) -> None:
    if seat >= len(table.players) or seat in table.running_game.out:
        raise Refusal("late")
