"""Drafts: the result of moves before they are made, without a draw or the next turn.

A draft is a `Game` like any other, except that its agenda may begin with a step of which
`Step.stops_draft` is true (a draw or the next turn).
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
    """Play moves of one turn and the effects that follow, up to the next draw or turn.

    Stop at the next decision with something to choose, or where a tile would be drawn or the next
    turn would begin. Each move answers the next decision. A decision without a choice is skipped,
    except that a move of its kind is refused with the reason (no segment left for a figure). A
    `Pass` without a decision to pass is ignored. Raise IllegalMove for a refused move, and for a
    move after the end of the turn.
    """
    game, _ = _take_decisions(game, moves)
    return run_agenda(game, _stops_at_choice)


def play_without_effects(game: Game, moves: Iterable[Move]) -> Game:
    """Play moves of one turn without the effects after the last: no scoring, no figure returns."""
    return _take_decisions(game, moves)[0]


def commit_draft(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """Play a draft for real. Return the game and the moves as they were understood.

    Given to `play` one by one, the returned moves lead to the same game, so that each can be a
    line of the log.
    """
    game, played = _take_decisions(game, moves)
    return run_agenda(game), tuple(played)


def is_turn_complete(game: Game) -> bool:
    """Return True if no decision is open before the next draw or the next turn."""
    return not game.agenda or not isinstance(game.agenda[0], Decision)


def points_gained(before: Game, after: Game) -> dict[int, int]:
    """The points by seat scored between two states of a game, without seats that scored none."""
    since = after.story[len(before.story) :]
    return {seat: points for seat, points in enumerate(totals(since, after.seats)) if points}


def _take_decisions(game: Game, moves: Iterable[Move]) -> tuple[Game, list[Move]]:
    """Take the decisions that moves answer, without the effects after the last. Return both."""
    played: list[Move] = []
    letters: Mapping[str, str] = {}
    for move in moves:
        before = game
        game, meant = _take_next_decision(game, move.relettered(letters))
        letters = letter_meanings(before, move, letters)
        played += [meant] if meant is not None else []
    return game, played


def _take_next_decision(game: Game, move: Move) -> tuple[Game, Move | None]:
    """Take the next decision that a move answers. Return the game and the move as understood."""
    passing = False
    while True:
        game = run_agenda(game, _stops_at_decision)
        step = game.agenda[0] if game.agenda else None
        if not isinstance(step, Decision):
            break
        if step.is_needed(game):
            if passing and move not in step.legal_moves(game):
                # The pass answered a decision without a choice; this decision stays open.
                return game, None
            return take_decision(game, move)
        # Without a choice only a move of this decision's kind is refused with the reason.
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
    """Raise the refusal of a move, unless the move belongs to another decision."""
    try:
        decision.resolve(game, move)
    except IllegalMove as error:
        if error.reason != "not-now":
            raise
