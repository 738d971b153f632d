"""A table folded from its log, and only from that; what the entries say is in `entries`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.table.entries import (
    Agree,
    Ask,
    End,
    Entry,
    EntryError,
    Host,
    Join,
    Leave,
    Moves,
    New,
    Recolour,
    Refuse,
    Resign,
    Skip,
    Start,
    Undo,
)
from bot.table.seats import LogLine, Seats
from bot.table.table import Phase, Played, Table, UndoVote
from rules.errors import RulesError
from rules.game import Game, start
from rules.header import Header
from rules.record import END, SKIP, parse_header, play_line

SHOWN: Final = 60
"""How much of a bad entry is quoted."""


class BrokenLog(Exception):
    """An entry of the log means nothing where it stands: its ``number``, and how it begins.

    An empty log has neither.
    """

    def __init__(self, why: str, number: int | None = None, text: str = "") -> None:
        where = f"entry {number} ({text!r}): " if number is not None else ""
        super().__init__(where + why)
        self.number = number
        self.text = text


def fold(lines: Iterable[LogLine], table: Table | None = None) -> Table:
    """The table after entries, from an empty table or a known one; BrokenLog names a bad entry."""
    seats = Seats(table.players if table is not None else ())
    for line in lines:
        try:
            table = _after(table, line, seats.meant(line))
        except (RulesError, EntryError) as error:
            said = line.text.partition("\n")[0][:SHOWN]
            raise BrokenLog(str(error), line.number, said) from error
    if table is None:
        raise BrokenLog("the log is empty")
    return table


def fold_to_line(entries: Sequence[LogLine]) -> str:
    """What a log comes to, in a line for `python -m storage check`; BrokenLog names what is bad."""
    table = fold(entries)
    score = f", scores {' '.join(map(str, table.game.scores))}" if table.game is not None else ""
    return f"{table.name}, {len(table.players)} players, {table.phase.value}{score}"


def _after(table: Table | None, line: LogLine, entry: Entry) -> Table:
    """The table after one entry; EntryError or RulesError where it cannot stand."""
    if table is None:
        if not isinstance(entry, New):
            raise EntryError("a log begins with `new`")
        return _opened(line, entry)
    match entry:
        case Ask() | Agree() | Refuse():
            return replace(table, last=line.number, vote=_vote(table, line, entry))
    table = replace(table, last=line.number, version=line.number, vote=None)
    match entry:
        case New():
            raise EntryError("the table has been opened already")
        case Join(colour):
            return _joined(_in_lobby(table), line.user, colour)
        case Host(seat):
            return replace(_in_lobby(table), host_seat=_taken(table, seat))
        case Recolour(colour, seat):
            return _recoloured(_in_lobby(table), seat, colour)
        case Leave(seat):
            return _left(_in_lobby(table), seat)
        case Start(order, header):
            return _started(_in_lobby(table), order, header)
        case Moves(text):
            return _moved(table, Played(line.number, line.user, text))
        case Resign():
            return _moved(table, Played(line.number, line.user, line.text))
        case Skip(seat):
            return _skipped(table, seat, Played(line.number, line.user, SKIP))
        case Undo(number):
            return _undone(table, number)
        case End(scored=True):
            return _moved(table, Played(line.number, line.user, END))
        case End():
            if table.ended:
                raise EntryError("the table is closed already")
            return replace(table, phase=Phase.STOPPED)


# -- the lobby ------------------------------------------------------------------------------------


def _opened(line: LogLine, new: New) -> Table:
    return Table(
        new.game,
        room=new.room,
        host_seat=0,
        players=(line.user,),
        colours=(new.colour,),
        phase=Phase.LOBBY,
        last=line.number,
        version=line.number,
        settings=new.settings,
        options=new.options,
    )


def _in_lobby(table: Table) -> Table:
    if table.phase is not Phase.LOBBY:
        raise EntryError("the lobby is closed")
    return table


def _taken(table: Table, seat: int | None) -> int:
    """A seat of the lobby that somebody has."""
    if seat is None or seat >= len(table.players):
        raise EntryError("nobody sits there")
    return seat


def _joined(table: Table, user: int | None, colour: int | None) -> Table:
    if table.full:
        raise EntryError("no seat is free")
    taken = table.free_colour() if colour is None else colour
    return replace(table, players=(*table.players, user), colours=(*table.colours, taken))


def _recoloured(table: Table, seat: int | None, colour: int) -> Table:
    seat = _taken(table, seat)
    return replace(table, colours=(*table.colours[:seat], colour, *table.colours[seat + 1 :]))


def _left(table: Table, seat: int) -> Table:
    """The others move up; if the host left, who came next takes over."""
    _taken(table, seat)
    host = table.host_seat
    return replace(
        table,
        players=table.players[:seat] + table.players[seat + 1 :],
        colours=table.colours[:seat] + table.colours[seat + 1 :],
        host_seat=0 if seat == host else host - (seat < host),
    )


def _started(table: Table, order: Sequence[int], text: str) -> Table:
    # Counted with the lines of the entry, of which the header begins with the third.
    header = parse_header(list(enumerate(text.splitlines(), 3)))
    if not len(order) == len(table.players) == header.seats:
        raise EntryError(f"{len(table.players)} players sit here, the order names {len(order)}")
    return replace(
        table,
        players=tuple(table.players[seat] for seat in order),
        colours=tuple(table.colours[seat] for seat in order),
        host_seat=order.index(table.host_seat),
        phase=Phase.PLAYING,
        header=header,
        game=_dealt(header),
    )


# -- the game -------------------------------------------------------------------------------------


def _dealt(header: Header) -> Game:
    return start(header.book, header.seats, header.bags)


def _moved(table: Table, played: Played) -> Table:
    if table.game is None:
        raise EntryError("no game has started")
    if table.ended:
        raise EntryError("the game is over")
    game = play_line(table.game, played.text)
    phase = Phase.OVER if game.over else Phase.PLAYING
    return replace(table, game=game, phase=phase, lines=(*table.lines, played))


def _skipped(table: Table, seat: int, played: Played) -> Table:
    """The table after a skip, which names its seat so that it never falls on another."""
    after = _moved(table, played)
    if table.game is not None and seat != table.game.turn:
        raise EntryError(f"it is the turn of seat {table.game.turn}")
    return after


def _undone(table: Table, number: int) -> Table:
    """The table without the moves from an entry on, the moves before it played again.

    Who has resigned since has done so for good. A skip falls with what it came after: it would
    fall on another seat.
    """
    header = _still_counting(table, number)
    undone = table.version
    fresh = replace(table, phase=Phase.PLAYING, game=_dealt(header), lines=(), undone=undone)
    for played in table.lines:
        if played.number < number or played.resigns:
            fresh = _moved(fresh, played)
    return fresh


def _still_counting(table: Table, number: int) -> Header:
    """The header of a game in which the moves of an entry count, so that they can be undone."""
    if table.header is None:
        raise EntryError("no game has started")
    if table.phase is Phase.STOPPED:
        raise EntryError("the table is closed")
    if all(played.number != number for played in table.lines):
        raise EntryError(f"entry {number} is no move that counts")
    return table.header


def _vote(table: Table, line: LogLine, entry: Ask | Agree | Refuse) -> UndoVote | None:
    """What is asked after an entry about taking back."""
    if isinstance(entry, Ask):
        _still_counting(table, entry.number)
        return UndoVote(line.number, entry.number, line.user, frozenset({line.user}))
    if table.vote is None:
        raise EntryError("nothing was asked")
    if isinstance(entry, Refuse):
        return None
    return replace(table.vote, agreed=table.vote.agreed | {line.user})
