"""The evaluation with the tuned weights, whose strength docs/opponents.md has."""

from collections.abc import Iterator
from pathlib import Path

from rules.game import Game
from rules.geometry import xy
from rules.moves import Move
from rules.notation import write
from rules.opponents.evaluation import Evaluation
from rules.opponents.reasons import reasons
from rules.opponents.turns import MoveReason, complete_turns
from tests.rules.opponents.test_search import after
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT
from tests.support.goldens import assert_golden
from tests.support.random_games import positions

GOLDENS = Path(__file__).parent / "goldens"
MOVES_BEFORE = (8, 31)
LATER = (4, 7)
"""The eighths of a game after which later positions are."""
TURNS_TRIED = 7
"""The turns of a position whose evaluation is recorded, of all that there are."""


@for_each("name", EIGHT)
def test_positions_are_worth_what_the_tuned_weights_say_for_the_reasons_given(name: str) -> None:
    early = [
        after(name, moves, seed=number, seats=2 + number % 2)
        for number, moves in enumerate(MOVES_BEFORE)
    ]
    drawn = [game for game in positions(name, 2, 1) if game.drawn is not None]
    late = [drawn[len(drawn) * eighths // 8] for eighths in LATER]
    lines = [line for game in (*early, *late) for line in evaluated(game)]
    assert_golden(GOLDENS / f"evaluation-{name}.txt", lines)


def evaluated(game: Game) -> Iterator[str]:
    """Write the evaluation of a position and of some turns, with the reasons for each turn."""
    evaluation = Evaluation(game)
    yield f"# {len(game.board.tiles)} tiles, {game.seats} seats"
    yield totals_text(evaluation, game)
    turns = complete_turns(game, lambda draft: 0)
    for turn in turns[:: len(turns) // TURNS_TRIED or 1]:
        moves: tuple[Move, ...] = turn.moves
        yield ""
        yield " ".join(map(write, moves))
        yield totals_text(evaluation, turn.after)
        yield from map(reason_text, reasons(game, turn.after, evaluation))


def totals_text(evaluation: Evaluation, game: Game) -> str:
    """Write what each seat is expected to end with, and the lead of the seat to move."""
    totals = " ".join(f"{points:.3f}" for points in evaluation.totals(game))
    return f"{totals}, margin {evaluation.margin(game, game.turn):.3f}"


def reason_text(reason: MoveReason) -> str:
    cells = " ".join(f"{x},{y}" for x, y in sorted(map(xy, reason.cells)))
    return (
        f"  {reason.points:.3f} {reason.kind}, kept {reason.kept:.3f}, seat {reason.seat}, "
        f"{reason.layer}, {reason.role}: {cells}"
    )
