"""What moves would come to before they are made: nothing is drawn, nobody else's turn begins.

A draft is a `Game` like any other, but for its agenda: that may stop at an effect that goes
`Effect.beyond` the moves.
"""

from collections.abc import Iterable

from rules import explain
from rules.errors import IllegalMove
from rules.game import Game, settle
from rules.moves import Move, Pass
from rules.ruleset import Decision, Effect
from rules.story import totals


def drafted(game: Game, moves: Iterable[Move]) -> Game:
    """The game after moves of one turn and what follows from them, short of chance.

    It runs on to the next decision with something to choose, or to where a tile would be drawn or
    the next turn begin. Each move answers the decision that follows the one before; one with
    nothing to choose answers nothing but a move of its own kind, with the reason why that cannot
    be (a figure no segment is left for). `Pass` where nothing is asked is no mistake.
    IllegalMove if a move is refused or comes after the turn is complete.
    """
    for move in moves:
        game, _ = _after(game, move)
    return _onward(game)


def made(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """The game after a draft is really played, and its moves as they were meant.

    They are what `play` would be given one by one, so a line each in the log means the same.
    """
    played: list[Move] = []
    for move in moves:
        game, meant = _after(game, move)
        played += [meant] if meant is not None else []
    return settle(game), tuple(played)


def complete(game: Game) -> bool:
    """Whether a draft has nothing left to decide before a tile is drawn or the turn passes."""
    return not game.agenda or not isinstance(game.agenda[0], Decision)


def gains(before: Game, after: Game) -> dict[int, int]:
    """The points each seat scored between two moments of a game; who scored none is left out."""
    since = after.story[len(before.story) :]
    return {seat: points for seat, points in enumerate(totals(since, after.seats)) if points}


def _after(game: Game, move: Move) -> tuple[Game, Move | None]:
    """The game after one move, the effects that follow it not yet run, and the move meant."""
    while game.agenda:
        step, rest = game.agenda[0], game.but(agenda=game.agenda[1:])
        if isinstance(step, Effect):
            if step.beyond:
                break
            game = step.run(rest)
        elif step.needed(game):
            meant = step.resolve(game, move)
            return step.take(rest, meant), meant
        else:
            # Nothing can be chosen here; only a move meant for this decision is told why.
            if not isinstance(move, Pass):
                _refused(step, game, move)
            game = rest
    if isinstance(move, Pass):
        return game, None
    if game.agenda:
        raise explain.too_late(move)
    raise IllegalMove("game-over")


def _refused(decision: Decision, game: Game, move: Move) -> None:
    """Raises the reason why a move cannot be, unless it is that it answers something else."""
    try:
        decision.resolve(game, move)
    except IllegalMove as error:
        if error.reason != "not-now":
            raise


def _onward(game: Game) -> Game:
    """Runs the agenda until something can be chosen or a step goes beyond the turn."""
    while game.agenda:
        step = game.agenda[0]
        if isinstance(step, Effect) and step.beyond:
            break
        after = step.settled(game.but(agenda=game.agenda[1:]))
        if after is None:
            break
        game = after
    return game
