"""The arena: the same bags with swapped seats, stored results, and their counts."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tools.arena.digest import opponents_digest
from tools.arena.match import Match, Result, kept_results, matches, play_all, played, run, standing
from tools.arena.tally import quantile, wilson

ALONE = partial(play_all, 1)


def result(one: int, other: int, seed: int = 1) -> Result:
    match = Match("base", ("master", "greedy"), seed, 0)
    return Result(match, (one, other), (1.0, 2.0), (3.0, 2.5))


def test_each_bag_is_played_from_every_seat() -> None:
    played = list(matches("base", ("novice", "random", "greedy"), 6, seed=4))
    assert [match.seed for match in played] == [4, 4, 4, 5, 5, 5]
    assert [match.seating() for match in played[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.mark.slow
def test_match_is_repeatable_except_for_its_times() -> None:
    match = Match("base", ("novice", "random"), 3, 1)
    one, other = played(match), played(match)
    assert one.match == other.match and one.scores == other.scores
    assert all(0 < half <= most for half, most in zip(one.half, one.most, strict=True))


def test_stored_results_are_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.csv"
    wanted = list(matches("base", ("random", "random"), 2, seed=1))
    first = list(run(wanted, ALONE, kept))
    with kept.open("a") as file:
        file.write("base,random ran")
    assert list(run(wanted, ALONE, kept)) == first
    assert len(kept.read_text().splitlines()) == 4


def test_games_of_other_opponents_are_kept_and_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.csv"
    [match] = matches("base", ("random", "random"), 1, seed=1)
    assert match.opponents == opponents_digest("base")
    older = Result(replace(match, opponents="0ld"), (0, 0), (0, 0), (0, 0))
    kept.write_text(older.line() + "\n")
    [result] = run([match], ALONE, kept)
    assert result.scores != (0, 0)
    assert list(kept_results(kept)) == [older, result]


def test_line_of_a_result_gives_the_result_and_a_part_of_it_none() -> None:
    for kept in (result(50, -4), replace(result(1, 2), match=Match("ark", ("a", "b"), 7, 1, 1200))):
        assert Result.read(kept.line()) == kept
        with pytest.raises(ValueError):
            Result.read(kept.line()[:-4])


def test_several_processes_give_the_results_of_one_process() -> None:
    wanted = list(matches("base", ("random", "random"), 2, seed=1))
    by_match = {result.match: result.scores for result in play_all(2, wanted)}
    assert by_match == {result.match: result.scores for result in play_all(1, wanted)}


def test_wins_ties_and_margins_are_counted() -> None:
    results = [result(50, 40), result(30, 30), result(20, 45)]
    own, other = standing(results, 0), standing(results, 1)
    assert own.share == other.share == pytest.approx(0.5)
    assert own.margin == pytest.approx(-5)
    assert other.margin == pytest.approx(5)
    assert (own.half, own.most, other.most) == (1.0, 3.0, 2.5)


def test_wilson_interval_has_known_values() -> None:
    low, high = wilson(85, 100)
    assert (round(low, 3), round(high, 3)) == (0.767, 0.907)
    assert wilson(0, 0) == (0.0, 1.0)
    assert quantile([], 0.5) == 0.0
