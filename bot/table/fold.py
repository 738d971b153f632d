"""A table folded from its log, and only from that.

The log of a table is text: ``new hunters 3``, its switches and settings on the lines after it ·
``join`` or ``join 3`` (a colour) · ``livery 2`` (another one) · ``leave 1`` (whoever came as the
second) · ``start`` with the order of the seats and the header of the record on the lines after it ·
moves in the notation of the rules · ``undo 17`` (entries from number 17 on no longer count) ·
``ask 17``, ``agree`` and ``refuse`` (whether such an undo is wanted by all) · ``resign 1`` ·
``end``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from bot.table.table import Ask, Phase, Played, Settings, Table
from rules.errors import RulesError
from rules.game import start
from rules.record import RESIGN, parse_header, play_line


class Line(Protocol):
    """An entry of the log as far as a table cares."""

    @property
    def number(self) -> int: ...
    @property
    def user(self) -> int | None: ...
    @property
    def text(self) -> str: ...


class BrokenLog(Exception):
    """An entry of the log means nothing where it stands."""


def fold(entries: Iterable[Line], table: Table | None = None) -> Table:
    """The table after entries, from an empty table or a known one; BrokenLog names a bad entry."""
    held: list[Line] = list(entries)
    for index, entry in enumerate(held):
        verb, _, rest = entry.text.partition(" ")
        try:
            if verb == "undo" and table is not None:
                table = _undone(table, int(rest), entry.number)
            else:
                table = _after(table, entry)
        except (RulesError, ValueError, IndexError, AssertionError) as error:
            at = held[index]
            raise BrokenLog(f"entry {at.number} ({at.text.splitlines()[0]!r}): {error}") from error
    if table is None:
        raise BrokenLog("the log is empty")
    return table


def replay(entries: Sequence[Line]) -> str:
    """What a log comes to, in a line for `python -m storage check`; BrokenLog names what is bad."""
    table = fold(entries)
    score = f", scores {' '.join(map(str, table.game.scores))}" if table.game is not None else ""
    return f"{table.name}, {len(table.players)} players, {table.phase.value}{score}"


def _after(table: Table | None, entry: Line) -> Table:
    verb, _, rest = entry.text.partition(" ")
    if table is None:
        if verb != "new":
            raise ValueError("a log begins with `new`")
        first, *switches = rest.split("\n")
        name, seats = first.split()
        options = dict(switch.split(": ", 1) for switch in switches)
        worn = int(options.pop("livery", 0))
        return Table(
            name,
            room=int(seats),
            host=entry.user,
            players=(entry.user,),
            colours=(worn,),
            phase=Phase.LOBBY,
            last=entry.number,
            version=entry.number,
            settings=Settings.taken_from(options),
            options=options,
        )
    table = replace(table, last=entry.number)
    match verb:
        case "ask":
            agreed = frozenset({entry.user})
            return replace(table, asked=Ask(entry.number, int(rest), entry.user, agreed))
        case "agree":
            assert table.asked is not None, "nothing was asked"
            agreed = table.asked.agreed | {entry.user}
            return replace(table, asked=replace(table.asked, agreed=agreed))
        case "refuse":
            return replace(table, asked=None)
    table = replace(table, version=entry.number, asked=None)
    match verb:
        case "join":
            worn = int(rest) if rest else table.free_colour()
            return replace(
                table, players=(*table.players, entry.user), colours=(*table.colours, worn)
            )
        case "livery":
            seat = table.players.index(entry.user)
            worn = int(rest)
            colours = (*table.colours[:seat], worn, *table.colours[seat + 1 :])
            return replace(table, colours=colours)
        case "leave":
            gone = int(rest)
            players = table.players[:gone] + table.players[gone + 1 :]
            colours = table.colours[:gone] + table.colours[gone + 1 :]
            hosted = table.players[gone] == table.host
            host = next(iter(players), None) if hosted else table.host
            return replace(table, players=players, colours=colours, host=host)
        case "end":
            return replace(table, phase=Phase.STOPPED)
        case _ if entry.text.startswith("start\n"):
            return _started(table, entry.text)
        case _:
            return _moved(table, Played(entry.number, entry.user, entry.text))


def _started(table: Table, text: str) -> Table:
    _, order, *header_lines = text.splitlines()
    seats = [int(number) for number in order.removeprefix("order:").split()]
    header = parse_header(list(enumerate(header_lines, 3)))
    return replace(
        table,
        players=tuple(table.players[seat] for seat in seats),
        colours=tuple(table.colours[seat] for seat in seats),
        phase=Phase.PLAYING,
        header=header,
        game=start(header.book, header.seats, header.bags),
    )


def _moved(table: Table, line: Played) -> Table:
    assert table.game is not None, "no game has started"
    game = play_line(table.game, line.text)
    phase = Phase.OVER if game.over else Phase.PLAYING
    return replace(table, game=game, phase=phase, lines=(*table.lines, line))


def _undone(table: Table, number: int, last: int) -> Table:
    """The table without the moves from an entry on, the moves before it played again.

    Who has resigned since has done so for good.
    """
    assert table.header is not None, "no game has started"
    header = table.header
    fresh = replace(
        table,
        last=last,
        version=last,
        asked=None,
        phase=Phase.PLAYING,
        game=start(header.book, header.seats, header.bags),
        lines=(),
    )
    for line in table.lines:
        if line.number < number or line.text.startswith(RESIGN):
            fresh = _moved(fresh, line)
    return fresh
