"""The arena: the same bags with swapped seats, stored results, and their counts."""

import json
from pathlib import Path

import pytest

from tools.arena.__main__ import main
from tools.arena.match import Match, Result, matches, played
from tools.arena.running import run
from tools.arena.tally import as_text, quantile, standings, wilson


def result(one: int, other: int, seed: int = 1) -> Result:
    match = Match("base", ("master", "greedy"), seed, 0)
    return Result(match, (one, other), ((1.0, 3.0), (2.0,)))


def test_each_bag_is_played_from_every_seat() -> None:
    played = list(matches("base", ("novice", "random", "greedy"), 6, seed=4))
    assert [match.seed for match in played] == [4, 4, 4, 5, 5, 5]
    assert [match.seating() for match in played[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


@pytest.mark.slow
def test_match_is_repeatable_except_for_its_times() -> None:
    match = Match("base", ("novice", "random"), 3, 1)
    one, other = played(match), played(match)
    assert one.scores == other.scores
    assert sum(map(len, one.times)) >= 70


def test_stored_results_are_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    wanted = list(matches("base", ("random", "random"), 2, seed=1))
    first = list(run(wanted, 1, kept))
    with kept.open("a") as file:
        file.write('{"game": "ba')
    assert list(run(wanted, 1, kept)) == first
    assert len(kept.read_text().splitlines()) == 3


def test_several_processes_give_the_results_of_one_process(tmp_path: Path) -> None:
    wanted = list(matches("base", ("random", "random"), 2, seed=1))
    by_seat = {result.match: result.scores for result in run(wanted, 2)}
    assert by_seat == {result.match: result.scores for result in run(wanted, 1)}


def test_wins_ties_and_margins_are_counted() -> None:
    own, other = standings([result(50, 40), result(30, 30), result(20, 45)])
    assert (own.wins, own.ties, own.losses) == (1, 1, 1)
    assert own.share == pytest.approx(0.5)
    assert own.margin == pytest.approx(-5)
    assert other.margin == pytest.approx(5)
    assert (own.half, own.most) == (3.0, 3.0)
    assert "master" in as_text([result(50, 40)])


def test_wilson_interval_has_known_values() -> None:
    low, high = wilson(85, 100)
    assert (round(low, 3), round(high, 3)) == (0.767, 0.907)
    assert wilson(0, 0) == (0.0, 1.0)
    assert quantile([], 0.5) == 0.0


def test_arena_prints_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--game", "base", "--players", "novice", "random", "--games", "2", "--json"]
    assert main(asked) == 0
    output = capsys.readouterr()
    assert "2 of 2" in output.err
    assert [p["player"] for p in json.loads(output.out)["players"]] == ["novice", "random"]
