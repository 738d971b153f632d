"""Why a turn is worth what it is: the terms of the evaluation that it changes, in general words."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.game import Game
from rules.geometry import Cell, Spot, cell_of
from rules.opponents.evaluation import Evaluation, Value
from rules.opponents.figures import changed, kept
from rules.opponents.thought import MoveReason
from rules.story import Scored

LEAST: Final = 0.4
"""The points from which on a change is a reason."""
FEATURE: Final = ("finished", "end")
OF_A_SEAT: Final = ("hand", "again")
JOINING: Final = "joining"
"""The kinds of values: of one feature, of a seat, of two features; all others are foreseen."""
PROMISE: Final = "promise"
KINDS: Final = (
    *("now", "later", "helps", "blocks", "dead-gap", "frees", "ties-up", "keeps"),
    *("shares", "steals", "risks", "safe", PROMISE, "again"),
)
"""Every kind of reason there is."""


class _Matter(NamedTuple):
    """The subject of a value: its owner, and the feature or other thing it is about."""

    seat: int
    about: str
    layer: str | None
    home: Spot | None


def reasons(before: Game, after: Game, evaluation: Evaluation) -> tuple[MoveReason, ...]:
    """Why a draft is worth more or less than the game before it, the largest reason first.

    ``now`` is what a seat scores at once; ``later`` what else a feature of the seat that thinks is
    expected to bring, ``helps`` and ``blocks`` the same for the strongest of the others, and
    ``dead-gap`` where that is as nothing that is left fits there any more. ``frees`` and
    ``ties-up`` are followers in hand, ``keeps`` one that could have been put down; ``shares`` and
    ``steals`` what joining two features may win the one or cost the other, ``risks`` the other way
    round, ``safe`` that it is over; ``promise`` is what a part foresees, which ``layer`` then
    names; ``again`` another tile in the same turn.
    """
    seat = before.turn
    rival = _rival(after, evaluation)
    found = [*_scored(before, after, rival)]
    old, new = _sums(before, after, evaluation), _sums(after, after, evaluation)
    for matter in {**old, **new}:
        change = new.get(matter, 0.0) - old.get(matter, 0.0)
        own = matter.seat == seat
        if matter.seat not in (seat, rival) or abs(change) < LEAST:
            continue
        kind = _kind(after, matter, change, own, evaluation)
        if kind == "shares" and new.get(matter, 0.0) <= 0:
            kind = "safe"
        layer = changed(before, after, seat) if own and matter.about == "hand" else matter.layer
        cells = _cells(after, matter)
        found.append(MoveReason(kind, change if own else -change, matter.seat, layer, cells))
    spared = kept(before, after, evaluation)
    if spared is not None and spared.points >= LEAST:
        found.append(spared)
    return tuple(sorted(found, key=lambda reason: -abs(reason.points)))


def _rival(game: Game, evaluation: Evaluation) -> int:
    """The other seat that is expected to do best."""
    totals = evaluation.totals(game)
    rest = [n for n in range(game.seats) if n != game.turn and n not in game.out]
    return max(rest, key=lambda n: totals[n], default=game.turn)


def _scored(before: Game, after: Game, rival: int) -> Iterable[MoveReason]:
    """The reasons for scores made at once."""
    for event in after.story[len(before.story) :]:
        if isinstance(event, Scored):
            for seat, points in event.points:
                if seat in (before.turn, rival) and points:
                    worth = points if seat == before.turn else -points
                    yield MoveReason("now", worth, seat, event.kind, event.cells())


def _sums(game: Game, later: Game, evaluation: Evaluation) -> dict[_Matter, float]:
    """The expected points of a position by subject; features go by their present state."""
    found: dict[_Matter, float] = {}
    for value in evaluation.values(game):
        matter = _matter(value, later)
        found[matter] = found.get(matter, 0.0) + value.points
    return found


def _matter(value: Value, later: Game) -> _Matter:
    area = value.area
    if value.kind in OF_A_SEAT:
        return _Matter(value.seat, value.kind, None, None)
    if area is None or value.kind not in FEATURE:
        about = value.kind if value.kind == JOINING else PROMISE
        layer = area.layer.name if area is not None and about == JOINING else value.kind
        return _Matter(value.seat, about, layer, None)
    layer = area.layer.name
    plane = later.board.planes[later.board.layers[layer][0]]
    return _Matter(value.seat, "feature", layer, plane.home.get(area.spots[0]))


def _kind(after: Game, matter: _Matter, change: float, own: bool, evaluation: Evaluation) -> str:
    """The word for a change."""
    match matter.about:
        case "hand":
            return ("frees" if change > 0 else "ties-up") if own else "later"
        case "feature":
            if own:
                return "later"
            return "helps" if change > 0 else _spoilt(after, matter, evaluation)
        case about if about == JOINING:
            if own:
                return "shares" if change > 0 else "risks"
            return "risks" if change > 0 else "steals"
        case about:
            return about


def _spoilt(after: Game, matter: _Matter, evaluation: Evaluation) -> str:
    """The gap that makes a feature worth less, as no tile left fits it; empty if none."""
    gaps = after.board.gaps
    dead = any(not evaluation.tallies.fits(gaps[cell]) for cell in _open(after, matter))
    return "dead-gap" if dead else "blocks"


def _open(after: Game, matter: _Matter) -> list[Cell]:
    """The gaps that a feature is open at."""
    if matter.layer is None or matter.home is None:
        return []
    area = after.board.area(matter.layer, matter.home)
    return [cell for cell in {cell_of(joint) for joint in area.open} if cell in after.board.gaps]


def _cells(after: Game, matter: _Matter) -> tuple[Cell, ...]:
    """The cells of a feature."""
    if matter.layer is None or matter.home is None:
        return ()
    return after.board.area(matter.layer, matter.home).cells()
