"""What becomes of a table in mid-game: votes, seats that change hands, being put away."""

from dataclasses import replace

from bot.table.entries import EntryError, Vote
from bot.table.polls import Ballot
from bot.table.table import Phase, Table


def voted(table: Table, user: int | None, vote: Vote, number: int) -> Table:
    """Somebody says what shall become of the turn that waits; who was forgotten has no say."""
    _playing(table)
    if user is None:
        return table
    ballot = Ballot(vote.word, vote.until, number)
    return replace(table, poll={**table.poll, user: ballot})


def opened(table: Table, seat: int) -> Table:
    """A seat is nobody's any more; it was so already where its player has been forgotten since."""
    _in_play(table, seat)
    return _held(table, seat, None)


def taken(table: Table, seat: int, user: int | None) -> Table:
    """Somebody plays a seat from now on; what was played before stays its player's."""
    _in_play(table, seat)
    if user is not None and user in table.players:
        raise EntryError("who takes a seat has one already")
    return _held(table, seat, user)


def archived(table: Table) -> Table:
    """The game is put away as it stands."""
    _playing(table)
    return replace(table, phase=Phase.ARCHIVED, paused=None)


def unarchived(table: Table) -> Table:
    """It is played on."""
    if table.phase is not Phase.ARCHIVED:
        raise EntryError("the table was not put away")
    return replace(table, phase=Phase.PLAYING)


def _held(table: Table, seat: int, user: int | None) -> Table:
    players = (*table.players[:seat], user, *table.players[seat + 1 :])
    return replace(table, players=players)


def _playing(table: Table) -> None:
    if table.phase is not Phase.PLAYING:
        raise EntryError("no game is running")


def _in_play(table: Table, seat: int) -> None:
    _playing(table)
    if seat >= len(table.players) or seat in table.running_game.out:
        raise EntryError("nobody plays that seat")
