"""The lobby of a table as its log tells it: opened, joined, left, begun."""

from collections.abc import Sequence
from dataclasses import replace

from bot.table.entries import EntryError, New
from bot.table.log_line import LogLine
from bot.table.table import Phase, Table
from bot.text.opponents import is_opponent
from rules.game import Game, start
from rules.header import Header
from rules.record import parse_header
from rules.variants import rulebook, switches


def opened(line: LogLine, new: New) -> Table:
    """A table that has just been opened."""
    return Table(
        new.game,
        room=new.room,
        wished=new.room,
        host_seat=0,
        players=(line.user,),
        colours=(new.colour,),
        phase=Phase.LOBBY,
        last=line.number,
        version=line.number,
        since=line.at,
        settings=new.settings,
        options=new.options,
    )


def in_lobby(table: Table) -> Table:
    """The table, whose game must not have begun."""
    if table.phase is not Phase.LOBBY:
        raise EntryError("the lobby is closed")
    return table


def seated(table: Table, seat: int) -> int:
    """A seat of the lobby that somebody has."""
    if seat >= len(table.players):
        raise EntryError("nobody sits there")
    return seat


def chosen(table: Table, game: str) -> Table:
    """The table plays another game: what was set of switches that it lacks is as usual again.

    RulesError for a game there is not.
    """
    known, most = switches(game), rulebook(game).ruleset.seats.stop - 1
    if len(table.players) > most:
        raise EntryError(f"{len(table.players)} players sit here, {game} is for {most}")
    options = {switch: value for switch, value in table.options.items() if switch in known}
    return replace(table, name=game, options=options, room=min(table.wished, most))


def joined(table: Table, user: int | None, colour: int | None) -> Table:
    """Somebody takes the next seat, in a colour or in the first that is free."""
    if table.full:
        raise EntryError("no seat is free")
    if is_opponent(user) and user in table.players:
        raise EntryError("this opponent sits here already")
    taken = table.free_colour() if colour is None else colour
    return replace(table, players=(*table.players, user), colours=(*table.colours, taken))


def recoloured(table: Table, seat: int, colour: int) -> Table:
    """A seat takes another colour."""
    seat = seated(table, seat)
    return replace(table, colours=(*table.colours[:seat], colour, *table.colours[seat + 1 :]))


def left(table: Table, seat: int) -> Table:
    """The others move up; if the host left, who came next takes over."""
    seated(table, seat)
    host = table.host_seat
    players = table.players[:seat] + table.players[seat + 1 :]
    people = (n for n, user in enumerate(players) if not is_opponent(user))
    return replace(
        table,
        players=players,
        colours=table.colours[:seat] + table.colours[seat + 1 :],
        host_seat=next(people, 0) if seat == host else host - (seat < host),
    )


def started(table: Table, order: Sequence[int], text: str) -> Table:
    """The game begins, with the header of its record as text."""
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
        game=dealt(header),
    )


def dealt(header: Header) -> Game:
    """A game as it begins."""
    return start(header.book, header.seats, header.bags)
