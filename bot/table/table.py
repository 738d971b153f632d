"""A table as data, at one version of its log; `Outcome`, the table before and after a command."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypedDict, Unpack

from bot.table.settings import DEFAULT_SETTINGS, Settings
from bot.text.names import THE_CHANNEL, is_impersonal, is_opponent
from rules.game import Game
from rules.header import Header
from rules.record import RESIGN, SKIP
from rules.story import TilePlaced


@dataclass(frozen=True, slots=True)
class PauseState:
    """Begin and end in Unix seconds, and the users who voted for it."""

    since: float
    until: float | None
    by: frozenset[int]

    def is_active(self, now: float) -> bool:
        """True until the pause ends by itself."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class WaitInterval:
    """A seat's turn, in Unix seconds."""

    seat: int
    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class UndoVote:
    """A request to undo moves others have played on; all must consent.

    ``entry`` asks, ``number`` is the first entry to be dropped.
    """

    entry: int
    number: int
    user: int | None
    agreed: frozenset[int | None]


@dataclass(frozen=True, slots=True)
class VoteTally:
    """Votes for each turn the channel wanted, those for the played one first.

    ``number``: of the entry. Without choices nobody voted.
    """

    number: int
    choices: tuple[tuple[int, str], ...]

    @property
    def count(self) -> int:
        return sum(count for count, _moves in self.choices)


VOTES: Final = ("wait", "skip", "open", "pause", "end")
"""The possible votes about a stalled turn: nothing, a skip, another player for the seat, a pause
of the table, the final scoring.
"""


@dataclass(frozen=True, slots=True)
class Ballot:
    """``until``: the end of a pause in Unix seconds."""

    word: str
    until: float | None = None
    number: int = field(default=0, compare=False)
    """The number of its entry."""


MIN_POSTER_TILES: Final = 20
"""The fewest tiles that players have placed in a game with a poster: fewer make no picture."""


class GameNotBegun(Exception):
    """A game was asked for before it began: a bug, not a bad log."""


class Phase(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    STOPPED = "stopped"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class TableVersion:
    """A game, and the newest entry that changed its state, to detect late requests."""

    game: int
    version: int


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record line not undone: number in the log, author, text."""

    number: int
    user: int | None
    text: str

    @property
    def is_placement(self) -> bool:
        return self.text.startswith("place")

    @property
    def is_resignation(self) -> bool:
        return self.text.startswith(RESIGN)

    @property
    def is_move(self) -> bool:
        """True if the author moved, and did not resign or skip another's turn."""
        return not self.is_resignation and self.text != SKIP


COLOURS: Final = 6
"""The number of colours: a hue and a shape each."""


class TimeChanges(TypedDict, total=False):
    """Times of a table that an entry may change."""

    since: float
    turns: tuple[WaitInterval, ...]
    pauses: tuple[tuple[float, float], ...]
    paused: PauseState | None


class TableChanges(TimeChanges, total=False):
    """All fields, for `Table.replace`."""

    name: str
    seat_count: int
    host_seat: int
    players: tuple[int | None, ...]
    colours: tuple[int, ...]
    phase: Phase
    last: int
    version: int
    settings: Settings
    options: Mapping[str, str]
    seats_wanted: int
    header: Header | None
    game: Game | None
    lines: tuple[RecordLine, ...]
    undo_vote: UndoVote | None
    undone: int | None
    ballots: Mapping[int, Ballot]
    changed: tuple[str, ...]
    unconfirmed: frozenset[int]
    channel_name: str
    vote_until: float | None
    tally: VoteTally | None


@dataclass(frozen=True)
class Table:
    """A table at one version of its log; without slots, as a `Game` is, to be replaced fast.

    ``players``: Discord users by seat (in the lobby by joining), None for a forgotten user or an
    open seat, negative for an opponent. ``lines``: record lines not undone; ``last``: number of the
    newest entry, ``version``: of the newest that changed the game's state.
    """

    name: str
    seat_count: int
    host_seat: int
    players: tuple[int | None, ...]
    colours: tuple[int, ...]
    phase: Phase
    last: int
    version: int
    settings: Settings = DEFAULT_SETTINGS
    options: Mapping[str, str] = field(default_factory=dict)
    seats_wanted: int = 0
    """The number of seats when opened; ``seat_count`` is less if the game takes fewer players."""
    header: Header | None = None
    game: Game | None = None
    lines: tuple[RecordLine, ...] = ()
    undo_vote: UndoVote | None = None
    undone: int | None = None
    """The number of the newest entry that undid something."""
    since: float = 0.0
    """The begin of the turn in Unix seconds; without a turn, the time of the newest entry."""
    turns: tuple[WaitInterval, ...] = ()
    """The times of earlier turns, undone ones included."""
    pauses: tuple[tuple[float, float], ...] = ()
    """The begin and end of each pause, in Unix seconds."""
    paused: PauseState | None = None
    ballots: Mapping[int, Ballot] = field(default_factory=dict)
    """The votes about the present turn, by user."""
    changed: tuple[str, ...] = ()
    """The settings that the host has changed in the lobby since others joined, the last at last."""
    unconfirmed: frozenset[int] = frozenset()
    """The users in the lobby who have to press *Join* again after such a change."""
    channel_name: str = ""
    """The name of the channel whose people vote for a seat, when the seat was added."""
    vote_until: float | None = None
    """The end of the channel's present vote in Unix seconds, if nobody voted in time."""
    tally: VoteTally | None = None
    """The result of the channel's last vote."""

    def replace(self, **changes: Unpack[TableChanges]) -> "Table":
        table: Table = object.__new__(Table)
        object.__setattr__(table, "__dict__", self.__dict__ | changes)
        return table

    @property
    def host(self) -> int | None:
        """None for a forgotten user or an empty table.

        If an opponent took the host's seat, the first user still in the game is host.
        """
        host = self.players[self.host_seat] if self.players else None
        return next(iter(self.people), None) if is_impersonal(host) else host

    @property
    def full(self) -> bool:
        return len(self.players) >= self.seat_count

    @property
    def ended(self) -> bool:
        """True if the game is over or stopped: nothing must stay hidden."""
        return self.phase in (Phase.OVER, Phase.STOPPED)

    @property
    def closed(self) -> bool:
        """True if nothing can be played: ended, or archived."""
        return self.ended or self.phase is Phase.ARCHIVED

    @property
    def has_shown_undrawn_tiles(self) -> bool:
        """True if the end has shown the tiles never drawn."""
        return self.ended and self.game is not None and any(self.game.bags.values())

    @property
    def placed_tile_count(self) -> int:
        story = self.game.story if self.game is not None else ()
        return sum(isinstance(event, TilePlaced) for event in story)

    @property
    def has_poster(self) -> bool:
        """True for a game scored to its end, after at least `MIN_POSTER_TILES`."""
        return self.phase is Phase.OVER and self.placed_tile_count >= MIN_POSTER_TILES

    @property
    def aided(self) -> bool:
        """True if tiles, odds and projected points may be shown; always after the end."""
        return self.settings.has_aids or self.ended or self.game is None

    @property
    def open_seats(self) -> frozenset[int]:
        """Seats without a player, free for any user while the game runs.

        Their players gave them away, were replaced, or asked to be forgotten.
        """
        if self.game is None or self.ended:
            return frozenset()
        seats = (seat for seat, user in enumerate(self.players) if user is None)
        return frozenset(seats) - frozenset(self.game.out)

    @property
    def to_move(self) -> int | None:
        """None if no game runs, or no user is to play."""
        return None if is_impersonal(self.waited_for) else self.waited_for

    @property
    def waited_for(self) -> int | None:
        """A user, opponent or channel; None for an open seat, or if no game runs."""
        if self.phase is not Phase.PLAYING or self.game is None:
            return None
        return self.players[self.game.turn]

    @property
    def opponent_to_move(self) -> int | None:
        return self.waited_for if is_opponent(self.waited_for) else None

    @property
    def is_channel_to_move(self) -> bool:
        """True if the channel votes for its seat's move."""
        return self.waited_for == THE_CHANNEL

    @property
    def is_mid_turn(self) -> bool:
        """True if something about a laid tile is still to be decided."""
        return self.phase is Phase.PLAYING and self.game is not None and self.game.drawn is None

    @property
    def is_tile_back(self) -> bool:
        """True if the tile in hand was just taken back."""
        return self.phase is Phase.PLAYING and self.undone == self.version

    @property
    def running_game(self) -> Game:
        """Raise GameNotBegun before the start."""
        if self.game is None:
            raise GameNotBegun
        return self.game

    @property
    def open_questions(self) -> tuple[int, ...]:
        undo = () if self.undo_vote is None else (self.undo_vote.entry,)
        return (
            (*undo, min(ballot.number for ballot in self.ballots.values()))
            if self.ballots
            else undo
        )

    def seat_of(self, user: int) -> int | None:
        """None for a user who has resigned."""
        if user not in self.players:
            return None
        seat = self.players.index(user)
        return None if self.game is not None and seat in self.game.out else seat

    def last_placed_by(self, user: int) -> RecordLine | None:
        """The user's last placement, at any place in the record."""
        placed = (line for line in reversed(self.lines) if line.is_placement)
        return next((line for line in placed if line.user == user), None)

    def alone_since(self, line: RecordLine, user: int) -> bool:
        """True if only the user and opponents have moved since the line."""
        after = [other for other in self.lines if other.number >= line.number]
        return all((o.user == user or is_opponent(o.user)) and o.is_move for o in after)

    def voters(self) -> frozenset[int]:
        """Users whose consent a later undo needs: all still in the game."""
        return frozenset(self.people)

    @property
    def people(self) -> tuple[int, ...]:
        """Users still in the game or lobby, by seat, without opponents."""
        out = self.game.out if self.game is not None else frozenset()
        users = (user for seat, user in enumerate(self.players) if seat not in out)
        return tuple(user for user in users if user is not None and not is_impersonal(user))

    def free_colour(self) -> int:
        return next(n for n in range(COLOURS) if n not in self.colours)

    def record(self) -> str:
        """Hidden order included. Raise GameNotBegun."""
        if self.header is None:
            raise GameNotBegun
        return "\n".join([self.header.text(), "", *(line.text for line in self.lines), ""])


@dataclass(frozen=True, slots=True)
class Outcome:
    """A command's change: the table before (None if new) and after, and the user.

    ``user`` is None if forgotten since.
    """

    game: int
    before: Table | None
    after: Table
    user: int | None

    @property
    def number(self) -> int:
        return self.after.last

    @property
    def undone_lines(self) -> frozenset[RecordLine]:
        return frozenset(() if self.before is None else self.before.lines) - set(self.after.lines)

    @property
    def undone_tiles(self) -> int:
        return sum(line.is_placement for line in self.undone_lines)

    @property
    def changed_record(self) -> bool:
        """True if a move was made or taken back."""
        return self.before is None or self.before.lines != self.after.lines
