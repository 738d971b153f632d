"""The choices after placing a tile (a figure, an alternative, or a pass) and the effect of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.analysis.drafts import play_draft, points_gained
from rules.analysis.features import Number, marks_on_feature
from rules.analysis.hypothetical_scores import scores_of_placement
from rules.analysis.result_cache import cached_by_game
from rules.deployment import Deployment
from rules.game import Game
from rules.geometry import Spot
from rules.moves import Deploy, Move, Pass, PlaceTile
from rules.scoring import total_points


@dataclass(frozen=True, slots=True)
class Choice:
    """A deployment, an alternative or a pass after placing the tile, with its effect.

    ``points``: scored at once, by seat; ``points_from_figure``: the mover's, due to the figure and
    not the tile; ``marks``: printed on the figure's feature; ``points_promised``: the mover's for a
    feature that the tile finishes, unless a later choice of the turn keeps it open;
    ``points_unclaimed``: for a pass, of the best finished feature that a figure could have claimed
    and nobody gets.
    """

    move: Move
    points: Mapping[int, int]
    points_from_figure: int = 0
    marks: tuple[Number, ...] = ()
    points_promised: int = 0
    points_unclaimed: int = 0


@cached_by_game
def deployment_choices(game: Game, laid: PlaceTile) -> tuple[Choice, ...]:
    """The choices in the order of the rules, after placing the tile as ``laid`` says."""
    placed = play_draft(game, [laid])
    step = placed.agenda[0] if placed.agenda else None
    if not isinstance(step, Deployment):
        return ()
    finished = _points_of_finished(placed)
    openings = step.opening_moves(placed)
    claimable = [
        finished.get(_layer_and_spot(placed, move), 0)
        for move in openings
        if isinstance(move, Deploy)
    ]
    unclaimed = max(claimable, default=0)
    # The tile is placed only once; each choice continues from there.
    alone = points_gained(game, play_draft(placed, [Pass()]))
    return tuple(_choice(game, placed, move, alone, finished, unclaimed) for move in openings)


def best_choices_first(choices: tuple[Choice, ...], seat: int) -> tuple[Choice, ...]:
    """Sort by a seat's points now, then by promised points; a pass comes last."""

    def rank(choice: Choice) -> tuple[int, int, bool]:
        own_points = choice.points.get(seat, 0)
        return -own_points, -choice.points_promised, isinstance(choice.move, Pass)

    return tuple(sorted(choices, key=rank))


def _choice(
    game: Game,
    placed: Game,
    move: Move,
    alone: Mapping[int, int],
    finished: Mapping[tuple[str, Spot], int],
    free: int,
) -> Choice:
    match move:
        case Deploy():
            points = points_gained(game, play_draft(placed, [move]))
            from_figure = points.get(game.turn, 0) - alone.get(game.turn, 0)
            kind, spot = stand = _layer_and_spot(placed, move)
            return Choice(
                move,
                points,
                from_figure,
                marks_on_feature(placed, kind, spot),
                finished.get(stand, 0),
            )
        case Pass():
            return Choice(move, alone, points_unclaimed=free)
        case _:
            return Choice(move, {})


def _points_of_finished(bare: Game) -> dict[tuple[str, Spot], int]:
    """The points of unheld features that the tile finishes, by kind and spot."""
    return {
        (event.kind, spot): total_points(event.terms)
        for event in scores_of_placement(bare)
        if not event.pieces
        for spot in event.spots
    }


def _layer_and_spot(bare: Game, figure: Deploy) -> tuple[str, Spot]:
    stand = bare.last_form.stand(figure)
    return stand.role.layer, bare.placed + stand.zone
