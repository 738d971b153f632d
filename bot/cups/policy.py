"""A cup (tournament): log entries and their fold, pairings, standings, and outcomes of matches."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from typing import Annotated, Final, TypeAlias

from bot.core.codec import Codec, FieldText, Numbers, TextError, read_number
from bot.table.entries import ENTRIES, EntryError, LogLine, New
from bot.table.settings import Settings
from bot.table.table import Phase, Table
from rules.record import END

ROUND_ROBIN_PLAYERS: Final = 8
"""The most players of a round robin; more play Swiss rounds."""

Pair: TypeAlias = tuple[int, int]
"""Two players who meet."""


@dataclass(frozen=True, slots=True)
class RoundPairs:
    """A round's pairs, and the player without an opponent, if the number is odd."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


def is_round_robin(players: int) -> bool:
    """True if so many players all meet each other."""
    return players <= ROUND_ROBIN_PLAYERS


def number_of_rounds(players: int) -> int:
    """Rounds of a cup with so many players at its start.

    Swiss rounds suffice to leave one player unbeaten.
    """
    if is_round_robin(players):
        return players - 1 + players % 2
    return (players - 1).bit_length()


def round_robin(order: Sequence[int]) -> tuple[RoundPairs, ...]:
    """All rounds by the circle method: each pair meets once.

    The first player stays, the others move on by a seat a round. With an odd number an empty seat
    takes part, whose opponent has the bye.
    """
    seats: list[int | None] = [*order, *([None] * (len(order) % 2))]
    half = len(seats) // 2
    rounds = []
    for _number in range(len(seats) - 1):
        met = zip(seats[:half], reversed(seats[half:]), strict=True)
        pairs, bye = [], None
        for one, other in met:
            if one is None or other is None:
                bye = other if one is None else one
            else:
                pairs.append((one, other))
        rounds.append(RoundPairs(tuple(pairs), bye))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(rounds)


def swiss_round(
    ranked: Sequence[int], met: Collection[frozenset[int]], byes: Sequence[int] = ()
) -> RoundPairs:
    """The pairs of a Swiss round; ``ranked``: players by standing, best first.

    From the top each player meets the next best one they have not ``met``, as long as the players
    below can still be paired like that. As few pairs as possible meet again. With an odd number the
    lowest player with the fewest ``byes`` has one.
    """
    if len(ranked) % 2 == 0:
        return RoundPairs(_best_pairs(ranked, [None], met)[0])
    fewest = min(byes.count(player) for player in ranked)
    resting = [player for player in reversed(ranked) if byes.count(player) == fewest]
    return RoundPairs(*_best_pairs(ranked, resting, met))


def _best_pairs(
    ranked: Sequence[int], resting: Sequence[int | None], met: Collection[frozenset[int]]
) -> tuple[tuple[Pair, ...], int | None]:
    """The pairs with the fewest rematches, and the first of ``resting`` that allows them."""
    for rematches in count():
        for bye in resting:
            playing = [player for player in ranked if player != bye]
            pairs = _pairs(playing, met, rematches)
            if pairs is not None:
                return pairs, bye
    raise AssertionError("any players can be paired with enough rematches")


def _pairs(
    ranked: Sequence[int], met: Collection[frozenset[int]], rematches: int
) -> tuple[Pair, ...] | None:
    """The first pairs from the top with at most ``rematches``, or None.

    After r rounds only the last 2r + 2 players can fail to be paired (each has met r others), so
    the search backtracks little even in a large cup.
    """
    if not ranked:
        return ()
    top, *others = ranked
    for player in others:
        left = rematches - (frozenset((top, player)) in met)
        if left < 0:
            continue
        rest = _pairs([other for other in others if other != player], met, left)
        if rest is not None:
            return ((top, player), *rest)
    return None


CUP_ENTRIES: Final = Codec["CupEntry"]("entry of a cup")


class CupEntry:
    __slots__ = ()


class Winner(StrEnum):
    """The winner by the place in its pair."""

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
    """A host opens a cup; each match is a table like ``table``."""

    table: New

    @classmethod
    def read(cls, text: str) -> "Opened":
        table = ENTRIES.read(text)
        assert isinstance(table, New)
        return cls(table)

    def write(self) -> str:
        return ENTRIES.write(self.table)


@CUP_ENTRIES.pattern("join")
@dataclass(frozen=True, slots=True)
class Joined(CupEntry):
    """The author becomes the next player."""


@CUP_ENTRIES.pattern("leave {player}")
@dataclass(frozen=True, slots=True)
class Left(CupEntry):
    """A player leaves; a match without a result is lost."""

    player: int


@CUP_ENTRIES.pattern("start {order}")
@dataclass(frozen=True, slots=True)
class Started(CupEntry):
    """The cup begins; ``order``: its players in the order of the first pairing."""

    order: Numbers


@CUP_ENTRIES.pattern("round {pairs}")
@dataclass(frozen=True, slots=True)
class RoundPaired(CupEntry):
    """The next round begins with these pairs."""

    pairs: Annotated[RoundPairs, FieldText(".+", _read_round, _write_round)]


@CUP_ENTRIES.pattern("open {match} {game}")
@dataclass(frozen=True, slots=True)
class MatchOpened(CupEntry):
    """A table of the present round opens; matches count from 0."""

    match: int
    game: int


@CUP_ENTRIES.pattern("result {match} {winner}")
@CUP_ENTRIES.pattern("result {match} {winner} {points}")
@dataclass(frozen=True, slots=True)
class MatchResult(CupEntry):
    """A result in the present round.

    ``points``: both scores if the game was played to its last tile, else None.
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
    """The cup ends, after its last round or before it (``is_early``)."""

    is_early: bool = False


MIN_PLAYERS: Final = 3
"""The fewest players with whom a cup can start."""
MAX_PLAYERS: Final = 32
"""The most players of a cup: its card has a line for each."""


class CupPhase(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """All rounds were played."""
    STOPPED = "stopped"
    """Somebody ended the cup before its last round was over."""


@dataclass(frozen=True, slots=True)
class CupPlayer:
    """``user`` is None for an erased person."""

    user: int | None
    has_left: bool = False

    @property
    def plays_on(self) -> bool:
        """True if the player gets an opponent in the next round."""
        return not self.has_left and self.user is not None


@dataclass(frozen=True, slots=True)
class Match:
    """Two players by number; ``game`` is their table's, once open."""

    first: int
    second: int
    game: int | None = None
    result: MatchResult | None = None

    @property
    def players(self) -> tuple[int, int]:
        return self.first, self.second

    @property
    def winner(self) -> int | None:
        """None for a draw, a match without a result, or one not over."""
        match self.result:
            case MatchResult(winner=Winner.FIRST):
                return self.first
            case MatchResult(winner=Winner.SECOND):
                return self.second
        return None

    @property
    def is_draw(self) -> bool:
        """True if both players share the point."""
        return self.result is not None and self.result.winner is Winner.DRAW


@dataclass(frozen=True, slots=True)
class CupRound:
    """A round's matches, the player with a bye, and the beginning in Unix seconds."""

    matches: tuple[Match, ...]
    bye: int | None = None
    began: float = field(default=0.0, compare=False)

    @property
    def is_over(self) -> bool:
        return all(match.result is not None for match in self.matches)


@dataclass(frozen=True, slots=True)
class Cup:
    """A cup at one version of its log; ``last`` is the newest entry's number.

    ``players`` keep their numbers, in order of joining; ``order``: those who started, in the order
    of the first pairing.
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
        if self.opened_by is not None:
            return self.opened_by
        return next((player.user for player in self.players if player.plays_on), None)

    @property
    def is_over(self) -> bool:
        return self.phase in (CupPhase.OVER, CupPhase.STOPPED)

    @property
    def active(self) -> tuple[int, ...]:
        """Players who play on: by joining in the lobby, then in the order of the start."""
        numbers = self.order or range(len(self.players))
        return tuple(number for number in numbers if self.players[number].plays_on)

    @property
    def users(self) -> tuple[int | None, ...]:
        """Users by player's number; None for an erased person."""
        return tuple(player.user for player in self.players)

    @property
    def is_round_robin(self) -> bool:
        return is_round_robin(len(self.order or self.active))

    @property
    def number_of_rounds(self) -> int:
        """Rounds of the cup, as if it started now in the lobby."""
        return number_of_rounds(len(self.order or self.active))

    @property
    def round(self) -> CupRound | None:
        return self.rounds[-1] if self.rounds else None

    def player_of(self, user: int) -> int | None:
        """None for a user who has left."""
        for number in self.active:
            if self.players[number].user == user:
                return number
        return None


WIN, DRAW = 2, 1
"""Half points: a win or a bye of a Swiss round is a point, a draw half of one."""


@dataclass(frozen=True, slots=True)
class CupStanding:
    """``place`` counts from 1; equal players share it.

    ``half_points``: twice the points; ``tie_break``: twice the Buchholz score (points of all
    opponents met), in a round robin four times the Sonneborn-Berger score (those of opponents
    beaten, half of those drawn with); ``margin``: sum of the differences of games played to the
    end.
    """

    player: int
    place: int
    half_points: int
    tie_break: int
    margin: int
    wins: int
    draws: int
    losses: int


def standings(cup: Cup) -> tuple[CupStanding, ...]:
    """Standings of the players who started, the best first.

    Points decide, then tie-break, then margin; players equal in all share a place, in the order of
    the first pairing.
    """
    half_points = {player: _half_points(cup, player) for player in cup.order}

    def key(player: int) -> tuple[int, int, int]:
        return half_points[player], _tie_break(cup, player, half_points), _margin(cup, player)

    keys = {player: key(player) for player in cup.order}
    ranked = sorted(cup.order, key=lambda player: keys[player], reverse=True)
    rows: list[CupStanding] = []
    for index, player in enumerate(ranked, 1):
        is_equal = index > 1 and keys[ranked[index - 2]] == keys[player]
        place = rows[-1].place if is_equal else index
        rows.append(CupStanding(player, place, *keys[player], *_record(cup, player)))
    return tuple(rows)


def next_round(cup: Cup) -> RoundPairs | None:
    """The next pairs of a running cup; None if there is no further round.

    Fewer than two players who play on end a cup.
    """
    if len(cup.rounds) >= cup.number_of_rounds or len(cup.active) < 2:
        return None
    if cup.is_round_robin:
        # A player who has left keeps a place in the circle: their opponents win without playing.
        return round_robin(cup.order)[len(cup.rounds)]
    byes = [played.bye for played in cup.rounds if played.bye is not None]
    met = {frozenset(match.players) for match in _matches(cup)}
    ranked = [row.player for row in standings(cup) if row.player in cup.active]
    return swiss_round(ranked, met, byes)


def winners(cup: Cup) -> tuple[int, ...]:
    """Everyone on the first place."""
    return tuple(row.player for row in standings(cup) if row.place == 1)


def _matches(cup: Cup) -> tuple[Match, ...]:
    return tuple(match for played in cup.rounds for match in played.matches)


def _matches_of(cup: Cup, player: int) -> tuple[Match, ...]:
    return tuple(match for match in _matches(cup) if player in match.players)


def _half_points(cup: Cup, player: int) -> int:
    played = sum(_gained(match, player) for match in _matches_of(cup, player))
    # In a round robin everyone has a bye, so none counts.
    byes = 0 if cup.is_round_robin else sum(met.bye == player for met in cup.rounds)
    return played + WIN * byes


def _gained(match: Match, player: int) -> int:
    if match.is_draw:
        return DRAW
    return WIN if match.winner == player else 0


def _opponent(match: Match, player: int) -> int:
    return match.second if player == match.first else match.first


def _tie_break(cup: Cup, player: int, half_points: dict[int, int]) -> int:
    matches = _matches_of(cup, player)
    if cup.is_round_robin:
        return sum(
            _gained(match, player) * half_points[_opponent(match, player)] for match in matches
        )
    return sum(half_points[_opponent(match, player)] for match in matches)


def _margin(cup: Cup, player: int) -> int:
    margin = 0
    for match in _matches_of(cup, player):
        if match.result is not None and match.result.points is not None:
            first, second = match.result.points
            margin += first - second if player == match.first else second - first
    return margin


def _record(cup: Cup, player: int) -> tuple[int, int, int]:
    over = [match for match in _matches_of(cup, player) if match.result is not None]
    wins = sum(match.winner == player for match in over)
    draws = sum(match.is_draw for match in over)
    return wins, draws, len(over) - wins - draws


class BrokenCup(Exception):
    """A log with an unreadable or impossible entry."""


def fold_cup(lines: Iterable[LogLine], cup: Cup | None = None) -> Cup:
    """Build a cup, or go on from ``cup``. Raise BrokenCup."""
    for line in lines:
        try:
            if not line.sound:
                raise EntryError("it is not as it was written")
            cup = _apply(cup, line, CUP_ENTRIES.read(line.text))
        except TextError as error:
            raise BrokenCup(f"entry {line.number}: {error}") from error
    if cup is None:
        raise BrokenCup("the log is empty")
    return cup


def cup_line(lines: Iterable[LogLine]) -> str:
    """A cup in one line, for `carcassonne verify`. Raise BrokenCup."""
    cup = fold_cup(lines)
    return f"{len(cup.players)} players, {len(cup.rounds)} rounds, {cup.phase.value}"


def _apply(cup: Cup | None, line: LogLine, entry: CupEntry) -> Cup:
    if cup is None:
        if not isinstance(entry, Opened):
            raise EntryError("a log begins with `new`")
        new = entry.table
        return Cup(
            *(new.game, new.options, new.settings, line.user, CupPhase.LOBBY),
            *(line.number, line.at),
        )
    return replace(_apply_change(cup, line, entry), last=line.number, since=line.at)


def _apply_change(cup: Cup, line: LogLine, entry: CupEntry) -> Cup:
    match entry:
        case Joined():
            _require(cup, CupPhase.LOBBY)
            return replace(cup, players=(*cup.players, CupPlayer(line.user)))
        case Left(player):
            _require(cup, CupPhase.LOBBY, CupPhase.PLAYING)
            return _leave(cup, player)
        case Started(order):
            _require(cup, CupPhase.LOBBY)
            remaining = {n for n, player in enumerate(cup.players) if not player.has_left}
            if len(order) < MIN_PLAYERS or len(order) != len(set(order)) or set(order) - remaining:
                raise EntryError("the order names players of the cup, each once")
            return replace(cup, phase=CupPhase.PLAYING, order=order)
        case RoundPaired():
            return _begin_round(cup, entry, line.at)
        case MatchOpened(number, game):
            return _with_match(cup, number, replace(_running_match(cup, number), game=game))
        case MatchResult(number):
            return _with_match(cup, number, replace(_running_match(cup, number), result=entry))
        case Ended(is_early=True):
            _require(cup, CupPhase.LOBBY, CupPhase.PLAYING)
            return replace(cup, phase=CupPhase.STOPPED)
        case Ended():
            _require(cup, CupPhase.PLAYING)
            return replace(cup, phase=CupPhase.OVER)
    raise EntryError("the cup is open already")


def _require(cup: Cup, *phases: CupPhase) -> None:
    if cup.phase not in phases:
        raise EntryError(f"the cup is {cup.phase.value}")


def _leave(cup: Cup, number: int) -> Cup:
    if number >= len(cup.players) or cup.players[number].has_left:
        raise EntryError(f"there is no player {number}")
    players = list(cup.players)
    players[number] = replace(players[number], has_left=True)
    return replace(cup, players=tuple(players))


def _begin_round(cup: Cup, entry: RoundPaired, began: float) -> Cup:
    _require(cup, CupPhase.PLAYING)
    if cup.round is not None and not cup.round.is_over:
        raise EntryError("the round before is not over")
    pairs, bye = entry.pairs.pairs, entry.pairs.bye
    named = [player for pair in pairs for player in pair] + ([] if bye is None else [bye])
    if len(named) != len(set(named)) or not set(named) <= set(cup.order):
        raise EntryError("a round names players of the cup, each once")
    begun = CupRound(tuple(Match(*pair) for pair in pairs), bye, began)
    return replace(cup, rounds=(*cup.rounds, begun))


def _running_match(cup: Cup, number: int) -> Match:
    """Return a match of the present round without a result, else raise EntryError."""
    _require(cup, CupPhase.PLAYING)
    if cup.round is None or number >= len(cup.round.matches):
        raise EntryError(f"there is no match {number}")
    match = cup.round.matches[number]
    if match.result is not None:
        raise EntryError(f"match {number} is over")
    return match


def _with_match(cup: Cup, number: int, match: Match) -> Cup:
    assert cup.round is not None
    matches = list(cup.round.matches)
    matches[number] = match
    return replace(cup, rounds=(*cup.rounds[:-1], replace(cup.round, matches=tuple(matches))))


def match_outcome(
    table: Table, users: tuple[int | None, int | None]
) -> tuple[Winner, Pair | None] | None:
    """The winner of a match, and both scores if all tiles were played.

    None while the match is open. A user who resigned, gave up the seat or was erased has lost. If
    the game ended before its last tile, the player to move has lost: the table decided so because
    that turn stalled. A game closed without scoring, or archived, has no winner.
    """
    here = [user is not None and table.seat_of(user) is not None for user in users]
    match here:
        case [False, False]:
            return Winner.NONE, None
        case [True, False]:
            return Winner.FIRST, None
        case [False, True]:
            return Winner.SECOND, None
    if table.phase in (Phase.LOBBY, Phase.PLAYING):
        return None
    if table.phase is not Phase.OVER:
        return Winner.NONE, None
    game = table.running_game
    seats = [table.players.index(user) for user in users]
    if table.lines[-1].text == END:
        return (Winner.SECOND if seats[0] == game.turn else Winner.FIRST), None
    first, second = (game.scores[seat] for seat in seats)
    if first == second:
        return Winner.DRAW, (first, second)
    return (Winner.FIRST if first > second else Winner.SECOND), (first, second)
