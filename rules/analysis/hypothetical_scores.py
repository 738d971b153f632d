"""Prospective scores: the rules' own effects, run on a supposed position."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.areas import Area, Plane
from rules.board import Board
from rules.deployment import Deployment
from rules.game import Game, run_agenda, stops_draft
from rules.pieces import Piece, Role
from rules.ruleset import Effect, Step
from rules.story import Scored
from rules.turn import Draw, Placement


def with_all_finished(board: Board) -> Board:
    """The board as if nothing of any feature were missing, and all of them just finished."""
    supposed = _map_areas(board, lambda area: area._replace(open=frozenset()))
    fresh = tuple((number, at) for number, plane in enumerate(board.planes) for at in plane.areas)
    return replace(supposed, fresh=fresh)


def with_all_claimed(board: Board, roles: Mapping[str, Role], seat: int) -> Board:
    """The board as if a piece of a seat stood on every feature where nobody does.

    ``roles`` say by layer as what it stands there; where a layer has none, nobody can.
    """

    def claimed(area: Area) -> Area:
        role = roles.get(area.layer.name)
        if area.pieces or role is None:
            return area
        return area._replace(pieces=(Piece(seat, role, area.spots[0]),))

    return _map_areas(board, claimed)


def _map_areas(board: Board, supposed: Callable[[Area], Area]) -> Board:
    """The board with another area in the place of each."""
    planes = tuple(
        Plane.of(plane.home, {at: supposed(area) for at, area in plane.areas.items()}, plane.laid)
        for plane in board.planes
    )
    return replace(board, planes=planes)


def scores_of_placement(game: Game) -> tuple[Scored, ...]:
    """The scores of the tile just laid if nothing more is decided about it.

    Nothing is deployed, and nothing is joined that the player could choose to join: what that may
    keep open is said by `Decision.unsettled`.
    """
    return _scored(game, _after_deployment(game)) if game.board.newly_closed() else ()


def earns_second_tile(game: Game, closed: Sequence[Scored]) -> bool:
    """Return True if the tile just laid brings a second one, if nothing more is decided.

    ``closed`` is what it closes and scores then.
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
    """Return True if a step puts a draw on the agenda, and there is a tile for it."""
    if not isinstance(step, Effect) or step.idle(game):
        return False
    match step.run(game).agenda:
        case (Draw(bag), *_):
            return any(game.bags[name] for name in ([bag] if bag else game.book.ruleset.draws))
    return False


def _index_of_step(steps: Sequence[Step], kind: type[Step]) -> int:
    """The index of the first step of a kind."""
    return next(number for number, step in enumerate(steps) if isinstance(step, kind))


def scores_if_finished(game: Game) -> tuple[Scored, ...]:
    """The score of each feature now if nothing of it were missing."""
    return _scored(game.replace(board=with_all_finished(game.board)), _after_deployment(game))


def final_scores(game: Game, *, claimed: bool = False) -> tuple[Scored, ...]:
    """The scores of the final scoring now.

    With ``claimed`` somebody stands on every feature that a figure can be put on: so the worth of
    each is told, if not who would get it.
    """
    if claimed:
        roles: dict[str, Role] = {}
        for role in game.book.ruleset.roles:
            if role.is_allowed(game.turn, ()):
                roles.setdefault(role.layer, role)
        game = game.replace(board=with_all_claimed(game.board, roles, game.turn))
    return _scored(game, game.book.ruleset.finale)


def _after_deployment(game: Game) -> tuple[Step, ...]:
    """The steps between a figure and the end of the turn."""
    tile = game.book.ruleset.tile
    return tile[_index_of_step(tile, Deployment) + 1 :]


def _scored(game: Game, steps: tuple[Step, ...]) -> tuple[Scored, ...]:
    """The scores of the effects among some steps, nothing chosen."""
    after = run_agenda(game.replace(agenda=steps), stops_draft)
    return tuple(event for event in after.story[len(game.story) :] if isinstance(event, Scored))
