"""Who may do what at a table: each check raises a `Refusal`, or gives what the command needs."""

from bot.refusals import Refusal
from bot.table import Phase, Table
from rules.game import Game
from rules.variants import rulebook


def _in_lobby(table: Table) -> None:
    if table.phase is not Phase.LOBBY:
        raise Refusal("started-already" if table.phase is Phase.PLAYING else "no-table")


def _running(table: Table) -> Game:
    if table.phase is Phase.LOBBY:
        raise Refusal("not-started")
    if table.game is None:
        raise Refusal("no-table")
    if table.phase is not Phase.PLAYING:
        raise Refusal("game-over")
    return table.game


def may_join(table: Table, user: int) -> None:
    """Whoever has no seat yet, while there is one."""
    _in_lobby(table)
    if user in table.players:
        raise Refusal("joined-already")
    if table.full:
        raise Refusal("full", seats=table.room)


def may_leave(table: Table, user: int) -> int:
    """Whoever sits in the lobby, and as which one; in a running game one resigns."""
    if table.phase is Phase.PLAYING and table.seat_of(user) is not None:
        raise Refusal("resign-instead")
    _in_lobby(table)
    if user not in table.players:
        raise Refusal("not-seated")
    return table.players.index(user)


def may_start(table: Table, user: int) -> None:
    """Any player of a full table; its host as soon as there are enough."""
    _in_lobby(table)
    if user not in table.players:
        raise Refusal("not-seated")
    low = rulebook(table.name).ruleset.seats.start
    if len(table.players) < low:
        raise Refusal("too-few", low=low)
    if not table.full and user != table.host:
        raise Refusal("host-starts", host=table.host)


def may_move(table: Table, user: int) -> Game:
    """The player whose turn it is; gives the game."""
    game = _running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("resigned" if user in table.players else "not-seated")
    if seat != game.turn:
        raise Refusal("not-your-turn", user=table.to_move)
    return game


def may_undo(table: Table, user: int) -> int:
    """Who moved last, until the next has acted; gives the number of the entry to go back before."""
    if table.phase is Phase.LOBBY:
        raise Refusal("not-started")
    if table.phase is Phase.STOPPED:
        raise Refusal("no-table" if table.game is None else "game-over")
    if user not in table.players:
        raise Refusal("not-seated")
    if table.game is not None and table.players.index(user) in table.game.out:
        raise Refusal("resigned")
    line = table.last_placed_by(user)
    if line is None:
        if not table.lines:
            raise Refusal("nothing-to-undo")
        raise Refusal("no-undo", user=table.lines[-1].user)
    return line.number


def may_resign(table: Table, user: int) -> int:
    """A player who is still in the game; gives the seat."""
    _running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Refusal("resigned" if user in table.players else "not-seated")
    return seat


def may_end(table: Table, user: int, *, manager: bool) -> None:
    """The host of a table that is open or running, and who may manage the server."""
    if table.phase in (Phase.OVER, Phase.STOPPED):
        raise Refusal("no-table" if table.game is None else "game-over")
    if user != table.host and not manager:
        raise Refusal("host-ends", host=table.host)
