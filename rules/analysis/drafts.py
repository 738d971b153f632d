"""Drafts: the result of moves before they are made, without a draw or the next turn.

A draft is a `Game` like any other, but for its agenda: that may stop at a step that goes
`Step.beyond` the moves.
"""

from collections.abc import Iterable, Mapping

from rules import explain
from rules.errors import IllegalMove
from rules.game import (
    Game,
    is_decision,
    is_open_decision,
    letter_meanings,
    run_agenda,
    stops_draft,
    take_decision,
)
from rules.moves import Move, Pass
from rules.ruleset import Decision, Step
from rules.story import totals


def play_draft(game: Game, moves: Iterable[Move]) -> Game:
    """The game after moves of one turn and what follows from them, short of chance.

    It runs on to the next decision with something to choose, or to where a tile would be drawn or
    the next turn begin. Each move answers the decision that follows the one before; one with
    nothing to choose answers nothing but a move of its own kind, with the reason why that cannot
    be (a figure no segment is left for). `Pass` where nothing is asked is no mistake.
    IllegalMove if a move is refused or comes after the turn is complete.
    """
    game, _ = _take_decisions(game, moves)
    return run_agenda(game, _stops_at_choice)


def play_without_effects(game: Game, moves: Iterable[Move]) -> Game:
    """The game after moves of one turn as it lies then: nothing is scored, no figure is back."""
    return _take_decisions(game, moves)[0]


def commit_draft(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """The game after a draft is really played, and its moves as they were meant.

    They are what `play` would be given one by one, so a line each in the log means the same.
    """
    game, played = _take_decisions(game, moves)
    return run_agenda(game), tuple(played)


def is_turn_complete(game: Game) -> bool:
    """Return True if nothing is left to decide before a tile is drawn or the turn passes."""
    return not game.agenda or not isinstance(game.agenda[0], Decision)


def points_gained(before: Game, after: Game) -> dict[int, int]:
    """The points each seat scored between two moments of a game; who scored none is left out."""
    since = after.story[len(before.story) :]
    return {seat: points for seat, points in enumerate(totals(since, after.seats)) if points}


def _take_decisions(game: Game, moves: Iterable[Move]) -> tuple[Game, list[Move]]:
    """The game after moves, what follows the last of them not yet run, and the moves meant."""
    played: list[Move] = []
    letters: Mapping[str, str] = {}
    for move in moves:
        before = game
        game, meant = _take_next_decision(game, move.relettered(letters))
        letters = letter_meanings(before, move, letters)
        played += [meant] if meant is not None else []
    return game, played


def _take_next_decision(game: Game, move: Move) -> tuple[Game, Move | None]:
    """The game after one move, the effects that follow it not yet run, and the move meant."""
    passing = False
    while True:
        game = run_agenda(game, _stops_at_decision)
        step = game.agenda[0] if game.agenda else None
        if not isinstance(step, Decision):
            break
        if step.is_needed(game):
            if passing and move not in step.legal_moves(game):
                # It was said of what could not be chosen; this is answered by what follows.
                return game, None
            return take_decision(game, move)
        # Nothing can be chosen here; only a move meant for this decision is told why.
        passing = isinstance(move, Pass)
        if not passing:
            _raise_refusal(step, game, move)
        game = game.replace(agenda=game.agenda[1:])
    if isinstance(move, Pass):
        return game, None
    if game.agenda:
        raise explain.too_late(move)
    raise IllegalMove("game-over")


def _stops_at_decision(step: Step, game: Game) -> bool:
    return stops_draft(step, game) or is_decision(step, game)


def _stops_at_choice(step: Step, game: Game) -> bool:
    return stops_draft(step, game) or is_open_decision(step, game)


def _raise_refusal(decision: Decision, game: Game, move: Move) -> None:
    """Raise the reason why a move cannot be, unless it is that it answers something else."""
    try:
        decision.resolve(game, move)
    except IllegalMove as error:
        if error.reason != "not-now":
            raise
