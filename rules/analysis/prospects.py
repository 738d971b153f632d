"""What would be scored: the rules' own effects, run on a position as it could be."""

from dataclasses import replace

from rules.areas import Area, Plane
from rules.deployment import Deployment
from rules.game import Game, run
from rules.pieces import Piece, Role
from rules.ruleset import Step
from rules.story import Scored


def once_laid(game: Game) -> tuple[Scored, ...]:
    """What the tile just laid closes and scores, its ferry left out.

    Nothing is deployed either, and no ferry is turned: those are the player's to choose. A lake has
    three roads or more, so there is always a ferry with which all that is closed stays closed.
    """
    return _run(game, _after_deployment(game)) if game.board.newly_closed() else ()


def once_finished(game: Game) -> tuple[Scored, ...]:
    """What each feature would score now if nothing of it were missing."""
    board = game.board
    planes = tuple(
        Plane(
            plane.home,
            {at: area._replace(open=frozenset()) for at, area in plane.areas.items()},
        )
        for plane in board.planes
    )
    fresh = tuple((number, at) for number, plane in enumerate(planes) for at in plane.areas)
    return _run(game.but(board=replace(board, planes=planes, fresh=fresh)), _after_deployment(game))


def at_the_end(game: Game, *, claimed: bool = False) -> tuple[Scored, ...]:
    """What the final scoring would score now.

    With ``claimed`` somebody stands on every feature that a figure can be put on: so the worth of
    each is told, if not who would get it.
    """
    if claimed:
        roles: dict[str, Role] = {}
        for role in game.book.ruleset.roles:
            roles.setdefault(role.layer, role)
        board = game.board
        planes = tuple(
            Plane(
                plane.home,
                {at: _claimed(area, roles, game.turn) for at, area in plane.areas.items()},
            )
            for plane in board.planes
        )
        game = game.but(board=replace(board, planes=planes))
    return _run(game, game.book.ruleset.finale)


def _claimed(area: Area, roles: dict[str, Role], seat: int) -> Area:
    """An area with a piece on it, if it has none and can have one."""
    role = roles.get(area.layer.name)
    if area.pieces or role is None:
        return area
    return area._replace(pieces=(Piece(seat, role, area.spots[0]),))


def _after_deployment(game: Game) -> tuple[Step, ...]:
    """The steps between a figure and the end of the turn."""
    tile = game.book.ruleset.tile
    at = next(n for n, step in enumerate(tile) if isinstance(step, Deployment))
    return tile[at + 1 :]


def _run(game: Game, steps: tuple[Step, ...]) -> tuple[Scored, ...]:
    """What the effects among some steps score, nothing chosen."""
    after = run(game.but(story=(), agenda=steps), _beyond)
    return tuple(event for event in after.story if isinstance(event, Scored))


def _beyond(step: Step, game: Game) -> bool:
    return step.beyond
