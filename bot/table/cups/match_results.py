"""The result of a match, as its table stands."""

from bot.table.cups.entries import Winner
from bot.table.cups.pairings import Pair
from bot.table.table import Phase, Table
from rules.record import END


def match_outcome(
    table: Table, users: tuple[int | None, int | None]
) -> tuple[Winner, Pair | None] | None:
    """Return the winner of a match between two users, and both scores if all tiles were played.

    None while the match is open. A user who has resigned, given up the seat or was erased has lost.
    If the game was ended before its last tile, the player to move has lost: the table decided so
    because that turn stalled. A game that was closed without scoring, or archived, has no winner.
    """
    here = [user is not None and table.seat_of(user) is not None for user in users]
    match here:
        case [False, False]:
            return Winner.NONE, None
        case [True, False]:
            return Winner.FIRST, None
        case [False, True]:
            return Winner.SECOND, None
    if table.phase in (Phase.LOBBY, Phase.PLAYING):
        return None
    if table.phase is not Phase.OVER:
        return Winner.NONE, None
    game = table.running_game
    seats = [table.players.index(user) for user in users]
    if table.lines[-1].text == END:
        return (Winner.SECOND if seats[0] == game.turn else Winner.FIRST), None
    first, second = (game.scores[seat] for seat in seats)
    if first == second:
        return Winner.DRAW, (first, second)
    return (Winner.FIRST if first > second else Winner.SECOND), (first, second)
