"""The entries of a cup's log, and their texts.

Players are numbers in the order of joining, from 0. The author of an entry is stored beside it,
so an erased person leaves a number without a user.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.core.codec import Codec, FieldText, Numbers, read_number
from bot.table.cups.pairings import Pair, RoundPairs
from bot.table.entries import ENTRIES, New

CUP_ENTRIES: Final = Codec["CupEntry"]("entry of a cup")


class CupEntry:
    """An entry of the log of a cup."""

    __slots__ = ()


class Winner(StrEnum):
    """The winner of a match, by the place in its pair."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"
    """The match has no result, so neither player gets a point."""


def _read_round(text: str) -> RoundPairs:
    match text.split(" "):
        case [*pairs, "bye", bye]:
            return RoundPairs(tuple(map(_read_pair, pairs)), read_number(bye))
        case pairs:
            return RoundPairs(tuple(map(_read_pair, pairs)))


def _read_pair(word: str) -> Pair:
    one, _between, other = word.partition("-")
    return read_number(one), read_number(other)


def _write_round(round_: RoundPairs) -> str:
    pairs = [f"{one}-{other}" for one, other in round_.pairs]
    return " ".join([*pairs, *(() if round_.bye is None else ("bye", str(round_.bye)))])


def _read_points(words: str) -> Pair:
    one, other = words.split(" ")
    return int(one), int(other)


def _write_points(points: Pair) -> str:
    return " ".join(map(str, points))


_POINTS: Final = r"-?(?:0|[1-9][0-9]{0,8})"


@CUP_ENTRIES.own("new {game} {seat_count}\n…")
@dataclass(frozen=True, slots=True)
class Opened(CupEntry):
    """A cup is opened by its host; each match is a table like ``table``."""

    table: New

    @classmethod
    def read(cls, text: str) -> "Opened":
        """Read the entry that opens a table."""
        table = ENTRIES.read(text)
        assert isinstance(table, New)
        return cls(table)

    def write(self) -> str:
        """Return the entry that opens a table."""
        return ENTRIES.write(self.table)


@CUP_ENTRIES.pattern("join")
@dataclass(frozen=True, slots=True)
class Joined(CupEntry):
    """The author becomes the next player."""


@CUP_ENTRIES.pattern("leave {player}")
@dataclass(frozen=True, slots=True)
class Left(CupEntry):
    """A player leaves the cup; a match that has no result is lost."""

    player: int


@CUP_ENTRIES.pattern("start {order}")
@dataclass(frozen=True, slots=True)
class Started(CupEntry):
    """The cup begins; ``order`` holds its players in the order of the first pairing."""

    order: Numbers


@CUP_ENTRIES.pattern("round {pairs}")
@dataclass(frozen=True, slots=True)
class RoundPaired(CupEntry):
    """The next round begins with these pairs."""

    pairs: Annotated[RoundPairs, FieldText(".+", _read_round, _write_round)]


@CUP_ENTRIES.pattern("open {match} {game}")
@dataclass(frozen=True, slots=True)
class MatchOpened(CupEntry):
    """The table of a match of the present round is opened; matches are counted from 0."""

    match: int
    game: int


@CUP_ENTRIES.pattern("result {match} {winner}")
@CUP_ENTRIES.pattern("result {match} {winner} {points}")
@dataclass(frozen=True, slots=True)
class MatchResult(CupEntry):
    """The result of a match of the present round.

    ``points`` are the scores of both players if the game was played to its last tile, else None.
    """

    match: int
    winner: Winner
    points: Annotated[
        Pair | None, FieldText(f"{_POINTS} {_POINTS}", _read_points, _write_points)
    ] = None


@CUP_ENTRIES.pattern("over")
@CUP_ENTRIES.pattern("end", is_early=True)
@dataclass(frozen=True, slots=True)
class Ended(CupEntry):
    """The cup is over: after its last round, or before it (``is_early``)."""

    is_early: bool = False
