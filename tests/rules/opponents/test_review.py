"""The review of a game: points lost by each move, and better moves."""

import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from rules import deal, play, start
from rules.analysis.drafts import turn_text
from rules.game import Game
from rules.notation import write
from rules.opponents import best_turns_of_record, choose
from rules.opponents.review import (
    MAX_CLOSE_PER_SEAT,
    MAX_MISTAKES_PER_SEAT,
    MIN_LOSS_POINTS,
    costliest_turns,
    look_longer,
    points_behind,
    review_record,
    tile_decisions,
)
from rules.opponents.search import search_turns
from rules.random_play import random_game
from rules.record import moments, replay
from tests.support.for_each import for_each
from tests.support.game_choices import FOUR
from tests.support.goldens import assert_golden

FEW = 100
"""Positions that are weighed where it does not matter how well a move is understood."""


def record_of(name: str, seed: int) -> str:
    chance = random.Random(seed)
    return "\n".join(random_game(deal(name, 2, chance), chance))


def beginning_of(record: str, moves: int) -> str:
    """A record of a game that was ended after some moves."""
    head, _, rest = record.partition("\n\n")
    return "\n".join([head, "", *rest.splitlines()[:moves], "end", ""])


@for_each("name", FOUR)
def test_review_has_one_decision_per_tile_with_the_recorded_moves(name: str) -> None:
    record = record_of(name, 3)
    played = [moment.line for moment in moments(record)][1:]
    made = list(tile_decisions(record))
    assert [line for decision in made for line in map(write, decision.moves)] == played
    assert all(decision.game.drawn is not None for decision in made)


def test_review_ignores_the_turn_in_which_a_seat_resigns() -> None:
    record = beginning_of(record_of("base", 4), 9)
    assert all("end" not in map(write, decision.moves) for decision in tile_decisions(record))
    resigned = record.replace("\nend\n", "\nresign 0\n")
    assert [decision.moves for decision in tile_decisions(resigned)] == [
        decision.moves for decision in tile_decisions(record)
    ]


@for_each("name", FOUR)
@pytest.mark.slow
def test_mistake_names_a_better_legal_turn(name: str) -> None:
    review = review_record(beginning_of(record_of(name, 5), 30), nodes=FEW)
    games = [moment.game for moment in moments(beginning_of(record_of(name, 5), 30))]
    assert any(review.mistakes)
    assert len(review.best) == sum(depth.evaluated for depth in review.depths)
    for seat, mistakes in enumerate(review.mistakes):
        lost = [mistake.lost for mistake in mistakes]
        assert lost == sorted(lost, reverse=True) and len(lost) <= MAX_MISTAKES_PER_SEAT
        assert review.lost[seat] >= sum(lost)
        for mistake in mistakes:
            assert (
                mistake.seat == seat == games[mistake.line].turn and mistake.lost >= MIN_LOSS_POINTS
            )
            assert mistake.tile == len(games[mistake.line].board.tiles)
            assert mistake.better.moves != mistake.played
            best = turn_text(games[mistake.line], mistake.better.moves)
            assert review.best[mistake.line] == {best}
            after = games[mistake.line]
            for move in mistake.better.moves:
                after = play(after, move)


def test_moves_that_look_best_one_turn_deep_are_searched_where_another_comes_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[Game] = []

    def spy(game: Game, *given: Any) -> Any:
        searched.append(game)
        return search_turns(game, *given)

    monkeypatch.setattr("rules.opponents.review.search_turns", spy)
    header = deal("base", 2, random.Random(8))
    game, lines = start(header.book, 2, header.bags), list[str]()
    while len(lines) < 24:
        for move in choose(game, "villager", seed=1):
            lines.append(write(move))
            game = play(game, move)
    record = "\n".join([header.text(), "", *lines, ""])
    assert not any(review_record(record, nodes=0).lost), "one turn deep nothing is lost"
    assert searched == []
    review_record(record, nodes=FEW)
    by_seat = [sum(game.turn == seat for game in searched) for seat in range(2)]
    assert all(2 <= number <= MAX_CLOSE_PER_SEAT for number in by_seat)
    searched.clear()
    review_record(record, cpu_seconds=0.0, nodes=FEW)
    assert searched == []


def test_undrawn_tiles_do_not_change_a_review() -> None:
    record = beginning_of(record_of("hunters", 6), 12)
    head, *rest = record.splitlines()
    bag = next(n for n, line in enumerate(rest) if line.startswith("bag: "))
    tiles = rest[bag].removeprefix("bag: ").split()
    rest[bag] = "bag: " + " ".join([*tiles[:25], *reversed(tiles[25:])])
    assert review_record("\n".join([head, *rest]), nodes=FEW) == review_record(record, nodes=FEW)


@for_each("name", ["hunters", "ark"])
def test_review_of_a_game_names_the_same_mistakes_in_every_version(name: str) -> None:
    record = beginning_of(record_of(name, 5), 24)
    reviewed = review_record(record, nodes=50)
    lines = [f"lost {' '.join(f'{points:.3f}' for points in reviewed.lost)}"]
    for mistake in (mistake for mistakes in reviewed.mistakes for mistake in mistakes):
        played, better = (
            " ".join(map(write, moves)) for moves in (mistake.played, mistake.better.moves)
        )
        lines.append(
            f"line {mistake.line}, tile {mistake.tile}, seat {mistake.seat}: {played}, better "
            f"{better}, lost {mistake.lost:.3f}, worth {mistake.better.worth:.3f}, "
            f"{' '.join(reason.kind for reason in mistake.better.reasons)}"
        )
    for costly in costliest_turns(reviewed, record):
        lines.append(f"turn {costly.turn}, seat {costly.seat}, lost {costly.lost:.3f}")
    assert_golden(Path(__file__).parent / "goldens" / f"review-{name}.txt", lines)


def test_review_without_time_does_no_search() -> None:
    record = beginning_of(record_of("base", 5), 20)
    review = review_record(record, cpu_seconds=0.0)
    assert review == review_record(record, nodes=0)
    assert not any(depth.searched for depth in review.depths)
    assert [depth.evaluated for depth in review.depths] == [5, 5]
    assert all(
        depth.guessed == bool(lost) for depth, lost in zip(review.depths, review.lost, strict=True)
    )
    assert not any(mistake.searched for listed in review.mistakes for mistake in listed)


def test_review_counts_the_time_of_the_processor_so_that_a_busy_machine_has_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = beginning_of(record_of("base", 5), 6)
    unhurried = review_record(record, nodes=FEW)
    assert any(depth.searched for depth in unhurried.depths)
    hours = count(step=3600)
    monkeypatch.setattr("time.monotonic", lambda: float(next(hours)))
    monkeypatch.setattr("time.process_time", lambda: 0.0)
    assert review_record(record, cpu_seconds=1.0, nodes=FEW) == unhurried


def test_review_that_goes_on_says_the_same_in_one_piece_or_in_many() -> None:
    record = beginning_of(record_of("hunters", 5), 20)
    usual = review_record(record, nodes=FEW)
    whole = look_longer(record, usual, nodes=FEW)
    assert whole.is_complete and whole.longer and not usual.longer
    assert all(depth.searched == depth.evaluated for depth in whole.depths)
    assert not any(depth.guessed for depth in whole.depths)
    piecewise = review_record(record, cpu_seconds=0.0, nodes=FEW)
    pieces = 0
    while not piecewise.is_complete:
        piecewise = look_longer(record, piecewise, cpu_seconds=0.0, nodes=FEW)
        pieces += 1
    assert piecewise == whole and pieces == len(whole.looks)


def test_moves_searched_later_have_the_best_move_of_a_hint() -> None:
    record = beginning_of(record_of("base", 5), 12)
    head, _, moves = record.partition("\n\n")
    review = look_longer(record, review_record(record, nodes=0), nodes=FEW)
    for look in review.looks:
        until_then = "\n".join([head, "", *moves.splitlines()[: look.line], ""])
        hint = best_turns_of_record(until_then, nodes=FEW)[0]
        assert turn_text(replay(until_then).game, hint.moves) in look.best
        assert look.mistake is None or look.mistake.better.moves == hint.moves


def test_review_of_a_game_that_ended_before_its_first_move_has_no_mistakes() -> None:
    empty = review_record(beginning_of(record_of("base", 1), 0))
    assert (empty.mistakes, empty.lost) == (((), ()), (0, 0))


def test_better_move_of_a_mistake_is_what_a_hint_said_and_a_trial_loses_as_much() -> None:
    record = beginning_of(record_of("hunters", 5), 12)
    head, _, moves = record.partition("\n\n")
    reported = [mistake for each in review_record(record, nodes=200).mistakes for mistake in each]
    worst = max(reported, key=lambda mistake: mistake.lost)
    until_then = "\n".join([head, "", *moves.splitlines()[: worst.line], ""])
    assert best_turns_of_record(until_then, nodes=200)[0].moves == worst.better.moves
    better, played = worst.better.moves, worst.played
    assert points_behind(until_then, better, played, nodes=200) == worst.lost
    assert points_behind(until_then, better, better, nodes=200) == 0
