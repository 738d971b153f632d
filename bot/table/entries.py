"""The entries of a table's log: what each says, how it is written, and how it is read again.

An entry is text. Its first word says which it is; a line that begins with none of these words is
moves in the notation of the rules. ``read(write(entry)) == entry``, and what a log says that is no
entry is refused with an `EntryError`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.table.table import COLOURS, JOINED, RANDOM, USUAL, Settings
from bot.text.i18n import ENGLISH

_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
"""Seats, entries, colours: no table ever comes to more digits."""
_BETWEEN: Final = ": "
"""What stands between the two words of a line that says how a table is run."""
_RESERVED: Final = frozenset({"language", "order", "purist", "colour", "livery"})
"""What is said of a table in such lines; all others are switches of its game."""
_WRITTEN: Final = {
    "new": "`new`, a game, a number of seats, and lines such as `language: fr`",
    "join": "`join` and a colour",
    "host": "`host` and a seat",
    "colour": "`colour`, its number, `seat` and its number",
    "livery": "`livery` and a colour",
    "leave": "`leave` and a seat",
    "start": "`start`, a line `order:` with the seats, and the header of a record",
    "resign": "`resign` and a seat",
    "skip": "`skip` and a seat",
    "undo": "`undo` and the number of an entry",
    "ask": "`ask` and the number of an entry",
    "agree": "`agree`",
    "refuse": "`refuse`",
    "end": "`end` or `end score`",
}


class EntryError(ValueError):
    """Text that is no entry of a table, or an entry that means nothing where it stands."""


@dataclass(frozen=True, slots=True)
class New:
    """A table is opened for a game, for so many seats; its host has a colour.

    ``options`` are the switches of the game that were set.
    """

    game: str
    room: int
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Settings = USUAL
    colour: int = 0

    def __post_init__(self) -> None:
        if not self.game or self.game.split() != [self.game]:
            raise EntryError(f"{self.game!r} is no name of a game")
        for key, value in self.options.items():
            if not key or key in _RESERVED or _BETWEEN in key or "\n" in key + value:
                raise EntryError(f"{key!r} is no switch of a game, or {value!r} no value of one")
        if "\n" in self.settings.language or self.settings.order not in (RANDOM, JOINED):
            raise EntryError(f"no table is run like this: {self.settings}")


@dataclass(frozen=True, slots=True)
class Join:
    """Who wrote it takes the next seat, in a colour; None, in old logs, is the first free one."""

    colour: int | None


@dataclass(frozen=True, slots=True)
class Host:
    """A seat of the lobby hosts the table from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Recolour:
    """A seat takes another colour; old logs leave the seat out, it is that of who wrote it."""

    colour: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat is given back before the game; those behind it move up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """The game begins: which seat of the lobby sits where, and the header of the record as text."""

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
        if words[0].lower() in _WRITTEN:
            raise EntryError(f"{words[0]!r} is no word of a move")


@dataclass(frozen=True, slots=True)
class Resign:
    """A seat leaves the running game for good (COM-24)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skip:
    """The turn of a seat is ended for it by who decides that at the table (COM-26)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Moves no longer count, from the entry of this number on."""

    number: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Who wrote it asks all others for such an undo."""

    number: int


@dataclass(frozen=True, slots=True)
class Agree:
    """Who wrote it consents to the undo that was asked for."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Who wrote it does not; nothing is asked any more."""


@dataclass(frozen=True, slots=True)
class End:
    """The table is closed before the end of its game, or ends it with a final scoring (COM-27)."""

    scored: bool = False


Entry: TypeAlias = (
    New
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
)


def read(text: str) -> Entry:
    """The entry a text says; EntryError tells what would be one."""
    head, *lines = text.split("\n")
    word, *rest = head.split(" ")
    if word not in _WRITTEN:
        return Moves(text)
    match word, rest, lines:
        case "new", [game, room], _:
            return _new(game, _number(room), lines)
        case "join", [], []:
            return Join(None)
        case "join", [colour], []:
            return Join(_colour(colour))
        case "host", [seat], []:
            return Host(_number(seat))
        case "colour", [colour, "seat", seat], []:
            return Recolour(_colour(colour), _number(seat))
        case "livery", [colour], []:
            return Recolour(_colour(colour), None)
        case "leave", [seat], []:
            return Leave(_number(seat))
        case "start", [], [order, *header] if order.startswith("order:"):
            seats = order.removeprefix("order:").split()
            return Start(tuple(map(_number, seats)), "\n".join(header))
        case "resign", [seat], []:
            return Resign(_number(seat))
        case "skip", [seat], []:
            return Skip(_number(seat))
        case "undo", [number], []:
            return Undo(_number(number))
        case "ask", [number], []:
            return Ask(_number(number))
        case "agree", [], []:
            return Agree()
        case "refuse", [], []:
            return Refuse()
        case "end", [], []:
            return End()
        case "end", ["score"], []:
            return End(scored=True)
    raise EntryError(f"this should be {_WRITTEN[word]}")


def write(entry: Entry) -> str:
    """The text of an entry."""
    match entry:
        case New(game, room, options, settings, colour):
            lines = [f"new {game} {room}", *(f"{key}: {value}" for key, value in options.items())]
            lines += [f"language: {settings.language}"] * (settings.language != ENGLISH)
            lines += [f"order: {settings.order}"] * (settings.order != RANDOM)
            lines += ["purist: yes"] * settings.purist + [f"colour: {colour}"] * (colour != 0)
            return "\n".join(lines)
        case Join(colour):
            return "join" if colour is None else f"join {colour}"
        case Host(seat):
            return f"host {seat}"
        case Recolour(colour, seat):
            return f"livery {colour}" if seat is None else f"colour {colour} seat {seat}"
        case Leave(seat):
            return f"leave {seat}"
        case Start(order, header):
            return f"start\norder: {' '.join(map(str, order))}\n{header}"
        case Moves(text):
            return text
        case Resign(seat):
            return f"resign {seat}"
        case Skip(seat):
            return f"skip {seat}"
        case Undo(number):
            return f"undo {number}"
        case Ask(number):
            return f"ask {number}"
        case End(scored=True):
            return "end score"
        case Agree() | Refuse() | End():
            return type(entry).__name__.lower()


def _new(game: str, room: int, lines: Sequence[str]) -> New:
    said: dict[str, str] = {}
    for line in lines:
        key, between, value = line.partition(_BETWEEN)
        if not between or key in said:
            raise EntryError(f"{line!r} should say `key: value`, each key once")
        said[key] = value
    language, order = said.pop("language", ENGLISH), said.pop("order", RANDOM)
    purist = said.pop("purist", "no")
    if purist not in ("yes", "no"):
        raise EntryError(f"`purist` is yes or no, not {purist!r}")
    # Old logs say `livery`.
    colour = _colour(said.pop("colour", said.pop("livery", "0")))
    return New(game, room, said, Settings(language, order, purist == "yes"), colour)


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise EntryError(f"{word[:20]!r} is no number")
    return int(word)


def _colour(word: str) -> int:
    colour = _number(word)
    if colour >= COLOURS:
        raise EntryError(f"colours go from 0 to {COLOURS - 1}, not {colour}")
    return colour
