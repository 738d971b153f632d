"""Scores and draws of hypothetical positions: by the last tile, all areas finished, ended now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.areas import Area, Plane
from rules.board import Board
from rules.deployment import Deployment
from rules.game import Game, run_agenda, stops_draft
from rules.pieces import Piece, Role
from rules.ruleset import Effect, Step
from rules.story import Event, Scored, totals
from rules.turn import Draw, Placement


def with_all_finished(board: Board) -> Board:
    """Close every feature, and mark it as just closed."""
    supposed = _map_areas(board, lambda area: area._replace(open=frozenset()))
    fresh = tuple((number, key) for number, plane in enumerate(board.planes) for key in plane.areas)
    return replace(supposed, fresh=fresh)


def with_all_claimed(board: Board, roles: Mapping[str, Role], seat: int) -> Board:
    """Put a piece of a seat on every unclaimed feature.

    ``roles`` of these pieces by layer; a layer without a role stays unclaimed.
    """

    def claimed(area: Area) -> Area:
        role = roles.get(area.layer.name)
        if area.pieces or role is None:
            return area
        return area._replace(pieces=(Piece(seat, role, area.spots[0]),))

    return _map_areas(board, claimed)


def _map_areas(board: Board, supposed: Callable[[Area], Area]) -> Board:
    planes = tuple(
        Plane.of(plane.home, {key: supposed(area) for key, area in plane.areas.items()}, plane.laid)
        for plane in board.planes
    )
    return replace(board, planes=planes)


def scores_of_placement(game: Game) -> tuple[Scored, ...]:
    """The scores of the tile just placed if its player deploys and joins nothing.

    `Decision.unsettled_spots` lists spots that a later choice may keep open.
    """
    return _scored(game, _after_deployment(game)) if game.board.newly_closed() else ()


def earns_second_tile(game: Game, closed: Sequence[Scored]) -> bool:
    """True if the tile just placed earns a second tile without a further choice.

    ``closed``: scores of the features that the tile closes.
    """
    ruleset = game.book.ruleset
    bringing = [step for step in game.agenda if step in ruleset.turn and not step.stops_draft]
    if not bringing:
        return False
    after = ruleset.tile[_index_of_step(ruleset.tile, Placement) + 1 :]
    seen = run_agenda(game.replace(agenda=after), lambda step, _game: isinstance(step, Deployment))
    if not closed and len(seen.story) == len(game.story):
        return False
    seen = seen.with_events(*closed, agenda=())
    return any(_adds_draw(step, seen) for step in bringing)


def _adds_draw(step: Step, game: Game) -> bool:
    return isinstance(step, Effect) and not step.is_idle(game) and draws_second_tile(step.run(game))


def draws_second_tile(game: Game) -> bool:
    match game.agenda:
        case (Draw(bag), *_):
            return any(game.bags[name] for name in ([bag] if bag else game.book.ruleset.draws))
    return False


def _index_of_step(steps: Sequence[Step], kind: type[Step]) -> int:
    return next(number for number, step in enumerate(steps) if isinstance(step, kind))


def scores_if_finished(game: Game) -> tuple[Scored, ...]:
    """The scores of all features, each as if finished now."""
    return _scored(game.replace(board=with_all_finished(game.board)), _after_deployment(game))


def final_scores(game: Game, *, claimed: bool = False) -> tuple[Scored, ...]:
    """The final scoring's scores if the game ended now.

    With ``claimed`` a piece of the mover stands on every unclaimed feature.
    """
    if claimed:
        roles: dict[str, Role] = {}
        for role in game.book.ruleset.roles:
            if role.is_allowed(game.turn, ()):
                roles.setdefault(role.layer, role)
        game = game.replace(board=with_all_claimed(game.board, roles, game.turn))
    return _scored(game, game.book.ruleset.finale)


def _after_deployment(game: Game) -> tuple[Step, ...]:
    tile = game.book.ruleset.tile
    return tile[_index_of_step(tile, Deployment) + 1 :]


def _scored(game: Game, steps: tuple[Step, ...]) -> tuple[Scored, ...]:
    after = run_agenda(game.replace(agenda=steps), stops_draft)
    return tuple(event for event in after.story[len(game.story) :] if isinstance(event, Scored))


def final_scoring_events(game: Game) -> tuple[Event, ...]:
    """The final scoring's events if the game ended now; () if the game is over.

    A tile in hand is put aside. After a placed tile, its closed features are scored first, and its
    player's open decisions are passed.
    """
    if game.over:
        return ()
    story_length = len(game.story)
    if game.drawn is None:
        game = run_agenda(game, stops_draft)
    return run_agenda(game.replace(agenda=game.book.ruleset.finale, drawn=None)).story[
        story_length:
    ]


def projected_scores(game: Game) -> tuple[int, ...]:
    return totals(game.story.extended(final_scoring_events(game)), game.seats)
