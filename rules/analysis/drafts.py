"""Drafts: play a turn's moves up to the next draw or turn, to see their result or to commit them.

A draft is a `Game` like any other, except that its agenda may begin with a step of which
`Step.stops_draft` is true (a draw or the next turn).
"""

from collections.abc import Iterable

from rules import notation
from rules.game import Game, is_decision, run_agenda, stops_at_choice, stops_draft, take_decisions
from rules.moves import Move
from rules.ruleset import Decision, Step
from rules.story import totals


def play_draft(game: Game, moves: Iterable[Move]) -> Game:
    """Play moves of one turn and the effects that follow, up to the next draw or turn.

    Stop at the next decision with something to choose, too. Each move answers the next decision. A
    decision without a choice is skipped, except that a move of its kind is refused with the reason
    (no segment left for a figure). A `Pass` without a decision to pass is ignored. Raise
    IllegalMove for a refused move, and for a move after the end of the turn.
    """
    return run_agenda(play_without_effects(game, moves), stops_at_choice)


def play_without_effects(game: Game, moves: Iterable[Move]) -> Game:
    """Play moves of one turn without the effects after the last: no scoring, no return."""
    return take_moves(game, moves)[0]


def take_moves(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """`play_without_effects`, returning also the moves as understood."""
    return take_decisions(game, moves, _stops_at_decision)


def leave_choices(game: Game) -> tuple[Game, int]:
    """Run on to the next draw or the end of the turn, leaving out every choice before it.

    Return the game and the number of these choices, including ones that cannot be passed.
    """
    choices = 0
    game = run_agenda(game, stops_at_choice)
    while game.agenda and isinstance(game.agenda[0], Decision):
        choices += 1
        game = run_agenda(game.replace(agenda=game.agenda[1:]), stops_at_choice)
    return game, choices


def commit_draft(game: Game, moves: Iterable[Move]) -> tuple[Game, tuple[Move, ...]]:
    """Play a draft for real. Return the game and the moves as understood.

    Given to `play` one by one, the returned moves lead to the same game, so each can be a line of
    the log.
    """
    game, played = take_moves(game, moves)
    return run_agenda(game), played


def turn_text(game: Game, moves: Iterable[Move]) -> str:
    """The text of a whole turn; rotations that look alike have one text (COM-08).

    Raise IllegalMove.
    """
    return " ".join(map(notation.write, commit_draft(game, moves)[1]))


def is_turn_complete(game: Game) -> bool:
    """True if no decision is open before the next draw or turn."""
    return not game.agenda or not isinstance(game.agenda[0], Decision)


def points_gained(before: Game, after: Game) -> dict[int, int]:
    """The points by seat between two states of a game, without seats that scored none."""
    since = after.story[len(before.story) :]
    return {seat: points for seat, points in enumerate(totals(since, after.seats)) if points}


def _stops_at_decision(step: Step, game: Game) -> bool:
    return stops_draft(step, game) or is_decision(step, game)
