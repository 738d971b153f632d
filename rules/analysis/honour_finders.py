"""The search for honours: one notable moment of each kind in the events of a finished game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from operator import itemgetter
from typing import Final

from rules.analysis.history import split_turns, winners
from rules.game import Game
from rules.geometry import CROSS, Cell, cell_at
from rules.pieces import Piece
from rules.story import Event, PieceDeployed, Scored, TilePlaced, TurnBegan, totals


class HonourKind(StrEnum):
    """The kinds of honours; of two equally rare ones the earlier is preferred."""

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
    LEAD_CHANGES = "lead changes"
    CLOSE_FINISH = "close finish"
    CLEAR_WIN = "clear win"


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour: its measure, the seats that earned it, and the other seats concerned.

    ``events`` are the indexes in the story of the scores that it is about. An honour without seats
    is about the whole game.
    """

    kind: HonourKind
    number: int
    seats: tuple[int, ...]
    others: tuple[int, ...] = ()
    events: tuple[int, ...] = ()


def _scores(game: Game) -> Iterator[tuple[int, Scored]]:
    """The scores that gave points, with their indexes in the story."""
    for index, event in enumerate(game.story):
        if isinstance(event, Scored) and any(points > 0 for _seat, points in event.points):
            yield index, event


def _gainers(event: Scored) -> tuple[int, ...]:
    """The seats that a score gave points."""
    return tuple(seat for seat, points in event.points if points > 0)


def largest(game: Game) -> Honour | None:
    """The largest feature that was finished during play and gave points, by its tiles."""
    sizes = [
        (len(event.cells()), index, event) for index, event in _scores(game) if not event.final
    ]
    if not sizes:
        return None
    size, index, event = max(sizes, key=itemgetter(0))
    return Honour(HonourKind.LARGEST, size, _gainers(event), events=(index,)) if size else None


def richest(game: Game) -> Honour | None:
    """The most points that a seat got for one feature, the final scoring included."""
    worths = [
        (max(points for _seat, points in event.points), index, event)
        for index, event in _scores(game)
    ]
    if not worths:
        return None
    most, index, event = max(worths, key=itemgetter(0))
    seats = tuple(seat for seat, points in event.points if points == most)
    return Honour(HonourKind.RICHEST, most, seats, events=(index,))


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn: its seat, and its scores during play with their indexes in the story."""

    seat: int
    scores: tuple[tuple[int, Scored], ...]

    def gains(self, seats: int) -> tuple[int, ...]:
        """The points of each seat in the turn."""
        return totals((event for _index, event in self.scores), seats)

    def own_scores(self) -> tuple[int, ...]:
        """The indexes of the scores that gave the seat of the turn points."""
        return tuple(index for index, event in self.scores if self.seat in _gainers(event))


def _turns(game: Game) -> Iterator[_Turn]:
    """The turns of a game without the final scoring."""
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


def best_turn(game: Game) -> Honour | None:
    """The turn that gave its own seat most points."""
    gains = [(turn.gains(game.seats)[turn.seat], turn) for turn in _turns(game)]
    most, turn = max(gains, key=itemgetter(0))
    if most <= 0:
        return None
    return Honour(HonourKind.BEST_TURN, most, (turn.seat,), events=turn.own_scores())


def busy_turn(game: Game) -> Honour | None:
    """The turn in which most scores gave its own seat points, two at least."""
    turn = max(_turns(game), key=lambda one: len(one.own_scores()))
    indexes = turn.own_scores()
    if len(indexes) < 2:
        return None
    return Honour(HonourKind.BUSY_TURN, len(indexes), (turn.seat,), events=indexes)


def gift(game: Game) -> Honour | None:
    """The turn that gave other seats most points and its own seat none."""
    best: Honour | None = None
    for turn in _turns(game):
        gains = turn.gains(game.seats)
        given = sum(gains) if gains[turn.seat] <= 0 else 0
        if given > (best.number if best else 0):
            others = tuple(seat for seat, points in enumerate(gains) if points > 0)
            events = tuple(index for index, _event in turn.scores)
            best = Honour(HonourKind.GIFT, given, (turn.seat,), others, events)
    return best


def streak(game: Game) -> Honour | None:
    """The most turns of one seat in a row that each gave it points, two at least."""
    lengths, best, holder = [0] * game.seats, 1, None
    for turn in _turns(game):
        gained = turn.gains(game.seats)[turn.seat] > 0
        lengths[turn.seat] = lengths[turn.seat] + 1 if gained else 0
        if lengths[turn.seat] > best:
            best, holder = lengths[turn.seat], turn.seat
    return None if holder is None else Honour(HonourKind.STREAK, best, (holder,))


def _deployments(story: Sequence[Event]) -> dict[Piece, tuple[int, int]]:
    """By piece the number of the turn and the index in the story of its last deployment."""
    turn, deployed = 0, dict[Piece, tuple[int, int]]()
    for index, event in enumerate(story):
        if isinstance(event, TurnBegan):
            turn += 1
        elif isinstance(event, PieceDeployed):
            deployed[event.piece] = turn, index
    return deployed


def patience(game: Game) -> Honour | None:
    """The most turns of the table between a deployment and its score during play."""
    deployed = _deployments(game.story)
    turn, best, honour = 0, 0, None
    for index, event in enumerate(game.story):
        if isinstance(event, TurnBegan):
            turn += 1
        elif isinstance(event, Scored) and not event.final:
            for piece in event.pieces:
                if piece in deployed and piece.seat in _gainers(event):
                    waited = turn - deployed[piece][0]
                    if waited > best:
                        best = waited
                        honour = Honour(HonourKind.PATIENCE, waited, (piece.seat,), events=(index,))
    return honour


def steal(game: Game) -> Honour | None:
    """The richest finished feature taken by a lead of one from a seat that was there first."""
    deployed = _deployments(game.story)
    best: Honour | None = None
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
        most = max(points for _seat, points in event.points)
        if losers and (best is None or most > best.number):
            best = Honour(HonourKind.STEAL, most, takers, losers, (index,))
    return best


def shared(game: Game) -> Honour | None:
    """The score that most seats shared, two at least; of several the one of most points."""
    shares = [
        (len(_gainers(event)), sum(points for _seat, points in event.points), index, event)
        for index, event in _scores(game)
    ]
    number, _points, index, event = max(shares, key=itemgetter(0, 1), default=(0, 0, 0, None))
    if number < 2 or event is None:
        return None
    return Honour(HonourKind.SHARED, number, _gainers(event), events=(index,))


def _points_by_turn(game: Game) -> Iterator[tuple[int, ...]]:
    """The points of all seats after each turn, without the final scoring."""
    points = (0,) * game.seats
    for turn in _turns(game):
        gains = turn.gains(game.seats)
        points = tuple(before + gained for before, gained in zip(points, gains, strict=True))
        yield points


def comeback(game: Game) -> Honour | None:
    """The most points that a winner was behind the leader after a turn."""
    behind = [
        (max((max(points) - points[seat] for points in _points_by_turn(game)), default=0), seat)
        for seat in winners(game)
    ]
    most, seat = max(behind, key=itemgetter(0), default=(0, 0))
    return Honour(HonourKind.COMEBACK, most, (seat,)) if most else None


def lead_changes(game: Game) -> Honour | None:
    """The number of turns after which another seat alone was ahead than before."""
    leads: list[int] = []
    for points in _points_by_turn(game):
        ahead = [seat for seat, own in enumerate(points) if own == max(points)]
        if len(ahead) == 1 and leads[-1:] != ahead:
            leads += ahead
    changes = sum(1 for _pair in pairwise(leads))
    return Honour(HonourKind.LEAD_CHANGES, changes, ()) if changes else None


def finale(game: Game) -> Honour | None:
    """The most points of a seat in the final scoring."""
    finals = (event for event in game.story if isinstance(event, Scored) and event.final)
    gains = totals(finals, game.seats)
    most = max(gains)
    seats = tuple(seat for seat, points in enumerate(gains) if points == most)
    return Honour(HonourKind.FINALE, most, seats) if most > 0 else None


def _margin(game: Game) -> int | None:
    """The points between the winners and the next player; None if all share the victory."""
    best = winners(game)
    beaten = [
        points
        for seat, points in enumerate(game.scores)
        if seat not in best and seat not in game.out
    ]
    return game.scores[best[0]] - max(beaten) if best and beaten else None


def close_finish(game: Game) -> Honour | None:
    """The margin of the victory; its number is the smaller, the rarer it is."""
    margin = _margin(game)
    return None if margin is None else Honour(HonourKind.CLOSE_FINISH, margin, winners(game))


def clear_win(game: Game) -> Honour | None:
    """The margin of the victory; its number is the larger, the rarer it is."""
    margin = _margin(game)
    return None if margin is None else Honour(HonourKind.CLEAR_WIN, margin, winners(game))


def fit(game: Game) -> Honour | None:
    """The most tiles that one seat placed between four others."""
    laid: set[Cell] = {cell_at(0, 0)}
    fits = [0] * game.seats
    for event in game.story:
        if isinstance(event, TilePlaced):
            fits[event.seat] += all(event.cell + step in laid for step in CROSS)
            laid.add(event.cell)
    most = max(fits)
    seats = tuple(seat for seat, number in enumerate(fits) if number == most)
    return Honour(HonourKind.FIT, most, seats) if most else None


FINDERS: Final[tuple[Callable[[Game], Honour | None], ...]] = (
    *(steal, comeback, best_turn, patience, largest, shared, busy_turn, streak),
    *(richest, gift, fit, finale, lead_changes, close_finish, clear_win),
)
"""The search for each kind of honour."""
