"""The result of a finished game, derived from its log or read from text; a seat's players by turn.

A result holds facts, not judgements: `bot.statistics.policy` decides from it whether a game counts.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.table.entries import ENTRIES, LogLine, Undo
from bot.table.fold import fold
from bot.table.table import Phase, Table
from bot.text.names import is_impersonal
from rules.analysis.draw_odds import count_undrawn
from rules.analysis.history import split_turns
from rules.story import Event, PieceDeployed, Scored, TilePlaced, TurnBegan

VERSION: Final = 2
"""The version of the derivation; a higher one has every result derived again."""


@dataclass(frozen=True, slots=True)
class BestTurn:
    """A seat's turn, from 1, and its points."""

    points: int
    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class LargestFeature:
    """A feature's tiles, and the seats that got points."""

    tiles: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a finished game.

    Attributes:
        user: Who laid more than half of the seat's tiles; None for nobody or a forgotten person.
        place: The place from 1; equal players share it, a resigned seat is behind all others.
        kinds: The points by kind of feature.
        figures: Figures deployed, by role.
        best: The points of the seat's best turn and its number; None without a turn with points.
    """

    user: int | None
    points: int
    place: int
    tiles: int
    has_resigned: bool = False
    kinds: Mapping[str, int] = field(default_factory=dict)
    figures: Mapping[str, int] = field(default_factory=dict)
    best: tuple[int, int] | None = None

    @property
    def is_opponent(self) -> bool:
        """True if an opponent or the channel played."""
        return is_impersonal(self.user)

    @property
    def person(self) -> int | None:
        """None for an opponent or nobody known."""
        return None if self.is_opponent else self.user

    @property
    def has_won(self) -> bool:
        """True also for a shared victory."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished and scored game.

    Attributes:
        began_at, ended_at: Unix times of the deal and of the last move.
        tiles_left: The tiles that turns would still have drawn; 0 after the last tile.
        undone_at: The most tiles that had been laid when the others agreed to an undo; 0 if never.
        largest: The largest scored feature of each kind.
        aids: YES or NO; "" for a game from before aids were logged.
        channel: 0 where a result was not read from the database.
    """

    name: str
    seats: tuple[SeatResult, ...]
    began_at: float
    ended_at: float
    tiles: int
    tiles_left: int = 0
    undone_at: int = 0
    largest: Mapping[str, LargestFeature] = field(default_factory=dict)
    game: int = 0
    channel: int = field(default=0, compare=False)
    aids: str = ""

    @property
    def best_move(self) -> BestTurn | None:
        """The turn with the most points, the earliest of equal ones."""
        moves = [BestTurn(*one.best, seat) for seat, one in enumerate(self.seats) if one.best]
        return min(moves, key=lambda move: (-move.points, move.turn), default=None)

    def seat_of(self, user: int) -> int | None:
        """The first seat that the user played."""
        return next((n for n, seat in enumerate(self.seats) if seat.user == user), None)


def game_result(lines: Sequence[LogLine], game: int = 0) -> GameResult | None:
    """Derive a result from the whole log; None without a scoring.

    Raise BrokenLog.
    """
    table = fold(lines)
    if table.phase is not Phase.OVER or table.game is None:
        return None
    story = table.game.story
    times = {line.number: line.at for line in lines}
    began = next(line.at for line in lines if line.text.startswith("start"))
    return GameResult(
        name=table.name,
        seats=_seat_results(table),
        began_at=began,
        ended_at=times[table.lines[-1].number] if table.lines else began,
        tiles=sum(isinstance(event, TilePlaced) for event in story),
        tiles_left=count_undrawn(table.game),
        undone_at=_latest_consented_undo(lines),
        largest=largest_features(story),
        aids=table.settings.aids,
        game=game,
    )


def _seat_results(table: Table) -> tuple[SeatResult, ...]:
    game = table.running_game
    ranks = [(seat not in game.out, game.scores[seat]) for seat in range(game.seats)]
    ranks = [rank if rank[0] else (False, 0) for rank in ranks]
    kinds: list[Counter[str]] = [Counter() for _seat in ranks]
    figures: list[Counter[str]] = [Counter() for _seat in ranks]
    for event in game.story:
        match event:
            case Scored(kind=kind, points=shares):
                for seat, points in shares:
                    kinds[seat][kind] += points
            case PieceDeployed(piece):
                figures[piece.seat][piece.role.name] += 1
    best = best_turns(game.story)
    authors = _tile_authors(table)
    users = [_main_author(tiles) for tiles in authors]
    return tuple(
        SeatResult(
            # Only the first seat of a person who left one and laid most tiles of another.
            user=users[seat] if users[seat] not in users[:seat] else None,
            points=game.scores[seat],
            place=1 + sum(rank > ranks[seat] for rank in ranks),
            tiles=authors[seat].total(),
            has_resigned=seat in game.out,
            kinds=dict(kinds[seat]),
            figures=dict(figures[seat]),
            best=(best[seat].points, best[seat].turn) if seat in best else None,
        )
        for seat in range(game.seats)
    )


def _tile_authors(table: Table) -> list[Counter[int | None]]:
    authors: list[Counter[int | None]] = [Counter() for _player in table.players]
    for _turn, seat, user in laid_tiles(table):
        authors[seat][user] += 1
    return authors


def _main_author(tiles: Counter[int | None]) -> int | None:
    """The user who laid more than half of the tiles."""
    return next((user for user, laid in tiles.items() if 2 * laid > tiles.total()), None)


def best_turns(story: Sequence[Event]) -> dict[int, BestTurn]:
    """Best turns by seat, without the final scoring."""
    best: dict[int, BestTurn] = {}
    for number, events in enumerate(split_turns(story), 1):
        mover = next(event.seat for event in events if isinstance(event, TurnBegan))
        points = sum(
            gained
            for event in events
            if isinstance(event, Scored) and not event.final
            for seat, gained in event.points
            if seat == mover
        )
        if points > (best[mover].points if mover in best else 0):
            best[mover] = BestTurn(points, number, mover)
    return best


def largest_features(story: Iterable[Event]) -> dict[str, LargestFeature]:
    """The scored feature with most tiles by kind, the earliest of equals."""
    largest: dict[str, LargestFeature] = {}
    for event in story:
        if isinstance(event, Scored) and event.points:
            tiles = len(event.cells())
            if tiles > (largest[event.kind].tiles if event.kind in largest else 0):
                largest[event.kind] = LargestFeature(tiles, tuple(seat for seat, _ in event.points))
    return largest


def _latest_consented_undo(lines: Iterable[LogLine]) -> int:
    """The most tiles laid when the others agreed to an undo; 0 if never."""
    laid: list[int] = []
    latest, before = 0, ""
    for line in lines:
        if line.text.startswith("place"):
            laid.append(line.number)
        elif line.text.startswith("undo"):
            entry = ENTRIES.read(line.text)
            # The last consent and the undo that it carries out are written together.
            if before == "agree":
                latest = max(latest, len(laid))
            if isinstance(entry, Undo):
                laid = [number for number in laid if number < entry.number]
        before = line.text
    return latest


def write_game_facts(result: GameResult) -> str:
    """Facts about no seat, always as the same text."""
    return _json(
        {
            "name": result.name,
            "began_at": result.began_at,
            "tiles": result.tiles,
            "left": result.tiles_left,
            "undone_at": result.undone_at,
            "aids": result.aids,
            "largest": {
                kind: [feature.tiles, *feature.seats] for kind, feature in result.largest.items()
            },
        }
    )


def write_seat_facts(seat: SeatResult) -> str:
    """A text without the user, always the same."""
    return _json(
        {
            "points": seat.points,
            "place": seat.place,
            "tiles": seat.tiles,
            "resigned": seat.has_resigned,
            "kinds": seat.kinds,
            "figures": seat.figures,
            "best": seat.best,
        }
    )


def read_result(
    game: int,
    ended_at: float,
    facts: str,
    seats: Iterable[tuple[int | None, str]],
    channel: int = 0,
) -> GameResult:
    known = json.loads(facts)
    return GameResult(
        name=known["name"],
        seats=tuple(_read_seat(user, json.loads(text)) for user, text in seats),
        began_at=known["began_at"],
        ended_at=ended_at,
        tiles=known["tiles"],
        tiles_left=known["left"],
        undone_at=known["undone_at"],
        largest={
            kind: LargestFeature(tiles, tuple(held))
            for kind, [tiles, *held] in known["largest"].items()
        },
        aids=known["aids"],
        game=game,
        channel=channel,
    )


def _read_seat(user: int | None, known: Mapping[str, Any]) -> SeatResult:
    return SeatResult(
        user=user,
        points=known["points"],
        place=known["place"],
        tiles=known["tiles"],
        has_resigned=known["resigned"],
        kinds=known["kinds"],
        figures=known["figures"],
        best=tuple(known["best"]) if known["best"] else None,
    )


def _json(facts: Mapping[str, object]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"))


def by_person(results: Iterable[GameResult]) -> dict[int, list[tuple[GameResult, SeatResult]]]:
    """Each person's games and seats, in order."""
    games: defaultdict[int, list[tuple[GameResult, SeatResult]]] = defaultdict(list)
    for result in results:
        for seat in result.seats:
            if seat.person is not None:
                games[seat.person].append((result, seat))
    return dict(games)


@dataclass(frozen=True, slots=True)
class SeatTenure:
    """A seat's player, and their last turn there from 1; 0 for none.

    ``user`` is None for a forgotten player, and the holder of an open seat.
    """

    user: int | None
    last: int = 0


def laid_tiles(table: Table) -> Iterator[tuple[int, int, int | None]]:
    """Turn (from 1), seat and user of each laid tile."""
    story = table.game.story if table.game is not None else ()
    placed = (
        (number, event.seat)
        for number, events in enumerate(split_turns(story), 1)
        for event in events
        if isinstance(event, TilePlaced)
    )
    lines = (line for line in table.lines if line.is_placement)
    for (number, seat), line in zip(placed, lines, strict=False):
        yield number, seat, line.user


def seat_tenures(table: Table) -> tuple[tuple[SeatTenure, ...], ...]:
    """Tenures by seat, in order; the present player is last."""
    by_seat: list[list[SeatTenure]] = [[] for _player in table.players]
    for number, seat, user in laid_tiles(table):
        held = by_seat[seat]
        if held and held[-1].user == user:
            del held[-1]
        held.append(SeatTenure(user, number))
    for held, user in zip(by_seat, table.players, strict=True):
        if not held or held[-1].user != user:
            held.append(SeatTenure(user))
    return tuple(map(tuple, by_seat))


def players_at(held: Sequence[Sequence[SeatTenure]], turn: int) -> tuple[int | None, ...]:
    """The players by seat at a turn counted from 1; by default the present ones."""
    return tuple(
        next((tenure.user for tenure in seat if tenure.last >= turn), seat[-1].user)
        for seat in held
    )
