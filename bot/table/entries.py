"""The entries of a table's log, their texts, and the lines that hold them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Protocol, TypeAlias

from bot.core.codec import ANY_WORD, REST, Codec, FieldText, Numbers, TextError, read_number
from bot.table.settings import (
    AIDS,
    DEFAULT_SETTINGS,
    LANGUAGE,
    SEAT_ORDER,
    SEATS,
    TABLE,
    Settings,
    renamed_setting,
)
from bot.table.table import COLOURS, VOTES
from bot.text.names import (
    LEVELS,
    OPPONENT_NAMES,
    is_opponent,
    opponent_level,
    opponent_name,
    opponent_number,
)

SETTING_SEPARATOR: Final = ": "
"""The separator between the two words of a line about a table's settings."""
_FIRST_KEYS: Final = (LANGUAGE, SEAT_ORDER, AIDS, "colour")
_SETTING_KEYS: Final = (*_FIRST_KEYS, *(key for key in TABLE if key not in _FIRST_KEYS), "cup")
"""The settings of a table in such lines, in their order; other names are options of its game."""
ENTRIES: Final = Codec["Entry"]("entry of a table")
"""The texts of entries; a line with any other first word is moves in the notation of the rules."""


class LogLine(Protocol):
    """A written entry: ``at`` in Unix seconds, ``user`` None for the bot and an erased user.

    ``sound`` is False if it has changed since it was written.
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


class EntryError(TextError):
    """An entry that is impossible, by itself or at its place in the log."""


class Entry:
    __slots__ = ()


def _read_opponent(words: str) -> int:
    name, level = words.split(" ")
    if name not in OPPONENT_NAMES or level not in LEVELS:
        raise TextError(f"there is no opponent {name[:20]!r} of level {level[:20]!r}")
    return opponent_number(name, level)


def _read_colour(word: str) -> int:
    colour = read_number(word)
    if colour >= COLOURS:
        raise TextError(f"colours go from 0 to {COLOURS - 1}, not {colour}")
    return colour


Colour: TypeAlias = Annotated[int, FieldText(ANY_WORD, _read_colour)]
OpponentNumber: TypeAlias = Annotated[
    int,
    FieldText(
        f"{ANY_WORD} {ANY_WORD}",
        _read_opponent,
        lambda who: f"{opponent_name(who)} {opponent_level(who)}",
    ),
]


def _read_choices(text: str) -> tuple[tuple[int, str], ...]:
    pairs = (choice.partition(" ") for choice in text.split("; "))
    return tuple((read_number(count), moves) for count, _space, moves in pairs)


Choices: TypeAlias = Annotated[
    tuple[tuple[int, str], ...],
    FieldText(
        r"[0-9]+ [^;\n]+(?:; [0-9]+ [^;\n]+)*",
        _read_choices,
        lambda choices: "; ".join(f"{count} {moves}" for count, moves in choices),
    ),
]
"""Votes and the moves that got them: ``4 place 3 -1 rot90 knight b; 2 place 0 2 rot0 pass``."""


def _check_game_name(game: str) -> None:
    """Require one word; the game need not exist."""
    if not game or game.split() != [game]:
        raise EntryError(f"{game!r} is no name of a game")


def _check_setting(key: str, value: str) -> None:
    """Check a value of TABLE; another version's language is accepted."""
    if key == LANGUAGE and "\n" not in value:
        return
    if TABLE[key].text(value) is None:
        raise EntryError(f"`{key}` is one of {', '.join(TABLE[key].values)}, not {value!r}")


def _check_opponent(who: int) -> None:
    if not is_opponent(who):
        raise EntryError(f"{who} is no opponent")


@ENTRIES.own("new {game} {seat_count}\nlanguage: fr\n…")
@dataclass(frozen=True, slots=True)
class New(Entry):
    """A table is opened for a game and a number of seats; its host has a colour.

    ``options`` are the options of the game that were set.
    """

    game: str
    seat_count: int
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Settings = DEFAULT_SETTINGS
    colour: Colour = 0

    def __post_init__(self) -> None:
        _check_game_name(self.game)
        for key, value in self.options.items():
            if not key or key in _SETTING_KEYS or SETTING_SEPARATOR in key or "\n" in key + value:
                raise EntryError(f"{key!r} is no option of a game, or {value!r} no value of one")
        for key in TABLE:
            _check_setting(key, self.settings.value(key))

    @classmethod
    def read(cls, text: str) -> "New | None":
        """The first line, then a setting a line. Raise TextError."""
        head, *lines = text.split("\n")
        _new, *words = head.split(" ")
        if len(words) != 2:
            return None
        seat_count = read_number(words[1])
        values: dict[str, str] = {}
        for line in lines:
            key, between, value = line.partition(SETTING_SEPARATOR)
            key, value = renamed_setting(key, value)
            if not between or key in values:
                raise TextError(f"{line!r} should say `key: value`, each key once")
            values[key] = value
        chosen = {key: values.pop(key) for key in TABLE if key in values}
        for key, value in chosen.items():
            _check_setting(key, value)
        colour, cup = _read_colour(values.pop("colour", "0")), read_number(values.pop("cup", "0"))
        settings = replace(DEFAULT_SETTINGS.with_values(chosen), cup=cup)
        return cls(words[0], seat_count, values, settings, colour)

    def write(self) -> str:
        """Write the text; a setting with its default has no line."""
        lines = [f"new {self.game} {self.seat_count}"]
        lines += [f"{key}{SETTING_SEPARATOR}{value}" for key, value in self.options.items()]
        values = _setting_lines(self.settings, self.colour)
        usual = _setting_lines(DEFAULT_SETTINGS, 0)
        lines += [values[key] for key in _SETTING_KEYS if values[key] != usual[key]]
        return "\n".join(lines)


def _setting_lines(settings: Settings, colour: int) -> dict[str, str]:
    values = {key: settings.value(key) for key in TABLE}
    values |= {"colour": str(colour), "cup": str(settings.cup)}
    return {key: f"{key}{SETTING_SEPARATOR}{value}" for key, value in values.items()}


@ENTRIES.pattern("game {game}")
@dataclass(frozen=True, slots=True)
class Choose(Entry):
    """The table changes to another game, after a set was added or removed in the lobby."""

    game: str

    def __post_init__(self) -> None:
        _check_game_name(self.game)


@ENTRIES.pattern("set {key}: {value}")
@dataclass(frozen=True, slots=True)
class Set(Entry):
    """The host changes a setting of TABLE, an option of the game, GAME or SEATS in the lobby."""

    key: Annotated[str, FieldText(r"[^:\n]+", str)]
    value: Annotated[str, FieldText(r"[^\n]+", str)]

    def __post_init__(self) -> None:
        key, value = renamed_setting(self.key, self.value)
        if key in TABLE:
            _check_setting(key, value)
        if self.key == SEATS:
            read_number(self.value)


@ENTRIES.pattern("confirm {seat}")
@dataclass(frozen=True, slots=True)
class Confirm(Entry):
    seat: int


@ENTRIES.pattern("join")
@ENTRIES.pattern("join {colour}")
@dataclass(frozen=True, slots=True)
class Join(Entry):
    """The author takes the next seat, in a colour; None is the first free colour."""

    colour: Colour | None = None


@ENTRIES.pattern("host {seat}")
@dataclass(frozen=True, slots=True)
class Host(Entry):
    seat: int


@ENTRIES.pattern("colour {colour} seat {seat}")
@dataclass(frozen=True, slots=True)
class Recolour(Entry):
    colour: Colour
    seat: int


@ENTRIES.pattern("leave {seat}")
@dataclass(frozen=True, slots=True)
class Leave(Entry):
    """A seat is left before the game; the seats behind it move up."""

    seat: int


@ENTRIES.pattern("start\norder: {order}\n{header}")
@dataclass(frozen=True, slots=True)
class Start(Entry):
    """The game begins: the new order of the lobby's seats, and the header of the record as text."""

    order: Numbers
    header: Annotated[str, REST]

    def __post_init__(self) -> None:
        if not self.order or sorted(self.order) != list(range(len(self.order))):
            raise EntryError("the order names each seat once, counted from 0")
        if not self.header:
            raise EntryError("the header of the record is missing")


@ENTRIES.own("{text}")
@dataclass(frozen=True, slots=True)
class Moves(Entry):
    """Moves of one seat, as a line of the record."""

    text: str

    def __post_init__(self) -> None:
        words = self.text.split(maxsplit=1)
        if not words or self.text.strip() != self.text or len(self.text.splitlines()) != 1:
            raise EntryError("moves are one line, with nothing before and behind them")
        if words[0].lower() in ENTRIES.syntax:
            raise EntryError(f"{words[0]!r} is no word of a move")

    @classmethod
    def read(cls, text: str) -> "Moves":
        """Read moves without matching a pattern, as most lines of a log are moves."""
        return cls(text)

    def write(self) -> str:
        return self.text


@ENTRIES.pattern("resign {seat}")
@dataclass(frozen=True, slots=True)
class Resign(Entry):
    """A seat leaves the running game for good (COM-24)."""

    seat: int


@ENTRIES.pattern("skip {seat}")
@dataclass(frozen=True, slots=True)
class Skip(Entry):
    """The turn of a seat is skipped by a decision of the table (COM-26)."""

    seat: int


@ENTRIES.pattern("undo {number}")
@dataclass(frozen=True, slots=True)
class Undo(Entry):
    """The moves from an entry number on no longer count."""

    number: int


@ENTRIES.pattern("ask {number}")
@dataclass(frozen=True, slots=True)
class Ask(Entry):
    """The author asks all other players for an undo."""

    number: int


@ENTRIES.pattern("agree")
@dataclass(frozen=True, slots=True)
class Agree(Entry):
    """The author consents to the requested undo."""


@ENTRIES.pattern("refuse")
@dataclass(frozen=True, slots=True)
class Refuse(Entry):
    """The author refuses the requested undo, which settles the question."""


@ENTRIES.pattern("end")
@ENTRIES.pattern("end score", scored=True)
@dataclass(frozen=True, slots=True)
class End(Entry):
    """The table is closed before the end of its game, with or without a final scoring (COM-27)."""

    scored: bool = False


@ENTRIES.pattern("vote {word}")
@ENTRIES.pattern("vote {word} {until}")
@dataclass(frozen=True, slots=True)
class Vote(Entry):
    """The author votes about the stalled turn, replacing their earlier vote.

    ``until`` is the end of a proposed pause in Unix seconds, if it has one.
    """

    word: str
    until: int | None = None

    def __post_init__(self) -> None:
        if self.word not in VOTES or (self.until is not None and self.word != "pause"):
            raise EntryError(f"nobody can vote {self.word!r} so")


@ENTRIES.pattern("pause")
@ENTRIES.pattern("pause {until}")
@dataclass(frozen=True, slots=True)
class Pause(Entry):
    """No clock runs and nobody is reminded until a time in Unix seconds, or until `Resume`."""

    until: int | None = None


@ENTRIES.pattern("resume")
@dataclass(frozen=True, slots=True)
class Resume(Entry):
    """The pause is over."""


@ENTRIES.pattern("open {seat}")
@dataclass(frozen=True, slots=True)
class Open(Entry):
    """A seat of the running game becomes free for any user to take."""

    seat: int


@ENTRIES.pattern("take {seat}")
@dataclass(frozen=True, slots=True)
class Take(Entry):
    """The author takes over a seat of the running game."""

    seat: int


@ENTRIES.pattern("opponent {who} {colour}")
@dataclass(frozen=True, slots=True)
class Opponent(Entry):
    """An opponent takes the next seat of the lobby, in a colour."""

    who: OpponentNumber
    colour: Colour

    def __post_init__(self) -> None:
        _check_opponent(self.who)


@ENTRIES.pattern("channel {colour}\n{name}")
@dataclass(frozen=True, slots=True)
class Channel(Entry):
    """The channel, by its present name, takes the next seat of the lobby, in a colour."""

    colour: Colour
    name: Annotated[str, FieldText(r"[^\n]+", str)]


@ENTRIES.pattern("extend {until}")
@dataclass(frozen=True, slots=True)
class Extend(Entry):
    """Nobody voted for the channel's move: the vote goes on until a Unix time."""

    until: int


@ENTRIES.pattern("tally")
@ENTRIES.pattern("tally {choices}")
@dataclass(frozen=True, slots=True)
class Tally(Entry):
    """Votes for each turn that the channel wanted; the next entries play the first."""

    choices: Choices = ()


@ENTRIES.pattern("substitute {seat} {who}")
@dataclass(frozen=True, slots=True)
class Substitute(Entry):
    """An opponent takes over a seat of the running game."""

    seat: int
    who: OpponentNumber

    def __post_init__(self) -> None:
        _check_opponent(self.who)


@ENTRIES.pattern("archive")
@dataclass(frozen=True, slots=True)
class Archive(Entry):
    """The table is archived unfinished after a long idle time."""


@ENTRIES.pattern("unarchive")
@dataclass(frozen=True, slots=True)
class Unarchive(Entry):
    """The archived table is restored."""


def without_bag_order(text: str) -> str:
    """Remove the secret bag order from a start's line."""
    head, *lines = text.split("\n")
    return "\n".join([head, *lines[:1]]) if head == "start" else text
