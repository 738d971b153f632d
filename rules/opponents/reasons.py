"""The reasons for a turn's worth: the changed terms of the evaluation."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.analysis.deployment_choices import best_choices_first, deployment_choices
from rules.analysis.history import spent_pieces
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of
from rules.moves import Deploy, PlaceTile
from rules.opponents.evaluation import Evaluation, Value
from rules.opponents.turns import MoveReason
from rules.pieces import Role
from rules.story import PieceDeployed, PiecesReturned, Scored


def role_of_moved_figure(before: Game, after: Game, seat: int, *, freed: bool) -> Role | None:
    """The role of a figure that a seat got back if ``freed``, else has deployed."""
    news = after.story[len(before.story) :]
    deployed = [event.piece for event in news if isinstance(event, PieceDeployed)]
    returned = [
        piece
        for event in news
        if isinstance(event, PiecesReturned | Scored)
        for piece in event.pieces
        if not (isinstance(event, Scored) and piece in spent_pieces(after, event))
    ]
    moved = (*returned, *deployed) if freed else (*deployed, *returned)
    return next((piece.role for piece in moved if piece.seat == seat), None)


def kept_figure_reason(before: Game, after: Game, evaluation: Evaluation) -> MoveReason | None:
    """The reason for keeping a figure in hand, with its worth.

    Layer and role are those of the best possible deployment.
    """
    seat = before.turn
    news = after.story[len(before.story) :]
    if before.drawn is None or any(isinstance(event, PieceDeployed) for event in news):
        return None
    form = after.last_form
    ranked = best_choices_first(
        deployment_choices(before, PlaceTile(after.placed, form.rotation)), seat
    )
    figures = [choice.move for choice in ranked if isinstance(choice.move, Deploy)]
    if not figures:
        return None
    role = form.stand(figures[0]).role
    supply = dict(after.supply[seat])
    supply[role.kind] -= 1
    less = after.replace(supply=(*after.supply[:seat], supply, *after.supply[seat + 1 :]))
    points = _value_of_hand(evaluation, after, seat) - _value_of_hand(evaluation, less, seat)
    return MoveReason("keeps", 0.0, seat, role.layer, kept=points, role=role.name)


def _value_of_hand(evaluation: Evaluation, game: Game, seat: int) -> float:
    values = evaluation.values(game)
    return sum(value.points for value in values if value.kind == "hand" and value.seat == seat)


MIN_REASON_POINTS: Final = 0.4
"""The least change in points that is a reason of its own."""
MIN_REST_POINTS: Final = 0.05
"""The least sum of all other changes that is a reason."""
FEATURE_VALUES: Final = ("finished", "end")
SEAT_VALUES: Final = ("hand", "again")
JOINING: Final = "joining"
"""The kinds of values: of one feature, of a seat, of two features; all others are forecasts."""
PROMISE: Final = "promise"
REASON_KINDS: Final = (
    *("now", "later", "helps", "blocks", "dead-gap", "frees", "ties-up", "keeps"),
    *("shares", "steals", "risks", "safe", "closes", PROMISE, "again", "ahead", "rest"),
)
"""All kinds of reasons."""


class _Subject(NamedTuple):
    """The subject of a value: a seat, and a feature or other thing."""

    seat: int
    about: str
    layer: str | None
    home: Spot | None


def reasons(
    before: Game, after: Game, evaluation: Evaluation, worth: float | None = None
) -> tuple[MoveReason, ...]:
    """The reasons why a draft changes the margin, largest first; points sum to its worth.

    The kinds: ``now``, points scored at once; ``later``, further points expected of the mover's
    features; ``helps`` and ``blocks``, the same for the best other seat; ``dead-gap``, a blocked
    feature with a gap that no undrawn tile fits; ``frees`` and ``ties-up``, followers in hand of
    either seat; ``keeps``, a follower that could have been deployed; ``shares`` and ``steals``,
    what joining two features may win or cost the other seat, ``risks`` the reverse, ``safe`` the
    end of that risk or of the other seat's chance, ``closes`` the end of an own chance;
    ``promise``, a forecast of a part, named by ``layer``; ``again``, a second tile in the same
    turn; ``ahead``, what tried continuations add to all this, and ``rest``, the changes that are
    too small for a reason of their own.

    ``worth`` is what a search found the draft to be worth; None for the evaluation alone.
    """
    rival = _rival(after, evaluation)
    found = [
        *_reasons_for_scores(before, after, rival),
        *_reasons_for_changes(before, after, rival, evaluation),
    ]
    seat = before.turn
    evaluated = evaluation.margin(after, seat) - evaluation.margin(before, seat)
    rest = MoveReason("rest", evaluated - sum(reason.points for reason in found))
    ahead = MoveReason("ahead", 0.0 if worth is None else worth - evaluated)
    kept_figure = kept_figure_reason(before, after, evaluation)
    if kept_figure is not None and kept_figure.kept >= MIN_REASON_POINTS:
        found.append(kept_figure)
    found += [reason for reason in (ahead, rest) if abs(reason.points) >= MIN_REST_POINTS]
    return tuple(sorted(found or [rest], key=lambda reason: -reason.size))


def _reasons_for_changes(
    before: Game, after: Game, rival: int, evaluation: Evaluation
) -> Iterable[MoveReason]:
    """Changes in what the mover and its rival are expected to score."""
    seat = before.turn
    old = _points_by_subject(before, after, evaluation)
    new = _points_by_subject(after, after, evaluation)
    for subject in {**old, **new}:
        change = new.get(subject, 0.0) - old.get(subject, 0.0)
        is_own = subject.seat == seat
        if subject.seat not in (seat, rival) or abs(change) < MIN_REASON_POINTS:
            continue
        kind = _reason_kind(after, subject, change, is_own, evaluation)
        if subject.about == JOINING:
            kind = _ended_kind(kind, new.get(subject, 0.0), is_own)
        layer, role = subject.layer, None
        if subject.about == "hand":
            role = role_of_moved_figure(before, after, subject.seat, freed=change > 0)
            layer = role.layer if role is not None else None
        cells = _feature_cells(after, subject)
        points = change if is_own else -change
        name = role.name if role is not None else None
        yield MoveReason(kind, points, subject.seat, layer, cells, role=name)


def _rival(game: Game, evaluation: Evaluation) -> int:
    totals = evaluation.totals(game)
    rest = [n for n in range(game.seats) if n != game.turn and n not in game.out]
    return max(rest, key=lambda n: totals[n], default=game.turn)


def _reasons_for_scores(before: Game, after: Game, rival: int) -> Iterable[MoveReason]:
    for event in after.story[len(before.story) :]:
        if isinstance(event, Scored):
            for seat, points in event.points:
                if seat in (before.turn, rival) and points:
                    worth = points if seat == before.turn else -points
                    yield MoveReason("now", worth, seat, event.kind, event.cells())


def _points_by_subject(game: Game, later: Game, evaluation: Evaluation) -> dict[_Subject, float]:
    """Expected points; features are identified by their area in ``later``."""
    points: dict[_Subject, float] = {}
    for value in evaluation.values(game):
        subject = _subject(value, later)
        points[subject] = points.get(subject, 0.0) + value.points
    return points


def _subject(value: Value, later: Game) -> _Subject:
    area = value.area
    if value.kind in SEAT_VALUES:
        return _Subject(value.seat, value.kind, None, None)
    if area is None or value.kind not in FEATURE_VALUES:
        topic = value.kind if value.kind == JOINING else PROMISE
        layer = area.layer.name if area is not None and topic == JOINING else value.kind
        return _Subject(value.seat, topic, layer, None)
    layer = area.layer.name
    plane = later.board.planes[later.board.layers[layer][0]]
    return _Subject(value.seat, "feature", layer, plane.home.get(area.spots[0]))


def _reason_kind(
    after: Game, subject: _Subject, change: float, is_own: bool, evaluation: Evaluation
) -> str:
    match subject.about:
        case "hand":
            return "frees" if change > 0 else "ties-up"
        case "feature":
            if is_own:
                return "later"
            return "helps" if change > 0 else _blocking_kind(after, subject, evaluation)
        case about if about == JOINING:
            if is_own:
                return "shares" if change > 0 else "risks"
            return "risks" if change > 0 else "steals"
        case about:
            return about


def _ended_kind(kind: str, value: float, is_own: bool) -> str:
    """The kind for a change that ends or lessens a chance to join features.

    ``value`` of joining for the reason's seat: above 0 it may win by that.
    """
    match kind:
        case "shares" if value <= 0:
            return "safe"
        case "steals" if value >= 0:
            return "safe"
        case "risks" if is_own and value >= 0:
            return "closes"
    return kind


def _blocking_kind(after: Game, subject: _Subject, evaluation: Evaluation) -> str:
    """``dead-gap`` if an open gap of the feature fits no undrawn tile, else ``blocks``."""
    gaps = after.board.gaps
    dead = any(
        not evaluation.tallies.count_fitting(gaps[cell]) for cell in _open_gaps(after, subject)
    )
    return "dead-gap" if dead else "blocks"


def _open_gaps(after: Game, subject: _Subject) -> list[Cell]:
    if subject.layer is None or subject.home is None:
        return []
    area = after.board.area(subject.layer, subject.home)
    return [cell for cell in {cell_of(joint) for joint in area.open} if cell in after.board.gaps]


def _feature_cells(after: Game, subject: _Subject) -> tuple[Cell, ...]:
    if subject.layer is None or subject.home is None:
        return ()
    return after.board.area(subject.layer, subject.home).cells()
