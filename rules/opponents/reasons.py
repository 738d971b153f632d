"""Why a way to go on is worth what it is: what it changes of what everybody may expect."""

from collections.abc import Container, Iterator, Mapping
from typing import Final, TypeAlias

from rules.analysis.choices import best, choices
from rules.analysis.drafts import drafted, gains
from rules.areas import Area
from rules.game import Game
from rules.geometry import Spot
from rules.moves import Deploy, Pass, PlaceTile
from rules.opponents.evaluation import Evaluation, Value
from rules.opponents.thought import Moves, Reason
from rules.pieces import leaders
from rules.story import Scored

LEAST: Final = 0.25
"""The points from which on something is a reason."""
FEATURES: Final = ("finished", "end")
"""Kinds of values that are about a feature as it stands."""

KINDS: Final = (
    *("now", "later", "blocks", "shares", "steals", "loses", "joins", "joined", "safe"),
    *("ties-up", "frees", "keeps", "again"),
)
"""Every kind of reason there is.

``now`` is scored at once, ``later`` expected of a feature or of something else; ``blocks`` makes
what another expects of a feature less likely, ``shares`` and ``steals`` take part in one of
another or take it over, ``loses`` is one of one's own that another takes part in. ``joins`` may
come to take part in another's, ``joined`` may come to have to share, which is over where it is
``safe``. A figure is tied up
(``ties-up``), comes back (``frees``) or is not put down though it could be (``keeps``). ``again``
is another tile in the same turn.
"""


_Held: TypeAlias = tuple[str, Spot]
"""A held feature: its layer, and where one of its figures stands."""


def reasons(evaluation: Evaluation, before: Game, moves: Moves, after: Game) -> tuple[Reason, ...]:
    """The reasons for moves that lead from a game to a draft, what weighs most first."""
    seat = before.turn
    old, new = list(evaluation.values(before)), list(evaluation.values(after))
    found = [
        Reason("now", points if who == seat else -points, who)
        for who, points in gains(before, after).items()
    ]
    found += _features(seat, old, new)
    scored = {event.kind for event in after.story[len(before.story) :] if isinstance(event, Scored)}
    found += _others(seat, old, new, scored)
    found += _joining(seat, old, new)
    found += _hand(evaluation, before, moves, after, _in_hand(new, seat) - _in_hand(old, seat))
    weighty = (reason for reason in found if abs(reason.points) >= LEAST)
    return tuple(sorted(weighty, key=lambda reason: -abs(reason.points)))


def _features(seat: int, old: list[Value], new: list[Value]) -> Iterator[Reason]:
    """What changes of the features that are held, those scored at once left out."""
    was, now = _by_area(old), _by_area(new)
    for area, worth in now.values():
        spots = frozenset(area.spots)
        layer, cells = area.layer.name, area.cells()
        before = [each for (kind, spot), each in was.items() if kind == layer and spot in spots]
        holders = leaders(area.pieces)
        held = {who for each, _ in before for who in leaders(each.pieces)}
        for who in {*worth, *(other for _, each in before for other in each)}:
            change = worth.get(who, 0.0) - sum(each.get(who, 0.0) for _, each in before)
            points = change if who == seat else -change
            others = [other for other in held if other != seat]
            if who != seat:
                kind = "later"
                if change < 0:
                    kind = "blocks" if seat not in holders else "later"
                    if seat in holders and seat not in held:
                        continue  # It is told as what the seat gains.
                yield Reason(kind, points, who, layer, cells)
            elif seat in holders and others and (seat not in held or len(before) > 1):
                kind = "shares" if len(holders) > 1 else "steals"
                yield Reason(kind, points, others[0], layer, cells)
            elif change < 0 and len(before) > 1 and others:
                yield Reason("loses", points, others[0], layer, cells)
            else:
                yield Reason("later", points, who, layer, cells)


def _held(area: Area) -> _Held:
    return area.layer.name, area.pieces[0].spot


def _by_area(values: list[Value]) -> Mapping[_Held, tuple[Area, dict[int, float]]]:
    """What each seat may expect of each held feature."""
    found: dict[_Held, tuple[Area, dict[int, float]]] = {}
    for value in values:
        if value.area is not None and value.kind in FEATURES:
            _, worth = found.setdefault(_held(value.area), (value.area, {}))
            worth[value.seat] = worth.get(value.seat, 0.0) + value.points
    return found


def _others(
    seat: int, old: list[Value], new: list[Value], scored: Container[str]
) -> Iterator[Reason]:
    """What changes of what parts foresee and of the end; what is scored at once is no news."""
    was, now = _by_kind(old), _by_kind(new)
    for kind, who in {**was, **now}:
        change = now.get((kind, who), 0.0) - was.get((kind, who), 0.0)
        if kind == "again":
            yield Reason("again", change if who == seat else -change, who)
        elif kind not in scored:
            points = change if who == seat else -change
            yield Reason("later", points, who, kind if kind not in FEATURES else None)


def _by_kind(values: list[Value]) -> Mapping[tuple[str, int], float]:
    found: dict[tuple[str, int], float] = {}
    for value in values:
        if value.area is None and value.kind != "hand":
            key = value.kind, value.seat
            found[key] = found.get(key, 0.0) + value.points
    return found


def _joining(seat: int, old: list[Value], new: list[Value]) -> Iterator[Reason]:
    """What changes of the features that may be joined by a tile, by their layer.

    What is good for the seat there is bad for another, of whom nothing need be said.
    """
    was, now = _joined(seat, old), _joined(seat, new)
    for layer in {**was, **now}:
        left = now.get(layer, 0.0)
        change = left - was.get(layer, 0.0)
        if change > 0:
            yield Reason("joins" if left > 0 else "safe", change, seat, layer)
        elif left < 0:
            yield Reason("joined", change, seat, layer)


def _joined(seat: int, values: list[Value]) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for value in values:
        if value.kind == "joining" and value.seat == seat and value.area is not None:
            layer = value.area.layer.name
            found[layer] = found.get(layer, 0.0) + value.points
    return found


def _in_hand(values: list[Value], seat: int) -> float:
    return sum(value.points for value in values if value.kind == "hand" and value.seat == seat)


def _hand(
    evaluation: Evaluation, before: Game, moves: Moves, after: Game, change: float
) -> Iterator[Reason]:
    """What becomes of the seat's figures in hand, worth so much more than before."""
    seat = before.turn
    put = next((move for move in moves if isinstance(move, Deploy)), None)
    if change > 0:
        yield Reason("frees", change, seat, _came_back(before, after, seat))
    elif put is not None:
        yield Reason("ties-up", change, seat, after.last_form.stand(put).role.layer)
    elif len(moves) > 1 and isinstance(moves[0], PlaceTile) and isinstance(moves[1], Pass):
        yield Reason("keeps", evaluation.follower(before, seat), seat, _spared(before, moves[0]))


def _spared(before: Game, laid: PlaceTile) -> str | None:
    """The layer onto which the best of the figures would have come that could be put down."""
    figures = (choice.move for choice in best(choices(before, laid), before.turn))
    figure = next((move for move in figures if isinstance(move, Deploy)), None)
    form = drafted(before, [laid]).last_form
    return form.stand(figure).role.layer if figure is not None else None


def _came_back(before: Game, after: Game, seat: int) -> str | None:
    """The layer from which a seat has figures back that it had on the board."""
    there = {piece.spot for piece in after.board.pieces() if piece.seat == seat}
    return next(
        (
            piece.role.layer
            for piece in before.board.pieces()
            if piece.seat == seat and piece.spot not in there
        ),
        None,
    )
