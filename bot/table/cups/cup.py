"""A cup: its players, its rounds and their matches, folded from its log."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.table.cups.entries import MatchResult, Winner
from bot.table.cups.pairings import is_round_robin, number_of_rounds
from bot.table.settings import Settings

MIN_PLAYERS: Final = 3
"""The fewest players with whom a cup can start."""
MAX_PLAYERS: Final = 32
"""The most players of a cup: its card has a line for each."""


class CupPhase(StrEnum):
    """The phase of a cup."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """All rounds were played."""
    STOPPED = "stopped"
    """Somebody ended the cup before its last round was over."""


@dataclass(frozen=True, slots=True)
class CupPlayer:
    """A player of a cup; ``user`` is None for an erased person."""

    user: int | None
    has_left: bool = False

    @property
    def plays_on(self) -> bool:
        """Return True if the player gets an opponent in the next round."""
        return not self.has_left and self.user is not None


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two players, by number; ``game`` is that of its table, once it is open."""

    first: int
    second: int
    game: int | None = None
    result: MatchResult | None = None

    @property
    def players(self) -> tuple[int, int]:
        """Both players."""
        return self.first, self.second

    @property
    def winner(self) -> int | None:
        """The player who won; None for a draw, a match without a result, or one not over."""
        match self.result:
            case MatchResult(winner=Winner.FIRST):
                return self.first
            case MatchResult(winner=Winner.SECOND):
                return self.second
        return None

    @property
    def is_draw(self) -> bool:
        """Return True if both players share the point."""
        return self.result is not None and self.result.winner is Winner.DRAW


@dataclass(frozen=True, slots=True)
class CupRound:
    """A round: its matches, the player who has a bye, and its beginning in Unix seconds."""

    matches: tuple[Match, ...]
    bye: int | None = None
    began: float = field(default=0.0, compare=False)

    @property
    def is_over(self) -> bool:
        """Return True if every match has a result."""
        return all(match.result is not None for match in self.matches)


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup at one version of its log; ``last`` is the number of its newest entry.

    ``players`` are numbered in the order of joining and keep their numbers; ``order`` holds those
    with whom the cup started, in the order of the first pairing.
    """

    name: str
    options: Mapping[str, str]
    settings: Settings
    opened_by: int | None
    phase: CupPhase
    last: int
    since: float
    """The Unix time of the newest entry."""
    players: tuple[CupPlayer, ...] = ()
    order: tuple[int, ...] = ()
    rounds: tuple[CupRound, ...] = ()

    @property
    def host(self) -> int | None:
        """The user who opened the cup; if erased, the first player who plays on."""
        if self.opened_by is not None:
            return self.opened_by
        return next((player.user for player in self.players if player.plays_on), None)

    @property
    def is_over(self) -> bool:
        """Return True if nothing can be played any more."""
        return self.phase in (CupPhase.OVER, CupPhase.STOPPED)

    @property
    def active(self) -> tuple[int, ...]:
        """The players who play on: in the lobby by joining, then in the order of the start."""
        numbers = self.order or range(len(self.players))
        return tuple(number for number in numbers if self.players[number].plays_on)

    @property
    def users(self) -> tuple[int | None, ...]:
        """The users by number of their player; None for an erased person."""
        return tuple(player.user for player in self.players)

    @property
    def is_round_robin(self) -> bool:
        """Return True if all players meet each other."""
        return is_round_robin(len(self.order or self.active))

    @property
    def number_of_rounds(self) -> int:
        """The rounds that the cup has, or would have if it started now."""
        return number_of_rounds(len(self.order or self.active))

    @property
    def round(self) -> CupRound | None:
        """The newest round; None before the first one."""
        return self.rounds[-1] if self.rounds else None

    def player_of(self, user: int) -> int | None:
        """Return the number of a user who has not left."""
        for number in self.active:
            if self.players[number].user == user:
                return number
        return None
