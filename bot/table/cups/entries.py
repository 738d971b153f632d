"""The entries of a cup's log, and their text: ``read_entry(write_entry(entry)) == entry``.

Players are numbers in the order of joining, from 0. The author of an entry is stored beside it,
so an erased person leaves a number without a user.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.table import entry_text
from bot.table.cups.pairings import Pair, RoundPairs
from bot.table.entries import EntryError, New

ENTRY_SYNTAX: Final = {
    "new": "as that of a table",
    "join": "`join`",
    "leave": "`leave` and a player",
    "start": "`start` and all players in their order",
    "round": "`round`, pairs such as `0-3`, and perhaps `bye` and a player",
    "open": "`open`, a match and a game",
    "result": "`result`, a match, `first`, `second`, `draw` or `none`, and perhaps both scores",
    "over": "`over`",
    "end": "`end`",
}
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,17}")
_POINTS: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")


class Winner(StrEnum):
    """The winner of a match, by the place in its pair."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """The match has no result, so neither player gets a point."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A cup is opened by its host; each match is a table like ``table``."""

    table: New


@dataclass(frozen=True, slots=True)
class Joined:
    """The author becomes the next player."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player leaves the cup; a match that has no result is lost."""

    player: int


@dataclass(frozen=True, slots=True)
class Started:
    """The cup begins; ``order`` holds its players in the order of the first pairing."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """The next round begins with these pairs."""

    pairs: RoundPairs


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """The table of a match of the present round is opened; matches are counted from 0."""

    match: int
    game: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match of the present round.

    ``points`` are the scores of both players if the game was played to its last tile, else None.
    """

    match: int
    winner: Winner
    points: Pair | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The cup is over: after its last round, or before it (``is_early``)."""

    is_early: bool = False


CupEntry: TypeAlias = (
    Opened | Joined | Left | Started | RoundPaired | MatchOpened | MatchResult | Ended
)


def write_entry(entry: CupEntry) -> str:
    """Write an entry as text."""
    match entry:
        case Opened(table):
            return entry_text.write_entry(table)
        case Joined():
            return "join"
        case Left(player):
            return f"leave {player}"
        case Started(order):
            return f"start {' '.join(map(str, order))}"
        case RoundPaired(RoundPairs(pairs, bye)):
            words = ["round", *(f"{one}-{other}" for one, other in pairs)]
            return " ".join([*words, *(() if bye is None else ("bye", str(bye)))])
        case MatchOpened(number, game):
            return f"open {number} {game}"
        case MatchResult(number, winner, points):
            scores = () if points is None else map(str, points)
            return " ".join(["result", str(number), winner, *scores])
        case Ended(is_early):
            return "end" if is_early else "over"


def read_entry(text: str) -> CupEntry:
    """Read an entry. Raise EntryError, which names the right syntax."""
    match text.split(" "):
        case [word, *_] if word == "new":
            return _read_opened(text)
        case ["join"]:
            return Joined()
        case ["leave", player]:
            return Left(_number(player))
        case ["start", *order] if order:
            return Started(tuple(map(_number, order)))
        case ["round", *pairs, "bye", bye]:
            return RoundPaired(RoundPairs(tuple(map(_pair, pairs)), _number(bye)))
        case ["round", *pairs] if pairs:
            return RoundPaired(RoundPairs(tuple(map(_pair, pairs))))
        case ["open", number, game]:
            return MatchOpened(_number(number), _number(game))
        case ["result", number, winner, *points] if winner in tuple(Winner):
            return MatchResult(_number(number), Winner(winner), _points(points))
        case ["over"]:
            return Ended()
        case ["end"]:
            return Ended(is_early=True)
        case [word, *_] if word in ENTRY_SYNTAX:
            raise EntryError(f"this should be {ENTRY_SYNTAX[word]}")
    raise EntryError("this is no entry of a cup")


def _read_opened(text: str) -> Opened:
    table = entry_text.read_entry(text)
    if not isinstance(table, New):
        raise EntryError(f"this should be {ENTRY_SYNTAX['new']}")
    return Opened(table)


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise EntryError(f"{word[:20]!r} is no number")
    return int(word)


def _pair(word: str) -> Pair:
    one, _between, other = word.partition("-")
    return _number(one), _number(other)


def _points(words: list[str]) -> Pair | None:
    match words:
        case []:
            return None
        case [one, other] if _POINTS.fullmatch(one) and _POINTS.fullmatch(other):
            return int(one), int(other)
    raise EntryError(f"this should be {ENTRY_SYNTAX['result']}")
