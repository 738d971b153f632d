"""Scores if the tile just placed got no figure, all areas were finished, or the game ended now."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.areas import Area, Plane
from rules.board import Board
from rules.deployment import Deployment
from rules.game import Game, run_agenda, stops_draft
from rules.pieces import Piece, Role
from rules.ruleset import Step
from rules.story import Event, Scored, totals


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
    return game.book.ruleset.tile_steps_after(Deployment)


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
