"""The entries of a table's log, and the lines that hold them (as text: see `entry_text`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from bot.table.ballots import VOTES
from bot.table.table import DEFAULT_SETTINGS, JOINED, RANDOM, Settings
from bot.table.time_control import TIME_CONTROLS
from bot.table.undo_policy import UNDO_POLICIES
from bot.text.opponents import is_opponent

SETTING_SEPARATOR: Final = ": "
"""The separator between the two words of a line about a table's settings."""
_SETTING_KEYS: Final = frozenset(
    {"language", "order", "purist", "colour", "pace", "undo", "orders", "cup"}
)
"""The settings of a table in such lines; all other names are options of its game."""
ENTRY_SYNTAX: Final = {
    "new": "`new`, a game, a number of seats, and lines such as `language: fr`",
    "game": "`game` and its name",
    "join": "`join` and a colour",
    "host": "`host` and a seat",
    "colour": "`colour`, its number, `seat` and its number",
    "leave": "`leave` and a seat",
    "start": "`start`, a line `order:` with the seats, and the header of a record",
    "resign": "`resign` and a seat",
    "skip": "`skip` and a seat",
    "undo": "`undo` and the number of an entry",
    "ask": "`ask` and the number of an entry",
    "agree": "`agree`",
    "refuse": "`refuse`",
    "end": "`end` or `end score`",
    "vote": "`vote`, what for, and for a pause perhaps until when",
    "pause": "`pause`, and perhaps until when",
    "resume": "`resume`",
    "open": "`open` and a seat",
    "take": "`take` and a seat",
    "opponent": "`opponent`, a name, a level and a colour",
    "substitute": "`substitute`, a seat, a name and a level",
    "archive": "`archive`",
    "unarchive": "`unarchive`",
}
"""The syntax of an entry by its first word; a line with any other first word is moves."""


class LogLine(Protocol):
    """A written entry: ``at`` is in Unix seconds, ``user`` is None for an erased user.

    ``sound`` is False if the entry has changed since it was written.
    """

    @property
    def number(self) -> int: ...
    @property
    def user(self) -> int | None: ...
    @property
    def text(self) -> str: ...
    @property
    def at(self) -> float: ...
    @property
    def sound(self) -> bool: ...


class EntryError(ValueError):
    """Text that is no entry of a table, or an entry that is impossible at its place in the log."""


def _check_game_name(game: str) -> None:
    """Check that a game's name is one word; the game need not exist."""
    if not game or game.split() != [game]:
        raise EntryError(f"{game!r} is no name of a game")


def _check_opponent(who: int) -> None:
    if not is_opponent(who):
        raise EntryError(f"{who} is no opponent")


@dataclass(frozen=True, slots=True)
class New:
    """A table is opened for a game and a number of seats; its host has a colour.

    ``options`` are the options of the game that were set.
    """

    game: str
    seat_count: int
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Settings = DEFAULT_SETTINGS
    colour: int = 0

    def __post_init__(self) -> None:
        _check_game_name(self.game)
        for key, value in self.options.items():
            if not key or key in _SETTING_KEYS or SETTING_SEPARATOR in key or "\n" in key + value:
                raise EntryError(f"{key!r} is no option of a game, or {value!r} no value of one")
        if "\n" in self.settings.language or self.settings.seat_order not in (RANDOM, JOINED):
            raise EntryError(f"no table is run like this: {self.settings}")
        if self.settings.pace not in TIME_CONTROLS:
            raise EntryError(f"{self.settings.pace!r} is no pace")
        if self.settings.undo not in UNDO_POLICIES:
            raise EntryError(f"{self.settings.undo!r} is no way to take tiles back")


@dataclass(frozen=True, slots=True)
class Choose:
    """The table changes to another game, after a set was added or removed in the lobby."""

    game: str

    def __post_init__(self) -> None:
        _check_game_name(self.game)


@dataclass(frozen=True, slots=True)
class Join:
    """The author takes the next seat, in a colour; None is the first free colour."""

    colour: int | None


@dataclass(frozen=True, slots=True)
class Host:
    """A seat of the lobby becomes the host."""

    seat: int


@dataclass(frozen=True, slots=True)
class Recolour:
    """A seat takes another colour."""

    colour: int
    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat is left before the game; the seats behind it move up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins: the new order of the lobby's seats, and the header of the record as text."""

    order: tuple[int, ...]
    header: str

    def __post_init__(self) -> None:
        if not self.order or sorted(self.order) != list(range(len(self.order))):
            raise EntryError("the order names each seat once, counted from 0")
        if not self.header:
            raise EntryError("the header of the record is missing")


@dataclass(frozen=True, slots=True)
class Moves:
    """Moves of one seat, as a line of the record."""

    text: str

    def __post_init__(self) -> None:
        words = self.text.split()
        if not words or self.text.strip() != self.text or len(self.text.splitlines()) != 1:
            raise EntryError("moves are one line, with nothing before and behind them")
        if words[0].lower() in ENTRY_SYNTAX:
            raise EntryError(f"{words[0]!r} is no word of a move")


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat leaves the running game for good (COM-24)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skip:
    """The turn of a seat is skipped by a decision of the table (COM-26)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undo:
    """The moves from an entry number on no longer count."""

    number: int


@dataclass(frozen=True, slots=True)
class Ask:
    """The author asks all other players for an undo."""

    number: int


@dataclass(frozen=True, slots=True)
class Agree:
    """The author consents to the requested undo."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The author refuses the requested undo, which settles the question."""


@dataclass(frozen=True, slots=True)
class End:
    """The table is closed before the end of its game, with or without a final scoring (COM-27)."""

    scored: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """The author votes about the stalled turn, replacing their earlier vote.

    ``until`` is the end of a proposed pause in Unix seconds, if it has one.
    """

    word: str
    until: int | None = None

    def __post_init__(self) -> None:
        if self.word not in VOTES or (self.until is not None and self.word != "pause"):
            raise EntryError(f"nobody can vote {self.word!r} so")


@dataclass(frozen=True, slots=True)
class Pause:
    """No clock runs and nobody is reminded until a time in Unix seconds, or until `Resume`."""

    until: int | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """The pause is over."""


@dataclass(frozen=True, slots=True)
class Open:
    """A seat of the running game becomes free for any user to take."""

    seat: int


@dataclass(frozen=True, slots=True)
class Take:
    """The author takes over a seat of the running game."""

    seat: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent takes the next seat of the lobby, in a colour."""

    who: int
    colour: int

    def __post_init__(self) -> None:
        _check_opponent(self.who)


@dataclass(frozen=True, slots=True)
class Substitute:
    """An opponent takes over a seat of the running game."""

    seat: int
    who: int

    def __post_init__(self) -> None:
        _check_opponent(self.who)


@dataclass(frozen=True, slots=True)
class Archive:
    """The table is archived unfinished after a long idle time."""


@dataclass(frozen=True, slots=True)
class Unarchive:
    """The archived table is restored."""


Entry: TypeAlias = (
    New
    | Choose
    | Join
    | Host
    | Recolour
    | Leave
    | Start
    | Moves
    | Resign
    | Skip
    | Undo
    | Ask
    | Agree
    | Refuse
    | End
    | Vote
    | Pause
    | Resume
    | Open
    | Take
    | Opponent
    | Substitute
    | Archive
    | Unarchive
)
