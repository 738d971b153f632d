"""A table in a channel: who sits there and the game they play, folded from the log and only that.

The log of a table is text: ``new hunters 3``, its switches on the lines after it · ``join`` ·
``leave 1`` (whoever came as the second) · ``start`` with the order of the seats and the header of
the record on the lines after it · moves in the notation of the rules · ``undo 17`` (entries from
number 17 on no longer count) · ``resign 1`` · ``end``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from rules.errors import RulesError
from rules.game import Game, start
from rules.record import Header, parse_header, play_line


class Line(Protocol):
    """An entry of the log as far as a table cares."""

    @property
    def number(self) -> int: ...
    @property
    def user(self) -> int | None: ...
    @property
    def text(self) -> str: ...


class Phase(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    STOPPED = "stopped"


class BrokenLog(Exception):
    """An entry of the log means nothing where it stands."""


@dataclass(frozen=True, slots=True)
class Played:
    """A line of the record that counts: its number in the log, who wrote it, the text."""

    number: int
    user: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment.

    ``players`` are Discord users by seat (in the lobby: in the order they came), None for one who
    asked to be forgotten. ``host`` opened the table or took over from who did. ``lines`` are the
    moves that count; ``last`` is the number of the newest entry, counting or not.
    """

    name: str
    room: int
    host: int | None
    players: tuple[int | None, ...]
    phase: Phase
    last: int
    options: Mapping[str, str] = field(default_factory=dict)
    header: Header | None = None
    game: Game | None = None
    lines: tuple[Played, ...] = ()

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.players) >= self.room

    @property
    def to_move(self) -> int | None:
        """The user who is to play; None outside a running game."""
        if self.phase is not Phase.PLAYING or self.game is None:
            return None
        return self.players[self.game.turn]

    @property
    def running_game(self) -> Game:
        """The game that has begun; asking before is a bug."""
        assert self.game is not None
        return self.game

    def seat_of(self, user: int) -> int | None:
        """The seat of a user who has not resigned."""
        if user not in self.players:
            return None
        seat = self.players.index(user)
        return None if self.game is not None and seat in self.game.out else seat

    def last_placed_by(self, user: int) -> Played | None:
        """The placement a user may take back: nothing but moves of that user come after it."""
        for line in reversed(self.lines):
            if line.user != user or line.text.startswith("resign"):
                return None
            if line.text.startswith("place"):
                return line
        return None

    def record(self) -> str:
        """The game as a record, the hidden order included."""
        assert self.header is not None
        return "\n".join([self.header.text(), "", *(line.text for line in self.lines), ""])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command changed: the table before (None for a new one) and after, and by whom."""

    game: int
    before: Table | None
    after: Table
    user: int

    @property
    def number(self) -> int:
        """The number of the last entry written."""
        return self.after.last


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
        who = (entry.user,)
        return Table(name, int(seats), entry.user, who, Phase.LOBBY, entry.number, options)
    table = replace(table, last=entry.number)
    match verb:
        case "join":
            return replace(table, players=(*table.players, entry.user))
        case "leave":
            gone = int(rest)
            players = table.players[:gone] + table.players[gone + 1 :]
            hosted = table.players[gone] == table.host
            host = next(iter(players), None) if hosted else table.host
            return replace(table, players=players, host=host)
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
    """The table without the moves from an entry on, the moves before it played again."""
    assert table.header is not None, "no game has started"
    header = table.header
    fresh = replace(
        table,
        last=last,
        phase=Phase.PLAYING,
        game=start(header.book, header.seats, header.bags),
        lines=(),
    )
    for line in table.lines:
        if line.number < number:
            fresh = _moved(fresh, line)
    return fresh
