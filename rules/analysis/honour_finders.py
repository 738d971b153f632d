"""The search for honours: the notable moments of each kind in the events of a finished game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.analysis.history import split_turns, winners
from rules.game import Game
from rules.geometry import CROSS, Cell, cell_at
from rules.pieces import Piece
from rules.story import Event, PieceDeployed, Scored, TilePlaced, TurnBegan, totals


class HonourKind(StrEnum):
    """Kinds of honours; of two equally rare ones the earlier is preferred."""

    STEAL = "steal"
    COMEBACK = "comeback"
    BEST_TURN = "best turn"
    PATIENCE = "patience"
    LARGEST = "largest"
    SHARED = "shared"
    BUSY_TURN = "busy turn"
    STREAK = "streak"
    RICHEST = "richest"
    GIFT = "gift"
    FIT = "fit"
    FINALE = "finale"
    CLOSE_FINISH = "close finish"
    CLEAR_WIN = "clear win"
    TILES = "tiles"


MAX_CLOSE_MARGIN: Final = 7
"""The most points by which a game is won in a close finish; from one more on it is a clear win."""


@dataclass(frozen=True, slots=True)
class Honour:
    """A measure, the seat that earned it, and the other seats concerned.

    ``events``: the story indexes of its scores.
    """

    kind: HonourKind
    number: int
    seat: int
    others: tuple[int, ...] = ()
    events: tuple[int, ...] = ()


def _scores(game: Game) -> Iterator[tuple[int, Scored]]:
    for index, event in enumerate(game.story):
        if isinstance(event, Scored) and any(points > 0 for _seat, points in event.points):
            yield index, event


def _gainers(event: Scored) -> tuple[int, ...]:
    return tuple(seat for seat, points in event.points if points > 0)


def largest(game: Game) -> Iterator[Honour]:
    """Features finished during play for points, by tiles."""
    for index, event in _scores(game):
        size = len(event.cells())
        if size and not event.final:
            for seat in _gainers(event):
                yield Honour(HonourKind.LARGEST, size, seat, events=(index,))


def richest(game: Game) -> Iterator[Honour]:
    """A seat's points for a feature, the final scoring included."""
    for index, event in _scores(game):
        for seat, points in event.points:
            if points > 0:
                yield Honour(HonourKind.RICHEST, points, seat, events=(index,))


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn's seat, and its scores during play with their story indexes."""

    seat: int
    scores: tuple[tuple[int, Scored], ...]

    def gains(self, seats: int) -> tuple[int, ...]:
        return totals((event for _index, event in self.scores), seats)

    def own_scores(self) -> tuple[int, ...]:
        """Indexes of the scores that gave the turn's seat points."""
        return tuple(index for index, event in self.scores if self.seat in _gainers(event))


def _turns(game: Game) -> Iterator[_Turn]:
    index = next((n for n, event in enumerate(game.story) if isinstance(event, TurnBegan)), 0)
    for events in split_turns(game.story):
        begun = events[0]
        assert isinstance(begun, TurnBegan)
        yield _Turn(
            begun.seat,
            tuple(
                (number, event)
                for number, event in enumerate(events, index)
                if isinstance(event, Scored) and event.points and not event.final
            ),
        )
        index += len(events)


def best_turn(game: Game) -> Iterator[Honour]:
    for turn in _turns(game):
        gain = turn.gains(game.seats)[turn.seat]
        if gain > 0:
            yield Honour(HonourKind.BEST_TURN, gain, turn.seat, events=turn.own_scores())


def busy_turn(game: Game) -> Iterator[Honour]:
    """Turns in which at least two scores gave their own seat points."""
    for turn in _turns(game):
        indexes = turn.own_scores()
        if len(indexes) > 1:
            yield Honour(HonourKind.BUSY_TURN, len(indexes), turn.seat, events=indexes)


def gift(game: Game) -> Iterator[Honour]:
    """Turns that gave other seats points and their own seat none."""
    for turn in _turns(game):
        gains = turn.gains(game.seats)
        if gains[turn.seat] <= 0 and sum(gains) > 0:
            others = tuple(seat for seat, points in enumerate(gains) if points > 0)
            events = tuple(index for index, _event in turn.scores)
            yield Honour(HonourKind.GIFT, sum(gains), turn.seat, others, events)


def streak(game: Game) -> Iterator[Honour]:
    """Two or more consecutive turns of a seat that each gave it points."""
    lengths = [0] * game.seats
    for turn in _turns(game):
        gained = turn.gains(game.seats)[turn.seat] > 0
        lengths[turn.seat] = lengths[turn.seat] + 1 if gained else 0
        if lengths[turn.seat] > 1:
            yield Honour(HonourKind.STREAK, lengths[turn.seat], turn.seat)


def _deployments(story: Sequence[Event]) -> dict[Piece, tuple[int, int]]:
    """Each piece's last deployment: number of the turn, and story index."""
    turn, deployed = 0, dict[Piece, tuple[int, int]]()
    for index, event in enumerate(story):
        if isinstance(event, TurnBegan):
            turn += 1
        elif isinstance(event, PieceDeployed):
            deployed[event.piece] = turn, index
    return deployed


def patience(game: Game) -> Iterator[Honour]:
    """Turns of the table between a deployment and its score during play."""
    deployed = _deployments(game.story)
    turn = 0
    for index, event in enumerate(game.story):
        if isinstance(event, TurnBegan):
            turn += 1
        elif isinstance(event, Scored) and not event.final:
            for piece in event.pieces:
                if piece in deployed and piece.seat in _gainers(event):
                    waited = turn - deployed[piece][0]
                    if waited > 0:
                        yield Honour(HonourKind.PATIENCE, waited, piece.seat, events=(index,))


def steal(game: Game) -> Iterator[Honour]:
    """Finished features taken by a lead of one from a seat that was there first."""
    deployed = _deployments(game.story)
    for index, event in _scores(game):
        weights: dict[int, int] = {}
        arrivals: dict[int, int] = {}
        for piece in event.pieces:
            if piece.role.kind.weight and piece in deployed:
                weights[piece.seat] = weights.get(piece.seat, 0) + piece.role.kind.weight
                arrival = deployed[piece][1]
                arrivals[piece.seat] = min(arrivals.get(piece.seat, arrival), arrival)
        takers = tuple(seat for seat in _gainers(event) if seat in weights)
        paid = {seat for seat, _points in event.points}
        if event.final or not takers or paid - set(takers):
            continue
        first = min(arrivals[seat] for seat in takers)
        least = min(weights[seat] for seat in takers)
        losers = tuple(
            seat
            for seat in weights
            if seat not in paid and weights[seat] == least - 1 and arrivals[seat] < first
        )
        for seat, points in event.points if losers else ():
            if points > 0:
                yield Honour(HonourKind.STEAL, points, seat, losers, (index,))


def shared(game: Game) -> Iterator[Honour]:
    """Scores shared by at least two seats."""
    for index, event in _scores(game):
        gainers = _gainers(event)
        for seat in gainers if len(gainers) > 1 else ():
            yield Honour(HonourKind.SHARED, len(gainers), seat, events=(index,))


def _points_by_turn(game: Game) -> Iterator[tuple[int, ...]]:
    points = (0,) * game.seats
    for turn in _turns(game):
        gains = turn.gains(game.seats)
        points = tuple(before + gained for before, gained in zip(points, gains, strict=True))
        yield points


def comeback(game: Game) -> Iterator[Honour]:
    """The points that a winner was behind the leader after a turn."""
    for seat in winners(game):
        behind = max((max(points) - points[seat] for points in _points_by_turn(game)), default=0)
        if behind:
            yield Honour(HonourKind.COMEBACK, behind, seat)


def finale(game: Game) -> Iterator[Honour]:
    finals = (event for event in game.story if isinstance(event, Scored) and event.final)
    for seat, points in enumerate(totals(finals, game.seats)):
        if points > 0:
            yield Honour(HonourKind.FINALE, points, seat)


def margin(game: Game) -> Iterator[Honour]:
    """A close finish if a single winner's lead is small, a clear win if it is large."""
    best = winners(game)
    lost = [
        points
        for seat, points in enumerate(game.scores)
        if seat not in best and seat not in game.out
    ]
    if len(best) == 1 and lost:
        points = game.scores[best[0]] - max(lost)
        is_close = points <= MAX_CLOSE_MARGIN
        kind = HonourKind.CLOSE_FINISH if is_close else HonourKind.CLEAR_WIN
        yield Honour(kind, points, best[0])


def tiles(game: Game) -> Iterator[Honour]:
    """Tiles that a seat placed, and those placed between four others."""
    laid: set[Cell] = {cell_at(0, 0)}
    placed, fits = [0] * game.seats, [0] * game.seats
    for event in game.story:
        if isinstance(event, TilePlaced):
            placed[event.seat] += 1
            fits[event.seat] += all(event.cell + step in laid for step in CROSS)
            laid.add(event.cell)
    for kind, numbers in ((HonourKind.TILES, placed), (HonourKind.FIT, fits)):
        for seat, number in enumerate(numbers):
            if number:
                yield Honour(kind, number, seat)


FINDERS: Final[tuple[Callable[[Game], Iterator[Honour]], ...]] = (
    *(steal, comeback, best_turn, patience, largest, shared, busy_turn, streak),
    *(richest, gift, finale, margin, tiles),
)
"""The searches for honours, each of one kind or two."""
