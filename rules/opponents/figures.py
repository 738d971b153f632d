"""The effect of a turn on a seat's figures: tied up, coming back, or kept in hand."""

from rules.analysis.choices import best, choices
from rules.game import Game
from rules.moves import Deploy, PlaceTile
from rules.opponents.evaluation import Evaluation
from rules.opponents.thought import MoveReason
from rules.story import PieceDeployed


def changed(before: Game, after: Game, seat: int) -> str | None:
    """The layer on which a seat has a figure more, else the first on which it has one less."""
    old = {piece.spot: piece.role.layer for piece in before.board.pieces() if piece.seat == seat}
    new = {piece.spot: piece.role.layer for piece in after.board.pieces() if piece.seat == seat}
    more = [layer for spot, layer in new.items() if spot not in old]
    less = [layer for spot, layer in old.items() if spot not in new]
    return next(iter((*more, *less)), None)


def kept(before: Game, after: Game, evaluation: Evaluation) -> MoveReason | None:
    """The reason that a figure was kept in hand, with its worth.

    Its layer is the one onto which the best of those that could be put down would have come.
    """
    seat = before.turn
    news = after.story[len(before.story) :]
    if before.drawn is None or any(isinstance(event, PieceDeployed) for event in news):
        return None
    form = after.last_form
    found = best(choices(before, PlaceTile(after.placed, form.rotation)), seat)
    figures = [choice.move for choice in found if isinstance(choice.move, Deploy)]
    if not figures:
        return None
    role = form.stand(figures[0]).role
    supply = dict(after.supply[seat])
    supply[role.kind] -= 1
    less = after.but(supply=(*after.supply[:seat], supply, *after.supply[seat + 1 :]))
    points = _hand(evaluation, after, seat) - _hand(evaluation, less, seat)
    return MoveReason("keeps", points, seat, role.layer)


def _hand(evaluation: Evaluation, game: Game, seat: int) -> float:
    values = evaluation.values(game)
    return sum(value.points for value in values if value.kind == "hand" and value.seat == seat)
