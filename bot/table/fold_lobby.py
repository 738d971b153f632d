"""Fold the lobby entries of a log: opening, joining, leaving, starting."""

from collections.abc import Sequence

from bot.table.entries import EntryError, LogLine, New
from bot.table.settings import GAME, SEATS, TABLE, renamed_setting
from bot.table.table import Phase, Table
from bot.text.opponents import is_opponent
from rules.game import Game, start
from rules.header import Header
from rules.record import parse_header
from rules.variants import option_values, rulebook


def new_table(line: LogLine, new: New) -> Table:
    """Return a new table."""
    return Table(
        new.game,
        seat_count=new.seat_count,
        seats_wanted=new.seat_count,
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


def require_lobby(table: Table) -> Table:
    """Return the table. Raise EntryError if its game has begun."""
    if table.phase is not Phase.LOBBY:
        raise EntryError("the lobby is closed")
    return table


def require_taken_seat(table: Table, seat: int) -> int:
    """Return a taken seat of the lobby. Raise EntryError for any other seat."""
    if seat >= len(table.players):
        raise EntryError("nobody sits there")
    return seat


def change_game(table: Table, game: str) -> Table:
    """Change the table to another game; options that it lacks are dropped.

    Raise RulesError for an unknown game.
    """
    known, most = option_values(game), rulebook(game).ruleset.seats.stop - 1
    if len(table.players) > most:
        raise EntryError(f"{len(table.players)} players sit here, {game} is for {most}")
    options = {option: value for option, value in table.options.items() if option in known}
    return table.replace(name=game, options=options, seat_count=min(table.seats_wanted, most))


def change_setting(table: Table, user: int | None, key: str, value: str) -> Table:
    """Change a setting; the others in the lobby read it, and may have to confirm their seats.

    Raise RulesError for an unknown game.
    """
    key, value = renamed_setting(key, value)
    if key in TABLE:
        after = table.replace(settings=table.settings.with_values({key: value}))
    elif key == GAME:
        after = change_game(table, value)
    elif key == SEATS:
        after = _with_seats(table, int(value))
    elif value in option_values(table.name).get(key, ()):
        after = table.replace(options={**table.options, key: value})
    else:
        raise EntryError(f"{table.name} has no option {key}: {value}")
    others = frozenset(table.people) - {user}
    needs_consent = TABLE[key].needs_consent if key in TABLE else key != SEATS
    earlier = tuple(other for other in table.changed if other != key)
    return after.replace(
        changed=(*earlier, key) if others else (),
        unconfirmed=table.unconfirmed | others if needs_consent else table.unconfirmed,
    )


def _with_seats(table: Table, seats: int) -> Table:
    if seats not in rulebook(table.name).ruleset.seats or seats < len(table.players):
        raise EntryError(f"{len(table.players)} players sit here, and {table.name} has its limits")
    return table.replace(seat_count=seats, seats_wanted=seats)


def confirm(table: Table, seat: int) -> Table:
    """Keep a seat after a change of the settings."""
    user = table.players[require_taken_seat(table, seat)]
    return table.replace(unconfirmed=table.unconfirmed - {user})


def join(table: Table, user: int | None, colour: int | None) -> Table:
    """Seat a user in the next seat, in a colour or in the first free one."""
    if table.full:
        raise EntryError("no seat is free")
    if is_opponent(user) and user in table.players:
        raise EntryError("this opponent sits here already")
    taken = table.free_colour() if colour is None else colour
    return table.replace(players=(*table.players, user), colours=(*table.colours, taken))


def recolour(table: Table, seat: int, colour: int) -> Table:
    """Change the colour of a seat."""
    seat = require_taken_seat(table, seat)
    return table.replace(colours=(*table.colours[:seat], colour, *table.colours[seat + 1 :]))


def leave(table: Table, seat: int) -> Table:
    """Remove a seat; later seats move up, and the next player becomes host if the host left."""
    require_taken_seat(table, seat)
    host, user = table.host_seat, table.players[seat]
    players = table.players[:seat] + table.players[seat + 1 :]
    people = (n for n, user in enumerate(players) if not is_opponent(user))
    return table.replace(
        players=players,
        colours=table.colours[:seat] + table.colours[seat + 1 :],
        host_seat=next(people, 0) if seat == host else host - (seat < host),
        unconfirmed=table.unconfirmed - {user},
    )


def start_game(table: Table, order: Sequence[int], text: str) -> Table:
    """Start the game with the header of its record as text."""
    # Counted with the lines of the entry, of which the header begins with the third.
    header = parse_header(list(enumerate(text.splitlines(), 3)))
    if not len(order) == len(table.players) == header.seats:
        raise EntryError(f"{len(table.players)} players sit here, the order names {len(order)}")
    return table.replace(
        players=tuple(table.players[seat] for seat in order),
        colours=tuple(table.colours[seat] for seat in order),
        host_seat=order.index(table.host_seat),
        phase=Phase.PLAYING,
        header=header,
        game=deal(header),
        changed=(),
        unconfirmed=frozenset(),
    )


def deal(header: Header) -> Game:
    """Return a game as dealt by a header."""
    return start(header.book, header.seats, header.bags)
