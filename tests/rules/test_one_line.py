"""A line of several moves means what the same moves mean on lines of their own."""

import random
from collections.abc import Iterator

import pytest

from rules.errors import RecordError
from rules.game import (
    Game,
    is_decision,
    play,
    play_together,
    run_agenda,
    stops_draft,
    take_decision,
)
from rules.moves import Move, Pass
from rules.random_play import deal, random_move
from rules.record import MAX_RECORD_LINES, replay
from rules.ruleset import Decision, Step
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.positions import ark, ferries
from tests.support.random_games import shuffled_deal
from tests.support.read_moves import read


def without_figures(game: Game) -> Game:
    return game.replace(supply=tuple(dict.fromkeys(hand, 0) for hand in game.supply))


def turns(name: str, seed: int) -> Iterator[tuple[Game, list[Move], Game]]:
    """Each turn of a random game in which seats often have no figure: before, moves, after."""
    chance = random.Random(seed)
    header = shuffled_deal(name, 3, seed)
    game = replay(header.text()).game
    while not game.over:
        if chance.random() < 0.5:
            game = game.replace(supply=without_figures(game).supply)
        before, moves = game, list[Move]()
        while not moves or (game.drawn is None and not game.over):
            moves.append(random_move(game, chance))
            game = play(game, moves[-1])
        yield before, moves, game


def with_needless_passes(game: Game, moves: list[Move]) -> list[Move]:
    """The moves with a pass for each decision in which there is nothing to choose."""
    words: list[Move] = []
    for move in moves:
        while not game.decision.is_needed(game):
            words.append(Pass())
            game = run_agenda(game.replace(agenda=game.agenda[1:]), stops_at_decision)
        words.append(move)
        game = run_agenda(take_decision(game, move)[0], stops_at_decision)
    while game.agenda and isinstance(game.agenda[0], Decision):
        words.append(Pass())
        game = run_agenda(game.replace(agenda=game.agenda[1:]), stops_at_decision)
    return words


def stops_at_decision(step: Step, game: Game) -> bool:
    return stops_draft(step, game) or is_decision(step, game)


@for_each("name", FIVE, fast=4)
def test_turn_in_one_line_is_the_turn_on_lines_of_its_own(name: str) -> None:
    needless = 0
    for before, moves, after in turns(name, 7):
        assert play_together(before, moves) == (after, tuple(moves))
        passed = with_needless_passes(before, moves)
        assert play_together(before, passed) == (after, tuple(moves))
        needless += len(passed) - len(moves)
    assert needless


FERRY_AHEAD = "Red FER-FRRR 1 0 rot0; ferry a c"
"""A ferry that the next tile of its road lets a seat turn."""


@for_each(
    ("words", "lines"),
    [
        ("pass turn 1 0 a b", ["turn 1 0 a b"]),
        ("pass pass", ["pass"]),
        ("pass", ["pass"]),
        ("turn 1 0 a b", ["turn 1 0 a b"]),
    ],
)
def test_F20_ferry_is_turned_or_left_in_a_line_of_a_seat_without_figures(
    words: str, lines: list[str]
) -> None:
    game = without_figures(ferries(FERRY_AHEAD, hand="U"))
    after = play(game, *read("place -1 0 rot90"))
    for line in lines:
        after = play(after, *read(line))
    assert play_together(game, read(f"place -1 0 rot90 {words}"))[0] == after


def test_F12_ferry_is_laid_in_a_line_of_a_seat_without_figures() -> None:
    game = without_figures(ferries(hand="FER-FRRR"))
    after = play(play(game, *read("place 1 0 rot0")), *read("ferry a c"))
    for words in ("ferry a c", "pass ferry a c"):
        assert play_together(game, read(f"place 1 0 rot0 {words}"))[0] == after


def test_A_30_ark_is_set_in_a_line_of_a_seat_without_figures() -> None:
    game = without_figures(ark(hand="ARK-21"))
    after = play(game, *read("place 0 1 rot180"))
    if not after.decision.legal_moves(after):
        pytest.fail("the city is not finished")
    after = play(after, *read("ark 0 0"))
    for words in ("ark 0 0", "pass ark 0 0"):
        assert play_together(game, read(f"place 0 1 rot180 {words}"))[0] == after


def test_needless_passes_at_the_end_do_not_reach_into_the_next_turn() -> None:
    game = without_figures(ferries(FERRY_AHEAD, hand="U"))
    line = read("place -1 0 rot90 pass pass pass pass")
    assert play_together(game, line)[0] == play_together(game, line[:2])[0]


def test_nothing_can_be_played_after_the_end_even_a_pass() -> None:
    header = deal("base", 2, random.Random(1))
    for line in ("pass", "place 1 0 rot0 pass"):
        with pytest.raises(RecordError, match="the game is over"):
            replay("\n".join([header.text(), "", "end", line]))


def test_record_with_endless_lines_is_refused() -> None:
    head = deal("base", 2, random.Random(1)).text()
    with pytest.raises(RecordError) as caught:
        replay(f"{head}\n\n" + "skip\n" * (MAX_RECORD_LINES + 1))
    assert "at most" in str(caught.value)
