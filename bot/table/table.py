"""A table in a channel: who sits there, how it is run, and the game they play."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.table import undo_policy
from bot.table.intervals import Paused, WaitInterval
from bot.table.polls import Ballot, UndoVote
from bot.table.time_control import NONE
from bot.text.i18n import ENGLISH
from bot.text.opponents import is_opponent
from rules.game import Game
from rules.header import Header
from rules.record import RESIGN, SKIP


class NoGame(Exception):
    """A table was asked for a game that has not begun: a mistake of the code, not of a log."""


class Phase(StrEnum):
    """How far a table has come."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    STOPPED = "stopped"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class TableVersion:
    """A game, and the newest entry that changed how it stands: what is asked for then is not late.

    ``version`` is that of its `Table`.
    """

    game: int
    version: int


@dataclass(frozen=True, slots=True)
class Played:
    """A line of the record that counts: its number in the log, who wrote it, the text."""

    number: int
    user: int | None
    text: str

    @property
    def places(self) -> bool:
        """Return True if a tile is laid."""
        return self.text.startswith("place")

    @property
    def resigns(self) -> bool:
        """Return True if a player leaves the game."""
        return self.text.startswith(RESIGN)

    @property
    def moves(self) -> bool:
        """Return True if the author moved, and did not resign or skip another's turn."""
        return not self.resigns and self.text != SKIP


COLOURS: Final = 6
"""How many colours there are: a hue and a shape each."""
RANDOM, JOINED = "random", "joined"
"""The ways to order the seats: by chance, or as the players came."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is run: the language of its posts, the order of the seats, whether without aids.

    ``pace`` is one of PACES, ``undo`` of TAKES. Unlike the switches of a game these change no rule.
    """

    language: str = ENGLISH
    order: str = RANDOM
    purist: bool = False
    pace: str = NONE
    undo: str = undo_policy.USUAL


USUAL: Final = Settings()


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one moment.

    ``players`` are Discord users by seat (in the lobby: in the order they came), None for one who
    asked to be forgotten and for an open seat, a negative number for an opponent, who is no
    person; ``colours`` theirs. Who sits on ``host_seat`` opened
    the table or took over from who did. ``lines`` are the moves that count; ``last`` is the number
    of the newest entry, counting or not, ``version`` that of the newest one that changed how the
    game stands.
    """

    name: str
    room: int
    host_seat: int
    players: tuple[int | None, ...]
    colours: tuple[int, ...]
    phase: Phase
    last: int
    version: int
    settings: Settings = USUAL
    options: Mapping[str, str] = field(default_factory=dict)
    wished: int = 0
    """For how many it was opened; ``room`` is less where its game takes no more."""
    header: Header | None = None
    game: Game | None = None
    lines: tuple[Played, ...] = ()
    vote: UndoVote | None = None
    undone: int | None = None
    """The number of the newest entry that took something back."""
    since: float = 0.0
    """The begin of the present turn in Unix seconds; without one, the time of the newest entry."""
    turns: tuple[WaitInterval, ...] = ()
    """The times of the turns before it, those taken back among them."""
    pauses: tuple[tuple[float, float], ...] = ()
    """From when to when nothing was waited for."""
    paused: Paused | None = None
    poll: Mapping[int, Ballot] = field(default_factory=dict)
    """The votes about the present turn, by user."""

    @property
    def host(self) -> int | None:
        """The user who hosts the table; None for one who was forgotten, or if nobody is left.

        Where an opponent plays on for who hosted it, the first of those who are still in the game.
        """
        host = self.players[self.host_seat] if self.players else None
        return next(iter(self.people), None) if is_opponent(host) else host

    @property
    def full(self) -> bool:
        """Return True if every seat is taken."""
        return len(self.players) >= self.room

    @property
    def ended(self) -> bool:
        """Return True if nothing more will be played, so that nothing has to be hidden any more."""
        return self.phase in (Phase.OVER, Phase.STOPPED)

    @property
    def closed(self) -> bool:
        """Return True if nothing can be played now: it has ended, or was archived."""
        return self.ended or self.phase is Phase.ARCHIVED

    @property
    def bags_told(self) -> bool:
        """Return True if the end has shown the tiles that nobody has drawn."""
        return self.ended and self.game is not None and any(self.game.bags.values())

    @property
    def aided(self) -> bool:
        """Return True if tiles, odds and projected points may be shown; after the end they may."""
        return not self.settings.purist or self.ended or self.game is None

    @property
    def open_seats(self) -> frozenset[int]:
        """Seats of the game that nobody has, and anybody may take while it runs.

        Their players gave them away, were replaced, or asked to be forgotten.
        """
        if self.game is None or self.ended:
            return frozenset()
        seats = (seat for seat, user in enumerate(self.players) if user is None)
        return frozenset(seats) - frozenset(self.game.out)

    @property
    def to_move(self) -> int | None:
        """The person who is to play; None outside a running game, and where it is nobody."""
        return None if is_opponent(self.waited_for) else self.waited_for

    @property
    def waited_for(self) -> int | None:
        """The person or opponent to play. None for an open seat, or where nobody plays."""
        if self.phase is not Phase.PLAYING or self.game is None:
            return None
        return self.players[self.game.turn]

    @property
    def thinking(self) -> int | None:
        """The opponent who is to play, by its number."""
        return self.waited_for if is_opponent(self.waited_for) else None

    @property
    def half_way(self) -> bool:
        """Return True if a tile has been laid and something about it is still to be decided."""
        return self.phase is Phase.PLAYING and self.game is not None and self.game.drawn is None

    @property
    def tile_back(self) -> bool:
        """Return True if the tile in hand was just taken back."""
        return self.phase is Phase.PLAYING and self.undone == self.version

    @property
    def running_game(self) -> Game:
        """The game that has begun; NoGame before."""
        if self.game is None:
            raise NoGame
        return self.game

    @property
    def asked(self) -> tuple[int, ...]:
        """The numbers of the entries that put the questions to the players which are still open."""
        undo = () if self.vote is None else (self.vote.entry,)
        return (*undo, min(each.number for each in self.poll.values())) if self.poll else undo

    def seat_of(self, user: int) -> int | None:
        """The seat of a user who has not resigned."""
        if user not in self.players:
            return None
        seat = self.players.index(user)
        return None if self.game is not None and seat in self.game.out else seat

    def last_placed_by(self, user: int) -> Played | None:
        """The last placement of a user, whatever came after it."""
        placed = (line for line in reversed(self.lines) if line.places)
        return next((line for line in placed if line.user == user), None)

    def alone_since(self, line: Played, user: int) -> bool:
        """Return True if only moves of a user, and of opponents, come after one of the lines."""
        after = [other for other in self.lines if other.number >= line.number]
        return all((o.user == user or is_opponent(o.user)) and o.moves for o in after)

    def voters(self) -> frozenset[int]:
        """The users whose consent a later undo takes: all people who are still in the game."""
        return frozenset(self.people)

    @property
    def people(self) -> tuple[int, ...]:
        """The users who are still in the game, or in its lobby, by seat: opponents are none."""
        out = self.game.out if self.game is not None else frozenset()
        users = (user for seat, user in enumerate(self.players) if seat not in out)
        return tuple(user for user in users if user is not None and not is_opponent(user))

    def free_colour(self) -> int:
        """The first colour that nobody has."""
        return next(n for n in range(COLOURS) if n not in self.colours)

    def record(self) -> str:
        """The game as a record, the hidden order included; NoGame before it has begun."""
        if self.header is None:
            raise NoGame
        return "\n".join([self.header.text(), "", *(line.text for line in self.lines), ""])


@dataclass(frozen=True, slots=True)
class Outcome:
    """The change of a command: the table before (None for a new one), after, and the user.

    ``user`` is None, long afterwards, for one who asked to be forgotten.
    """

    game: int
    before: Table | None
    after: Table
    user: int | None

    @property
    def number(self) -> int:
        """The number of the last entry written."""
        return self.after.last

    @property
    def moved(self) -> bool:
        """Return True if lines of the record came or went: a move was made or taken back."""
        return self.before is None or self.before.lines != self.after.lines
