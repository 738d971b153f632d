"""Puzzles: sound positions of records, what answers lose, and the shipped set."""

import random
from functools import partial
from pathlib import Path

import pytest

from rules.errors import IllegalMove
from rules.notation import write
from rules.opponents import choose, puzzles
from rules.opponents.evaluation import Evaluation
from rules.opponents.puzzles import (
    PUZZLE_LEAD_POINTS,
    PUZZLE_MOVES,
    explain_puzzle,
    find_puzzles,
    points_lost,
    position,
    position_key,
    position_without_order,
    puzzles_of_record,
)
from rules.opponents.search import ADVICE_NODES, search_turns
from rules.opponents.turns import complete_turns
from rules.orders import write_moves
from rules.record import split_record
from rules.shipped_puzzles import ShippedPuzzle, shipped_puzzles, shipped_record
from tests.support.for_each import for_each
from tests.support.goldens import assert_golden

SHIPPED = shipped_puzzles()


@pytest.fixture
def few_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare turns in two futures instead of twelve."""
    monkeypatch.setattr(puzzles, "COMPARED_FUTURES", 2)


def shipped_by_game() -> list[ShippedPuzzle]:
    first: dict[str, ShippedPuzzle] = {}
    for puzzle in SHIPPED:
        first.setdefault(puzzle.record.split("game: ")[1].split("\n")[0], puzzle)
    return list(first.values())


def with_other_future(record: str, line: int) -> str:
    """The record up to a line, with the tiles that are not drawn then in another order."""
    drawn = position(record, line)
    head, moves = split_record(record)
    lines = []
    for _number, text in head:
        name, _, order = text.partition(": ")
        if name in drawn.bags:
            tiles, left = order.split(), len(drawn.bags[name])
            hidden = tiles[len(tiles) - left :]
            # The last tile of a pile may be fixed.
            body, last = hidden[:-1], hidden[-1:]
            random.Random(5).shuffle(body)
            order = " ".join([*tiles[: len(tiles) - left], *body, *last])
        if name not in ("nonce", "commitment"):
            lines.append(f"{name}: {order}")
    return "\n".join([*lines, "", *(text for _, text in moves[:line]), ""])


def test_there_are_three_hundred_shipped_puzzles_each_once() -> None:
    assert len(SHIPPED) == len({puzzle.key for puzzle in SHIPPED}) == 300
    assert len({puzzle.file for puzzle in SHIPPED}) >= 40, "of many games"
    for puzzle in SHIPPED[::40]:
        assert shipped_record(puzzle.file, puzzle.line, puzzle.best) == puzzle.record
        assert shipped_record(puzzle.file, puzzle.line, "pass") is None


@pytest.mark.slow
@for_each("puzzle", shipped_by_game())
def test_best_turn_of_a_puzzle_leads_by_two_points_and_the_master_agrees(
    puzzle: ShippedPuzzle,
) -> None:
    game = position_without_order(position(puzzle.record, puzzle.line), puzzle.line)
    best = tuple(game.read(puzzle.best))
    assert all(isinstance(move, PUZZLE_MOVES) for move in best)
    chance = random.Random(f"puzzle {puzzle.line}")
    first, *others = search_turns(game, chance, ADVICE_NODES)
    assert first.turn.moves == best
    assert all(first.worth - other.worth >= PUZZLE_LEAD_POINTS for other in others)
    assert choose(game, "master") == best


@pytest.mark.slow
def test_every_shipped_position_can_be_played() -> None:
    for name in sorted({puzzle.file for puzzle in SHIPPED}):
        for puzzle in (one for one in SHIPPED if one.file == name):
            game = position(puzzle.record, puzzle.line)
            assert game.drawn is not None and not game.over
            best = tuple(game.read(puzzle.best))
            measure = partial(Evaluation(game).margin, seat=game.turn)
            assert best in [turn.moves for turn in complete_turns(game, measure)]


@pytest.mark.usefixtures("few_futures")
def test_answer_of_the_best_turn_loses_nothing_and_every_other_one_two_points_or_more() -> None:
    puzzle = shipped_by_game()[0]
    game = position(puzzle.record, puzzle.line)
    best = tuple(game.read(puzzle.best))
    assert points_lost(puzzle.record, puzzle.line, best, best) == 0
    others = [move for move in game.legal_moves() if move != best[0]]
    for move in random.Random(1).sample(others, 2):
        assert points_lost(puzzle.record, puzzle.line, best, (move,)) >= PUZZLE_LEAD_POINTS
    with pytest.raises(IllegalMove):
        points_lost(puzzle.record, puzzle.line, best, tuple(game.read("place 90 90 rot0")))


@pytest.mark.usefixtures("few_futures")
def test_nothing_about_a_puzzle_depends_on_the_order_of_the_tiles() -> None:
    puzzle = shipped_by_game()[0]
    other = with_other_future(puzzle.record, puzzle.line)
    game = position(other, puzzle.line)
    assert game.bags != position(puzzle.record, puzzle.line).bags
    best = tuple(game.read(puzzle.best))
    worse = next((move,) for move in game.legal_moves() if move != best[0])
    assert position_key(other, puzzle.line) == position_key(puzzle.record, puzzle.line)
    lost = [points_lost(one, puzzle.line, best, worse) for one in (other, puzzle.record)]
    assert lost[0] == lost[1]


def test_puzzles_of_a_record_are_positions_with_one_clearly_best_turn_of_single_presses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzles, "ADVICE_NODES", 150)
    monkeypatch.setattr(puzzles, "choose", partial(choose, nodes=150))
    record = SHIPPED[0].record
    lines = [
        f"line {one.line}: {write_moves(one.best)}, lead {one.lead:.3f}"
        for one in puzzles_of_record(record, 2, 600.0)
    ]
    lines.append(position_key(record, SHIPPED[0].line))
    assert_golden(Path(__file__).parent / "goldens" / "puzzles.txt", lines)


def test_positions_have_names_of_their_own() -> None:
    some = [puzzle for puzzle in SHIPPED if puzzle.file == SHIPPED[0].file]
    assert len({position_key(puzzle.record, puzzle.line) for puzzle in some}) == len(some) > 1
    with pytest.raises(IndexError):
        position(some[0].record, 9_999)


def test_explanation_names_what_was_played_and_what_it_lost() -> None:
    puzzle = shipped_by_game()[0]
    best = tuple(position(puzzle.record, puzzle.line).read(puzzle.best))
    solution = explain_puzzle(puzzle.record, puzzle.line, best)
    assert solution.best.moves == best and solution.best.reasons
    lines = [text for _, text in split_record(puzzle.record)[1]][puzzle.line :]
    assert list(map(write, solution.played)) == lines[: len(solution.played)]
    assert (solution.lost == 0) == (solution.played == best)


@pytest.mark.slow
def test_puzzles_of_a_record_are_found_again_in_the_same_order() -> None:
    record = SHIPPED[0].record
    found = [(one.line, write_moves(one.best)) for one in puzzles_of_record(record, 2, 60.0)]
    known = {(one.line, one.best) for one in SHIPPED if one.file == SHIPPED[0].file}
    assert len(found) == 2 and set(found) <= known
    assert list(find_puzzles(record, seconds=0.0)) == []
