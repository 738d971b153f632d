"""What would be scored: the rules' own effects, run on a position as it could be."""

from rules.analysis.suppositions import all_claimed, all_finished
from rules.deployment import Deployment
from rules.game import Game, beyond, run
from rules.pieces import Role
from rules.ruleset import Step
from rules.story import Scored


def once_laid(game: Game) -> tuple[Scored, ...]:
    """What the tile just laid closes and scores if nothing more is decided about it.

    Nothing is deployed, and nothing is joined that the player could choose to join: what that may
    keep open is said by `Decision.unsettled`.
    """
    return _scored(game, _after_deployment(game)) if game.board.newly_closed() else ()


def once_finished(game: Game) -> tuple[Scored, ...]:
    """What each feature would score now if nothing of it were missing."""
    return _scored(game.but(board=all_finished(game.board)), _after_deployment(game))


def at_the_end(game: Game, *, claimed: bool = False) -> tuple[Scored, ...]:
    """What the final scoring would score now.

    With ``claimed`` somebody stands on every feature that a figure can be put on: so the worth of
    each is told, if not who would get it.
    """
    if claimed:
        roles: dict[str, Role] = {}
        for role in game.book.ruleset.roles:
            if role.admitted(game.turn, ()):
                roles.setdefault(role.layer, role)
        game = game.but(board=all_claimed(game.board, roles, game.turn))
    return _scored(game, game.book.ruleset.finale)


def _after_deployment(game: Game) -> tuple[Step, ...]:
    """The steps between a figure and the end of the turn."""
    tile = game.book.ruleset.tile
    at = next(n for n, step in enumerate(tile) if isinstance(step, Deployment))
    return tile[at + 1 :]


def _scored(game: Game, steps: tuple[Step, ...]) -> tuple[Scored, ...]:
    """What the effects among some steps score, nothing chosen."""
    after = run(game.but(agenda=steps), beyond)
    return tuple(event for event in after.story[len(game.story) :] if isinstance(event, Scored))
